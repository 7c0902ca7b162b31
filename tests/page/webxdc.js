// A messenger for the tests: what is sent lies in `outbox`, and `deliver` brings what has come.
window.outbox = [];
window.webxdc = {
  selfAddr: new URLSearchParams(location.search).get('me') + '@example.org',
  selfName: new URLSearchParams(location.search).get('me'),
  sendUpdateInterval: 10000,
  sendUpdateMaxSize: 128000,
  sendUpdate(update) {
    if (JSON.stringify(update).length > 128000) throw new Error('too large');
    window.outbox.push(update);
  },
  setUpdateListener(listener) { window.deliver = listener; return Promise.resolve(); },
};
