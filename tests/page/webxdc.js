// A messenger for the tests: sent updates are in `outbox`, files for the chat in `exported`, and
// `deliver` hands an update to the app.
window.outbox = [];
window.exported = [];
window.webxdc = {
  selfAddr: new URLSearchParams(location.search).get('me') + '@example.org',
  selfName: new URLSearchParams(location.search).get('me'),
  sendUpdateInterval: 10000,
  sendUpdateMaxSize: Number(new URLSearchParams(location.search).get('max') || 128000),
  sendUpdate(update) {
    if (JSON.stringify(update).length > this.sendUpdateMaxSize) throw new Error('too large');
    window.outbox.push(update);
  },
  sendToChat(message) { window.exported.push(message); return Promise.resolve(); },
  setUpdateListener(listener) { window.deliver = listener; return Promise.resolve(); },
};
