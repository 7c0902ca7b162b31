// Where the vault is kept: documents under names, all of a change or nothing. `#rev` counts the
// changes, so that two tabs never write upon each other.
const store = {
  database: null, revision: 0, documents: {}, promised: false, moved: false, why: '',

  async open() {
    try {
      this.database = await new Promise((ok, no) => {
        const name = window.webxdc ? 'pbem-' + window.webxdc.selfAddr : 'pbem';
        const asked = indexedDB.open(name, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore('documents');
        asked.onsuccess = () => ok(asked.result);
        asked.onerror = asked.onblocked = () => no(asked.error);
      });
      await this.read();
      this.promised = !!(await navigator.storage?.persisted?.().catch(() => false));
    } catch (error) {
      // An opaque origin, a private window: one plays on, and saves the vault by hand.
      this.why = String(error);
      this.database = null;
    }
    return this.documents;
  },

  // Asked for when there is something to lose: browsers ask their user, or look how often one comes.
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
        if (cursor.key === '#rev') revision = cursor.value; else documents[cursor.key] = cursor.value;
        cursor.continue();
      };
      transaction.oncomplete = () => { Object.assign(this, { documents, revision }); ok(documents); };
      transaction.onerror = transaction.onabort = () => no(transaction.error);
    });
  },

  // Nothing that was made leaves before this has come true.
  save(changes) {
    if (!this.database) {
      Object.assign(this.documents, changes);
      return Promise.resolve();
    }
    return new Promise((ok, no) => {
      const transaction = this.database.transaction('documents', 'readwrite', { durability: 'strict' });
      const documents = transaction.objectStore('documents');
      documents.get('#rev').onsuccess = event => {
        if ((event.target.result || 0) !== this.revision) {
          this.moved = true;
          transaction.abort();
          return;
        }
        for (const [name, text] of Object.entries(changes)) documents.put(text, name);
        documents.put(this.revision + 1, '#rev');
      };
      transaction.oncomplete = () => {
        this.revision += 1;
        Object.assign(this.documents, changes);
        ok();
      };
      transaction.onerror = transaction.onabort = () => no(new Error(this.moved
        ? 'This vault was changed in another tab. Nothing was signed here. Load this page again.'
        : 'The browser has not kept the vault, so nothing was signed: ' + transaction.error));
    });
  },
};
