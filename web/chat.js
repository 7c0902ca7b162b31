// Inside a messenger (webxdc): the chat carries the turns. Every update stays in the chat, so it is
// a memory as well: what was signed is known without a vault.
const chat = {
  inside: !!window.webxdc, seats: {}, files: {},

  // A file without its last line, to which turns are added.
  body: file => file.slice(0, file.lastIndexOf('# end of pbem turn file')),

  // A turn goes to everybody in the chat; who is due is told. The whole file goes once, then what is
  // new in it: updates have a size that servers take.
  send(file, table) {
    const me = window.webxdc.selfAddr, due = table.due, known = this.files[table.id];
    const payload = { pbem: 1, game: table.id, kind: table.title, seat: table.you, from: me, turn: file.turn };
    const before = known && this.body(known.file);
    if (known && known.turn < file.turn && file.text.startsWith(before)) {
      Object.assign(payload, { after: known.turn, more: file.text.slice(before.length) });
    } else payload.file = file.text;
    const notify = due ? { [this.seats[table.id + ' ' + due] || '*']: `${table.title}: ${due} is next` } : {};
    const told = table.outcome ? `${table.title}: ${table.outcome.reason}` : `${table.title}: ${due || 'nobody'} is next`;
    this.take(payload);
    window.webxdc.sendUpdate({ payload, info: `${table.you}: turn ${file.turn} of ${table.title}`, summary: told, notify }, `turn ${file.turn}`);
  },

  // Gives the whole file of an update, if it can be had.
  take(payload) {
    const { game, seat, from, turn, kind } = payload, known = this.files[game];
    const file = typeof payload.file === 'string' ? payload.file
      : typeof payload.more === 'string' && known?.turn === payload.after ? this.body(known.file) + payload.more : null;
    if (typeof game !== 'string' || file === null) return null;
    this.seats[game + ' ' + seat] = from;
    if (!known || known.turn <= turn) this.files[game] = { turn, file, seat, kind };
    return file;
  },

  // All updates come once more at each start. Only the newest is opened, and none of one's own.
  listen(open) {
    return window.webxdc.setUpdateListener(update => {
      const payload = update.payload;
      if (payload?.pbem !== 1) return;
      const file = this.take(payload);
      if (file && update.serial === update.max_serial && payload.from !== window.webxdc.selfAddr) open(file, payload.game);
    }, 0);
  },
};
