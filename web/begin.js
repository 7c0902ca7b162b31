// The start of the page.

(async () => {
  try {
    await unpack();
    app.hello = look('hello');
    await store.open();
    call('load', { documents: store.documents });
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', guard(async event => {
      event.preventDefault();
      const { files } = event.dataTransfer, text = event.dataTransfer.getData('text/plain');
      if (files.length) await openFiles(files); else if (text) await open(text);
    }));
    addEventListener('paste', guard(async event => {
      if (event.target.closest('textarea, input')) return;
      const text = event.clipboardData.getData('text/plain');
      if (text) await open(text);
    }));
    addEventListener('beforeunload', event => { if (!store.database && Object.keys(store.documents).length) event.preventDefault(); });
    store.onlost = guard(() => { throw new Error('The browser deleted the storage of this page. Save a backup now, then reload the page and open the backup.'); });
    await guard(comeBack)();
    if (chat.inside) await chat.listen();
    document.body.dataset.ready = 'yes';
  } catch (error) {
    console.error(error);
    main().prepend($('p', { role: 'alert' }, 'This browser cannot run pbem: ' + error));
    document.body.dataset.ready = 'no';
  }
})();
