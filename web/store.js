// The vault in IndexedDB: documents by name. A change writes all its documents or none. `#rev`
// counts the changes, so that two tabs never overwrite each other.
const store = {
  database: null, revision: 0, documents: {}, own: {}, promised: false, moved: false, why: '', onlost: null,

  async open() {
    try {
      this.database = await new Promise((ok, no) => {
        const name = window.webxdc ? 'pbem-' + window.webxdc.selfAddr : 'pbem';
        const asked = indexedDB.open(name, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore('documents');
        asked.onsuccess = () => ok(asked.result);
        asked.onerror = asked.onblocked = () => no(asked.error);
      });
      // The browser deleted the storage while the page was open.
      this.database.onclose = () => { this.gone = true; this.onlost?.(); };
      await this.read();
      this.promised = !!(await navigator.storage?.persisted?.().catch(() => false));
    } catch (error) {
      // The page has an opaque origin, or is in a private window, so it can't store anything. The
      // user can still play, and save a backup.
      this.why = String(error);
      this.database = null;
    }
    return this.documents;
  },

  // Asks the browser to keep the storage, but only once there is something to lose: browsers ask
  // the user, or decide from past visits.
  async promise() {
    if (!this.database || this.promised) return;
    this.promised = !!(await navigator.storage?.persist?.().catch(() => false));
  },

  read() {
    return new Promise((ok, no) => {
      const transaction = this.database.transaction('documents');
      const documents = {};
      let revision = 0;
      transaction.objectStore('documents').openCursor().onsuccess = event => {
        const cursor = event.target.result;
        if (!cursor) return;
        if (cursor.key === '#rev') revision = cursor.value;
        else if (cursor.key[0] === '#') this.own[cursor.key] = cursor.value;
        else documents[cursor.key] = cursor.value;
        cursor.continue();
      };
      transaction.oncomplete = () => { Object.assign(this, { documents, revision }); ok(documents); };
      transaction.onerror = transaction.onabort = () => no(transaction.error);
    });
  },

  // Notes of the page itself: drafts, and the open screen. They are not part of the vault, never
  // reach the core, and two tabs may overwrite each other's notes.
  note(key, value) {
    if (value === undefined) delete this.own[key]; else this.own[key] = value;
    try {
      const documents = this.database?.transaction('documents', 'readwrite').objectStore('documents');
      if (value === undefined) documents?.delete(key); else documents?.put(value, key);
    } catch {
      // The storage is gone. `save` reports it.
    }
  },

  // Saves documents, and deletes a document if its text is null. No signed turn leaves the page
  // before this promise has resolved.
  save(changes) {
    const remember = () => {
      for (const [name, text] of Object.entries(changes)) if (text === null) delete this.documents[name]; else this.documents[name] = text;
    };
    if (!this.database) {
      remember();
      return Promise.resolve();
    }
    return new Promise((ok, no) => {
      const failed = why => no(new Error(this.moved
        ? 'You changed this vault in another tab, so nothing was signed here. Reload this page.'
        : this.gone ? 'The browser deleted the storage of this page, so nothing was signed. Save a backup now under "Backup and settings", then reload the page and open the backup.'
          : 'The browser did not save your games, so nothing was signed: ' + why));
      let transaction;
      try {
        transaction = this.database.transaction('documents', 'readwrite', { durability: 'strict' });
      } catch (error) {
        this.gone = true;
        return failed(error);
      }
      const documents = transaction.objectStore('documents');
      documents.get('#rev').onsuccess = event => {
        if ((event.target.result || 0) !== this.revision) {
          this.moved = true;
          transaction.abort();
          return;
        }
        for (const [name, text] of Object.entries(changes)) if (text === null) documents.delete(name); else documents.put(text, name);
        documents.put(this.revision + 1, '#rev');
      };
      transaction.oncomplete = () => {
        this.revision += 1;
        remember();
        ok();
      };
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
  },
};
