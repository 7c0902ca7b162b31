// Inside a messenger (webxdc), the chat carries the turns. Updates may be lost, late, duplicated or
// out of order, so each update contains the whole file as long as it fits. Updates of longer games
// contain the last turns, and members who need more turns request them.
const chat = {
  inside: !!window.webxdc, seats: {}, files: {}, waiting: {}, asked: {}, news: new Set(), working: false,

  // Whether turns of this game go to the chat. Games against bots stay out of it.
  carries(table) { return this.inside && !table.bots && table.chair === 'own'; },
  has(table) { return this.inside && this.files[table.id]?.turn >= table.turn; },

  // Splits a file. The header lines change with each turn; the rest only grows.
  parts(file) {
    const from = file.indexOf('[game]'), to = file.lastIndexOf('# end of pbem turn file');
    return { head: file.slice(0, from), body: file.slice(from, to), end: file.slice(to) };
  },
  // The position of each turn in a body, and the end of the body.
  turns(body) {
    const places = [...body.matchAll(/^\[\[turn\]\]/gm)].map(found => found.index);
    return [...places, body.length];
  },

  size(payload) { return new TextEncoder().encode(JSON.stringify(payload)).length; },
  room() { return (window.webxdc.sendUpdateMaxSize || 128000) - 2000; },

  // The whole file if it fits, otherwise as many of its last turns as fit.
  payload(game, have = Infinity) {
    const { turn, file, seat, kind } = this.files[game];
    const about = { pbem: 1, game, kind, seat, from: window.webxdc.selfAddr, turn };
    if (this.size({ ...about, file }) <= this.room()) return [{ ...about, file }];
    const { head, body, end } = this.parts(file), places = this.turns(body);
    const piece = (after, to) => ({ ...about, turn: to, after, head, more: body.slice(places[after], places[to]) + end });
    const fits = (after, to) => this.size(piece(after, to)) <= this.room();
    if (have === Infinity) {
      let after = turn - 1;
      while (after > 1 && fits(after - 1, turn)) after -= 1;
      return [piece(after, turn)];
    }
    // For a member who has `have` turns: everything after them, in pieces.
    const pieces = [];
    for (let after = have; after < turn;) {
      let to = after + 1;
      while (to < turn && fits(after, to + 1)) to += 1;
      pieces.push(after ? piece(after, to) : { ...piece(0, to), more: body.slice(0, places[to]) + end });
      after = to;
    }
    return pieces;
  },

  // Sends a turn. The player to move comes first in the summary, which messengers cut short.
  send(file, table) {
    const me = window.webxdc.selfAddr, { due, title } = table;
    this.learn(table.id, { turn: file.turn, file: file.text, seat: table.you, kind: title });
    this.seats[table.id + ' ' + table.you] = me;
    const next = table.outcome ? `Over: ${title}` : `${person(due) || 'No one'} is next: ${title}`;
    const notify = due ? { [this.seats[table.id + ' ' + due] || '*']: next } : {};
    const info = `${person(table.you)}: turn ${file.turn} of ${title}`;
    for (const payload of this.payload(table.id)) window.webxdc.sendUpdate({ payload: { ...payload, seat: table.you }, info, summary: next, notify }, info);
  },

  learn(game, at) {
    const known = this.files[game];
    if (known && (known.turn > at.turn || known.file === at.file)) return false;
    this.files[game] = { ...at, before: known && { ...known, before: null } };
    return true;
  },

  // Reads an update. Any member can send anything, so the core checks the file.
  take(payload) {
    const { game, seat, from, turn, kind, head, more, after, file } = payload;
    const isText = (text, most) => typeof text === 'string' && text.length <= most;
    if (!isText(game, 64) || !/^[0-9a-f]+$/.test(game) || !isText(seat, 40) || !isText(kind, 40) || !isText(from, 200)) return;
    if (!Number.isInteger(turn) || turn < 1) return;
    this.seats[game + ' ' + seat] ??= from;
    let text = isText(file, 8e6) ? file : null;
    if (text === null && isText(head, 8e6) && isText(more, 8e6) && Number.isInteger(after) && after >= 0 && after < turn) {
      const known = this.files[game];
      if (known && known.turn >= turn) return;
      if (after > (known?.turn || 0)) {
        (this.waiting[game] ||= []).push(payload);
        return this.askFor(game);
      }
      const body = known ? this.parts(known.file).body : '';
      text = head + (after ? body.slice(0, this.turns(body)[after]) : '') + more;
    }
    if (text === null || this.turns(this.parts(text).body).length - 1 !== turn) return;
    if (!this.learn(game, { turn, file: text, seat, kind })) return;
    this.news.add(game);
    delete this.asked[game];
    const waiting = this.waiting[game] || [];
    delete this.waiting[game];
    waiting.forEach(one => this.take(one));
  },

  // Requests missing turns from the other members.
  askFor(game) {
    const have = this.files[game]?.turn || 0;
    if (this.replaying || this.asked[game] === have) return;
    this.asked[game] = have;
    window.webxdc.sendUpdate({ payload: { pbem: 1, ask: game, have, from: window.webxdc.selfAddr } }, 'a missing turn');
  },
  // The player who made the last turn answers at once; other members answer only if that player
  // doesn't.
  answer({ ask: game, have, from }) {
    const known = this.files[game], me = window.webxdc.selfAddr;
    if (this.replaying || !known || from === me || !Number.isInteger(have) || have < 0 || known.turn <= have) return;
    const key = `${game} ${have}`, mine = this.seats[game + ' ' + known.seat] === me;
    clearTimeout(this.timers?.[key]);
    (this.timers ||= {})[key] = setTimeout(() => {
      for (const payload of this.payload(game, have)) window.webxdc.sendUpdate({ payload }, 'a missing turn');
    }, mine ? 0 : 3000 + 5000 * Math.random());
  },

  // The messenger delivers all updates again at each start.
  async listen() {
    this.replaying = true;
    await window.webxdc.setUpdateListener(({ payload, serial, max_serial: last }) => {
      if (payload?.pbem !== 1) return;
      if (payload.ask) this.answer(payload);
      else {
        if (Number.isInteger(payload.turn)) for (const key of Object.keys(this.timers || {})) if (key.startsWith(payload.game + ' ')) clearTimeout(this.timers[key]);
        this.take(payload);
      }
      if (serial === last) {
        this.replaying = false;
        Object.keys(this.waiting).forEach(game => this.askFor(game));
        this.absorb();
      }
    }, 0);
    this.replaying = false;
    await this.absorb();
  },

  // Hands new files to the core in order, without changing the screen.
  async absorb() {
    if (this.working) return;
    this.working = true;
    try {
      for (const game of this.news) {
        while (busy) await new Promise(done => setTimeout(done, 30));
        if (app.table?.new) return;
        this.news.delete(game);
        await this.open(game);
      }
    } finally {
      this.working = false;
    }
  },
  async open(game) {
    const at = this.files[game], was = app.table, dialog = document.getElementById('dialog');
    if (!at) return;
    try {
      const answer = await ask('open', { text: at.file });
      if (answer.table?.id !== game) throw new Error('This update holds another game.');
      if (was?.id === game) {
        if (app.screen === 'table' && dialog.open) dialog.addEventListener('close', () => sit(answer), { once: true });
        else if (app.screen === 'table') sit(answer);
        else Object.assign(app, { table: answer.table, draft: '', setup: '', before: [] });
        return;
      }
    } catch (error) {
      console.warn(error);
      if (at.before) this.files[game] = at.before; else delete this.files[game];
    }
    if (was?.name) await ask('game', { id: was.id });
    else if (was && app.text) await ask('open', { text: app.text, seat: was.chair === 'free' ? was.you : '' });
    if (app.screen === 'home') await home();
  },

  // In a messenger, files can only be exported through the messenger's own dialog.
  export(name, text) { return window.webxdc.sendToChat({ file: { name, plainText: text } }); },
};
