// Inside a messenger (webxdc): the chat carries the turns. Every update stays in the chat, so it is
// a memory as well: what was signed is known without a vault.
const chat = {
  inside: !!window.webxdc, seats: {}, files: {},

  // The first lines say which turn it is; game and turns only grow; the last line ends them.
  parts(file) {
    const from = file.indexOf('[game]'), to = file.lastIndexOf('# end of pbem turn file');
    return { head: file.slice(0, from), body: file.slice(from, to), end: file.slice(to) };
  },

  // A turn goes to everybody in the chat; who is due is told. The whole file goes once, then what is
  // new in it: updates have a size that servers take.
  send(file, table) {
    const me = window.webxdc.selfAddr, due = table.due, known = this.files[table.id];
    const payload = { pbem: 1, game: table.id, kind: table.title, seat: table.you, from: me, turn: file.turn };
    const before = known && this.parts(known.file).body, { head, body, end } = this.parts(file.text);
    if (known && known.turn < file.turn && body.startsWith(before)) {
      Object.assign(payload, { after: known.turn, head, more: body.slice(before.length) + end });
    } else payload.file = file.text;
    const notify = due ? { [this.seats[table.id + ' ' + due] || '*']: `${table.title}: ${due} is next` } : {};
    const told = table.outcome ? `${table.title}: ${table.outcome.reason}` : `${table.title}: ${due || 'nobody'} is next`;
    this.take(payload);
    window.webxdc.sendUpdate({ payload, info: `${table.you}: turn ${file.turn} of ${table.title}`, summary: told, notify }, `turn ${file.turn}`);
  },

  // Gives the whole file of an update, if it can be had.
  take(payload) {
    const { game, seat, from, turn, kind, head, more } = payload, known = this.files[game];
    const grown = typeof head === 'string' && typeof more === 'string' && known?.turn === payload.after;
    const file = typeof payload.file === 'string' ? payload.file
      : grown ? head + this.parts(known.file).body + more : null;
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
