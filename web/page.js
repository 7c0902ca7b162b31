// The page. It knows no game: it draws what the core says, and hands back what was touched.

// ---- the core -----------------------------------------------------------------------------------
const times = {};
let module, core, busy = false;
const utf8 = new TextEncoder(), text8 = new TextDecoder();
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

class Refused extends Error {
  constructor({ error, message, more }) { super(message); Object.assign(this, { kind: error, more }); }
}

// Five signs from # to x, without <, are four bytes.
function bytes85(text) {
  const bytes = new DataView(new ArrayBuffer(text.length / 5 * 4));
  for (let at = 0; at < text.length; at += 5) {
    let four = 0;
    for (let next = at; next < at + 5; next++) {
      const sign = text.charCodeAt(next);
      four = four * 85 + sign - (sign < 60 ? 35 : 36);
    }
    bytes.setUint32(at / 5 * 4, four);
  }
  return bytes.buffer;
}

const bytes64 = text => Uint8Array.from(atob(text), sign => sign.charCodeAt(0));

async function unpack({ textContent, dataset }) {
  const start = performance.now();
  const bytes = dataset.base === '64' ? bytes64 : bytes85;
  const raw = bytes(textContent).slice(0, Number(dataset.length));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream('gzip'));
  module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  core = (await WebAssembly.instantiate(module, {})).exports;
  times.start = performance.now() - start;
}

// One request to the core. A trap leaves it in an unknown state, so it begins anew, with what is kept.
function call(what, request = {}) {
  const start = performance.now();
  try {
    const random = hex(crypto.getRandomValues(new Uint8Array(32)));
    const now = new Date().toISOString().slice(0, 19) + 'Z';
    const bytes = utf8.encode(JSON.stringify({ ...request, do: what, now, random }));
    const at = core.room(bytes.length);
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    const length = core.call();
    return JSON.parse(text8.decode(new Uint8Array(core.memory.buffer, core.answer(), length)));
  } catch (error) {
    console.error(error);
    core = new WebAssembly.Instance(module, {}).exports;
    if (what !== 'load') call('load', { documents: store.documents });
    throw new Error('Something in here has broken. Nothing was signed, and your vault is as it was. '
      + 'If it happens again, save your vault, and tell those who make pbem.');
  } finally {
    (times[what] ||= []).push(performance.now() - start);
  }
}

// A deed: whatever it changes is kept before anybody sees what came of it.
async function ask(what, request) {
  if (busy) throw new Error('One moment: the last thing is not kept yet.');
  busy = true;
  try {
    let answer = call(what, request);
    while (answer.commit) {
      try {
        await store.save(answer.changes);
      } catch (error) {
        call('lost');
        throw error;
      }
      answer = call('kept', { ticket: answer.commit });
    }
    if (answer.error) throw new Refused(answer);
    return answer;
  } finally {
    busy = false;
  }
}

// The same for what changes nothing.
function look(what, request) {
  const answer = call(what, request);
  if (answer.error) throw new Refused(answer);
  return answer;
}

// ---- small things -------------------------------------------------------------------------------
// An element. Text is only ever text.
function $(tag, attributes = {}, ...kids) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...kids.flat(9).filter(kid => kid !== null && kid !== undefined && kid !== false));
  return element;
}
const main = () => document.querySelector('main');
const button = (text, does, attributes = {}) =>
  $('button', { type: 'button', ...attributes, class: 'b ' + (attributes.class || ''), onclick: guard(does) }, text);
const card = (...kids) => $('section', { class: 'card' }, ...kids);
const guard = deed => async (...given) => { try { return await deed(...given); } catch (error) { wrong(error); } };
const list = names => names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + ' and ' + names.at(-1);
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const say = text => { document.getElementById('live').textContent = text; };

function title(text, small = '') {
  document.querySelector('h1').replaceChildren(text, ' ', $('small', {}, small));
  document.title = text;
}
function bar(...kids) {
  const element = document.querySelector('.bar');
  const inside = kids.flat(9).filter(Boolean);
  element.hidden = !inside.length;
  element.replaceChildren($('div', {}, ...inside));
}
let here = home;
function show(kids, { back = home, top = true } = {}) {
  main().replaceChildren(...kids.flat(9).filter(Boolean));
  bar();
  const element = document.getElementById('back');
  element.hidden = !back;
  if (back && history.state?.away !== true) history.pushState({ away: true }, '');
  here = back;
  if (top) { scrollTo(0, 0); main().focus({ preventScroll: true }); }
}
addEventListener('popstate', () => { document.getElementById('dialog').close(); if (here) guard(here)(); });
document.getElementById('back').addEventListener('click', () => guard(here || home)());

// What was not done, and what one can do about it.
function wrong(error) {
  console.error(error);
  document.querySelectorAll('.card.wrong').forEach(old => old.remove());
  const more = error instanceof Refused && error.more;
  main().prepend($('section', { class: 'card bad wrong', role: 'alert' }, $('p', {}, error.message),
    error.kind === 'another-key' && more ? [
      $('dl', {}, $('dt', {}, 'known'), $('dd', { class: 'safety' }, more.known), $('dt', {}, 'new'), $('dd', { class: 'safety' }, more.offered)),
      button(`I have asked: it is ${more.name}, with a new key`, async () => {
        await ask('confirm', { name: more.name, key: more.key });
        await open(app.text);
      })] : null,
    error.kind === 'damaged' && more?.text ? button('See what is wrong with it', () => verdict({ text: more.text })) : null,
    store.moved ? button('Load the page again', () => location.reload()) : null));
  scrollTo(0, 0);
}

// A question before a step of no return.
function sure(question, yes, verb, extra) {
  const dialog = document.getElementById('dialog');
  return new Promise(done => {
    const end = value => { dialog.close(); done(value); };
    dialog.replaceChildren($('p', {}, question), extra || '',
      $('div', { class: 'row' }, button('No', () => end(false)), button(verb, () => end(true), { class: yes, id: 'yes' })));
    dialog.oncancel = () => done(false);
    dialog.showModal();
  });
}
function download(name, text) {
  const link = $('a', { href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = $('textarea', {}, text);
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say('copied');
}

// ---- home ---------------------------------------------------------------------------------------
const app = { hello: null, table: null, draft: '', setup: '', before: [], text: '', note: '', offer: false };

async function home() {
  const at = await ask('home');
  app.table = null;
  title('pbem', at.me ? `you are ${at.me}` : '');
  const lost = !store.database;
  show([
    at.locked ? $('section', { class: 'card warn' }, $('p', {}, at.locked), lostMove()) : null,
    lost ? $('section', { class: 'card bad', id: 'kept-nowhere' }, $('p', { class: 'red' }, 'This browser keeps nothing here. Before you close the page, save your vault to a file; open that file next time.')) : null,
    at.faults.map(fault => $('section', { class: 'card bad' }, $('p', {}, fault.message))),
    chat.inside ? chatFiles() : null,
    inbox(),
    at.games.length ? card($('h2', {}, 'Your games'), $('ul', { class: 'games' }, at.games.map(game))) : null,
    card($('h2', {}, 'Play'), $('div', { class: 'row' },
      button('Practise against a bot', () => newGame(at, true), { id: 'practise' }),
      button('Invite somebody', () => newGame(at, false), { id: 'invite' }))),
    card($('h2', {}, 'Your vault'), $('p', {}, where()),
      at.safety ? $('p', { class: 'dim' }, 'Your safety number: ', $('span', { class: 'safety' }, at.safety)) : null,
      $('div', { class: 'row' }, button('Save, move, bring back, twelve words', () => vault(at), { id: 'vault' }))),
    $('p', { class: 'dim' }, `pbem ${app.hello.version}. This page asks nobody for anything: no server, no account.`),
  ], { back: null });
}

const where = () => store.database
  ? (store.promised ? 'Kept in this browser, which has promised not to clear it.'
    : 'Kept in this browser. Browsers clear what they keep now and then: save a copy, and write down the twelve words.')
  : 'Kept nowhere yet: this browser keeps nothing for this page.';

const game = at => $('li', {}, button([
  $('span', {}, `${at.title}, against ${at.against}`, at.waiting ? $('span', { class: 'dim' }, ' (restored: waits for the newest file)') : ''),
  $('span', { class: 'tag' + (at.mine || at.unsent || at.bot ? ' mine' : '') },
    at.unsent ? 'not sent yet' : at.mine ? 'your turn' : at.over ? 'over' : at.bot ? 'bot is due' : `${at.due}'s turn`),
], async () => sit(await ask('game', { id: at.id }))));

function inbox() {
  const area = $('textarea', { id: 'paste', 'aria-label': 'The mail, or the turn file, as text', placeholder: 'The mail, or the turn file: it begins with  # pbem turn file', spellcheck: 'false' });
  const file = $('input', { type: 'file', id: 'file', hidden: true, onchange: guard(() => openFiles(file.files)) });
  return card($('h2', {}, 'Has a mail come?'), file, $('div', { class: 'row' },
    button('Open the file', () => file.click(), { class: 'go' }),
    navigator.clipboard?.readText ? button('Paste', async () => open(await navigator.clipboard.readText())) : null),
  $('details', {}, $('summary', {}, 'Or paste its text here'), area, button('Open this text', () => open(area.value), { id: 'paste-go' })));
}

const chatFiles = () => {
  const files = Object.values(chat.files);
  return files.length ? card($('h2', {}, 'In this chat'), files.map(at => button(`${at.kind}: turn ${at.turn}, by ${at.seat}`, () => open(at.file), { class: 'from-chat' }))) : null;
};

async function openFiles(files) {
  for (const file of files) await open(await file.text());
}

async function open(text, passphrase = '') {
  app.text = text;
  const answer = await ask('open', { text, passphrase });
  if (answer.sealed) return askPassphrase(text);
  if (answer.backup) return offerBackup(answer.backup, text, passphrase);
  if (answer.table) return sit(answer);
  return home();
}

// ---- a table ------------------------------------------------------------------------------------
function sit(answer, made) {
  if (!answer.table) return home();
  Object.assign(app, { table: answer.table, draft: '', setup: '', before: [], note: '', offer: false });
  if (made && made.first) app.first = true;
  return render();
}

const headline = table => {
  if (table.chair === 'free' && table.new) return `A new game, against ${list(table.players.filter(player => !player.you).map(player => player.name))}`;
  if (table.chair === 'free') return `${table.opener} invites ${table.you}`;
  if (table.why && table.phase !== 'over') return 'You are watching';
  return {
    setup: 'Hide your setup', move: 'Your move', bot: `${table.due} has not answered yet`,
    act: table.expects === 'reveal' ? 'Show your setup' : table.rolls && !table.answers.length ? 'The lot is to be drawn' : 'Your answer',
    wait: `${table.due} is next`, over: 'The game is over',
  }[table.phase];
};
const phaseVerb = (table, hand) => {
  if (table.phase === 'act') return table.expects === 'reveal' ? 'Show my setup' : table.answers.length ? 'Give the answer' : 'Go on';
  if (table.chair === 'free' && !app.setup && table.phase === 'setup') return app.next ? 'Go on to the first move' : table.new ? 'Open the game' : 'Join';
  if (table.chair === 'free') return 'Join with it';
  return capital(hand?.verb || 'make this move');
};

// Everything anew: the table that is looked at, with what is drafted.
function render() {
  const table = app.table;
  title(table.title, [table.heading, table.turn ? `turn ${table.turn}` : '', table.name].filter(Boolean).join(', '));
  app.board = place();
  app.words = $('div');
  show([
    $('p', { class: 'status' + (isDrafted(table) || table.phase === 'act' ? ' mine' : '') }, headline(table)),
    table.breach ? $('section', { class: 'card bad' }, $('p', {}, table.breach)) : null,
    table.stale ? $('section', { class: 'card warn' }, $('p', {}, table.stale)) : null,
    (table.notices || []).map(words => $('section', { class: 'card warn' }, $('p', {}, words))),
    table.bad_boxes.map(words => $('section', { class: 'card bad' }, $('p', {}, words), $('p', {}, 'Dispute it (see More): that proves it to anybody, and wins the game.'))),
    table.chair === 'free' ? invitation(table) : null,
    table.why ? watching(table) : null,
    answers(table),
    outcome(table),
    app.board.all,
    news(table),
    app.words,
    details(table),
  ]);
  draw();
}
const isDrafted = table => table.phase === 'setup' || table.phase === 'move';

// What a touch changes. Boards keep their elements: a square is changed and not put anew, and focus
// and place on the page stay.
function draw() {
  const table = app.table;
  const told = isDrafted(table) ? look('touch', { draft: app.draft, setup: app.setup }) : { hand: null, foresee: [] };
  const hand = told.hand, scene = told.scene || table.scene;
  const boards = hand?.boards?.length ? hand.boards : scene.boards;
  app.next = told.move_next;
  drawBoards(app.board, boards, { game: table.kind, hand, onTouch: touch });
  drawWords(scene);
  bottom(table, hand, told.foresee, boards);
  say(hand ? hand.says : '');
}

function touch({ draft }) {
  if (busy) return;
  app.before.push(app.draft);
  app.draft = draft;
  guard(draw)();
}

// Where boards are drawn, and what their pictures mean.
function place() {
  const boards = $('div', { class: 'boards' }), key = $('div');
  return { boards, key, all: [boards, $('details', {}, $('summary', {}, 'What the pictures mean'), key)] };
}
const boxes = new Map();
function drawBoards(on, boards, options) {
  const wanted = boards.map(({ id }) => {
    if (!boxes.has(id)) boxes.set(id, $('div'));
    return boxes.get(id);
  });
  const there = [...on.boards.children];
  if (there.length !== wanted.length || there.some((box, at) => box !== wanted[at])) on.boards.replaceChildren(...wanted);
  const touched = new Set((options.hand?.touches || []).map(spot => spot.at.square?.[0]));
  boards.forEach((board, at) => {
    wanted[at].classList.toggle('touched', touched.has(board.id));
    drawBoard(wanted[at], board, options);
  });
  drawKey(on.key, boards, options);
}

// The same in words. What somebody has opened stays open.
function drawWords({ facts, legend, list: lines }) {
  const open = app.words.querySelector('details')?.open;
  app.words.replaceChildren(...[
    facts.length ? card($('dl', {}, facts.map(([label, text]) => [$('dt', {}, label), $('dd', {}, text)]))) : null,
    $('details', { open }, $('summary', {}, 'Signs, and the same in words'), $('pre', {}, legend.join('\n')), lines.map(line => $('p', {}, line))),
  ].filter(Boolean));
}

function answers(table) {
  const all = table.answers;
  if (!all.length) return null;
  const because = table.because ? ` (${table.because})` : '';
  if (all.length > 1) {
    return $('p', { class: 'answer' }, 'Given for you: ', all.map(([asked, said], at) => [at ? ', ' : '', `${asked} `, $('b', {}, said)]), because, '.');
  }
  return $('p', { class: 'answer' }, `You are asked ${all[0][0]}. You answer `, $('b', {}, all[0][1]), because, '. It is given for you.');
}

function outcome(table) {
  if (!table.outcome) return null;
  const { winners, reason } = table.outcome;
  return card($('p', { class: 'status' }, winners.length ? `${list(winners)} ${winners.length > 1 ? 'win' : 'wins'}` : 'Nobody wins'), $('p', {}, capital(reason) + '.'),
    $('div', { class: 'row' }, button('Was everybody honest?', () => verdict(), { id: 'verify' }), button('See it again', () => replay(), { id: 'replay' })));
}

function news(table) {
  const told = table.news.filter(turn => turn.lines.length || turn.note);
  const lines = told.map(turn => [turn.lines.map(line => $('li', {}, $('span', { class: 'dim' }, `${turn.turn} `), line)),
    turn.note ? $('li', {}, `${turn.seat} writes: `, $('q', {}, turn.note)) : null]);
  const ahead = table.ahead.map(line => $('li', {}, $('span', { class: 'dim' }, 'in your next file '), line));
  const offer = table.offer ? $('li', {}, `${table.offer} offers a draw: accept it under More; a move declines it.`) : null;
  return told.length || ahead.length || offer ? card($('h2', {}, 'What happened'), $('ul', {}, lines, ahead, offer)) : null;
}

function invitation(table) {
  const others = table.players.filter(player => !player.you && player.joined);
  return card(
    table.new ? null : $('p', {}, `You would be `, $('b', {}, table.you), '. ', table.players.length > 1 && table.open?.length ? '' : '',
      button('Not you?', () => otherSeat(table), { class: 'quiet', id: 'not-me' })),
    $('p', {}, table.help ? `${table.help.ask.split('. ')[0]}: touch squares, or let chance do it.` : 'You join with your first move.'),
    table.first ? $('p', {}, `${table.first} begins.`) : null,
    $('p', { class: 'dim' }, table.terms),
    table.house_rules.map(rule => $('p', {}, `House rule, ${rule.name} = ${rule.value}: ${rule.help}.`)),
    others.map(player => $('p', { class: 'dim' }, `${player.name}'s safety number: `, $('span', { class: 'safety' }, player.safety), player.known === 'new' ? ' (new to you)' : ' (you know this key)')),
    $('div', { class: 'row' }, button('How is it played?', () => rules(table.kind), { class: 'quiet' })));
}

function otherSeat(table) {
  const others = table.players.filter(player => !player.joined && !player.you).map(player => player.name);
  show([card($('p', {}, `The seat ${table.you} is the one that can be taken now. If you are somebody else, wait for the file in which you are due; if you only want to look, look.`),
    $('div', { class: 'row' }, others.map(name => button(`I am ${name}`, async () => sit(await ask('seat', { seat: name })))),
      button('Only look', () => { app.table = { ...table, chair: 'none', phase: 'wait', why: { message: 'You only look.', more: null } }; render(); }),
      button(`I am ${table.you}`, () => render())))]);
}

function watching(table) {
  if (table.phase === 'over') return null;
  const names = table.why.error === 'which-seat' ? table.why.more : [];
  return card($('p', {}, table.why.message), names.length ? $('div', { class: 'row' }, names.map(name =>
    button(`I am ${name}`, async () => sit(await ask('seat', { seat: name })), { 'data-seat': name }))) : null);
}

function details(table) {
  return [
    $('details', {}, $('summary', {}, 'Who plays'), table.players.map(player => $('p', {}, $('b', {}, player.name), player.full_name ? ` (${player.full_name})` : '', player.you ? ', you' : '',
      player.safety ? [' ', $('span', { class: 'safety' }, player.safety)] : ' has not joined yet',
      player.known === 'known' ? [' ', button('We have compared the numbers', async () => sit(await ask('confirm', { name: player.name })), { class: 'quiet' })] : player.known === 'compared' ? ', compared' : '')),
    table.hidden ? $('p', {}, `You hide: ${table.hidden}.`) : null, $('p', { class: 'dim' }, table.terms, table.deadline ? ` Until ${table.deadline.slice(0, 10)}.` : '')),
    $('div', { class: 'row' }, table.new ? null : [button('Check this game', () => verdict(), { class: 'quiet' }), button('Replay', () => replay(), { class: 'quiet' })],
      button('Rules', () => rules(table.kind), { class: 'quiet' }),
      table.name ? button('The file once more', () => send(), { class: 'quiet', id: 'again' }) : null),
  ];
}

// What the thumb reaches: what the draft says, the buttons of the hand, and the step of no return.
function bottom(table, hand, foresee, boards) {
  if (table.phase === 'bot') return bar(button('Let it answer', async () => sit(await ask('bots')), { class: 'go', id: 'sign' }));
  const more = table.chair === 'own' && table.phase !== 'over' ? button('More ..', () => menu(table), { id: 'more' }) : null;
  if (!hand && table.phase !== 'act') {
    const kids = [table.unsent ? button('Send it', () => send(), { class: 'go', id: 'send' }) : null, more];
    return bar(kids.some(Boolean) ? $('div', { class: 'row' }, kids) : null);
  }
  const typed = $('input', { id: 'typed', value: app.draft, 'aria-label': 'In words', autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false', placeholder: table.scene.examples[0]?.[0] || table.help?.example || '', onchange: () => touch({ draft: typed.value }) });
  // In a setup all are seen at once, `at random` too.
  const chips = $('div', { class: table.phase === 'setup' ? 'spots all' : 'spots' });
  bar(hand ? $('p', { class: 'says' }, hand.says) : null,
    hand && drawChips(chips, hand, { game: table.kind, boards, onTouch: touch }) ? chips : null,
    foresee.length ? $('details', {}, $('summary', {}, 'What does this give away?'), foresee.map(line => $('p', {}, line))) : null,
    $('div', { class: 'row' },
      hand ? button('\u21b6', () => { app.draft = app.before.pop(); draw(); }, { id: 'step-back', 'aria-label': 'One touch back', disabled: !app.before.length }) : null,
      more,
      button(phaseVerb(table, hand), sign, { class: 'go', id: 'sign', disabled: !!hand && !hand.ready })),
    hand ? $('details', { id: 'in-words' }, $('summary', {}, 'In words, and a note'), typed, noteBox()) : noteDetails(table));
}
const noteBox = () => $('label', {}, $('span', {}, 'A line to the others'), $('input', { id: 'note', maxlength: 400, value: app.note, onchange: event => { app.note = event.target.value; } }));
const noteDetails = table => table.expects === 'reveal' ? null : $('details', {}, $('summary', {}, 'A note'), noteBox());

async function sign() {
  const table = app.table;
  const note = document.getElementById('note');
  if (note) app.note = note.value;
  if (table.phase === 'setup' && app.next && !app.setup) {
    Object.assign(app, { setup: app.draft, draft: '', before: [] });
    return render();
  }
  const setup = table.phase === 'setup' ? app.setup || app.draft : '';
  const draft = table.phase === 'setup' && !app.setup ? '' : app.draft;
  await signed({ setup, draft, note: app.note, offer: app.offer });
}

async function signed(request) {
  const answer = await ask('sign', request);
  await store.promise();
  const made = answer.made || {};
  app.first ||= made.first;
  await sit(answer, made);
  if (made.dropped) wrong(new Error(`Your move ${made.dropped} was not made: after the answer it is not your move.`));
  if (made.no_offer) wrong(new Error(`Your offer of a draw has not gone along: ${made.no_offer}.`));
  if (chat.inside) return chat.send(look('file'), app.table);
  if (app.table.unsent) return send();
  if (app.first) return firstWords();
}

// Everything that is no move.
function menu(table) {
  const dialog = document.getElementById('dialog');
  const item = (text, does, attributes) => button(text, () => { dialog.close(); return does(); }, attributes);
  const due = table.phase === 'move' || table.phase === 'act';
  const certain = async (question, verb, request) => { if (await sure(question, 'bad', verb)) await signed(request); };
  dialog.replaceChildren($('div', { class: 'row' },
    table.offer && due ? item('Accept the draw', () => certain('The game ends in a draw.', 'Accept it', { intent: 'accept' }), { class: 'go' }) : null,
    table.can_hint ? item('A hint', hint, { id: 'hint' }) : null,
    table.no_offer && !table.offer_waits ? null : table.offer_waits
      ? item('Offer no draw after all', async () => sit(await ask('offer', { waits: false })))
      : item('Offer a draw with my next turn', async () => sit(await ask('offer', { waits: true }))),
    table.undo ? item('Take my last turn back', takeBack, { id: 'undo' }) : null,
    table.bad_boxes.length ? item('Dispute the box', () => certain('It proves that the box does not hold what it must.', 'Dispute', { intent: 'dispute' }), { class: 'bad' }) : null,
    table.may_claim ? item('Claim: the deadline has passed', () => certain('It ends the game, and shows your setup.', 'Claim', { intent: 'claim' }), { class: 'bad' }) : null,
    table.may_leave && due ? item('Resign', () => certain('You give the game up, and the others have won.', 'Resign', { intent: 'resign' }), { class: 'bad', id: 'resign' }) : null,
    item('Close', () => {})));
  dialog.showModal();
}

function hint() {
  const { lines } = look('hint');
  const dialog = document.getElementById('dialog');
  dialog.replaceChildren(...lines.map(line => $('p', {}, line)), button('Close', () => dialog.close()));
  dialog.showModal();
}

async function takeBack() {
  const question = 'Only if nobody has it: of two turns of one number only one counts, and two that were sent are held against you.';
  if (await sure(question, 'bad', 'Nobody has it: take it back')) sit(await ask('undo'));
}

// ---- send ---------------------------------------------------------------------------------------
function send() {
  const table = app.table, file = look('file');
  title(table.title, `turn ${file.turn}`);
  const blob = new File([file.text], file.name.replace(/\.toml$/, '.txt'), { type: 'text/plain' });
  const can = !!navigator.canShare?.({ files: [blob] });
  const short = `${file.subject}\n\nThe turn file is attached. Open it with pbem, or in its page.\n`;
  const mail = `mailto:${file.to.map(encodeURIComponent).join(',')}?subject=${encodeURIComponent(file.subject)}&body=${encodeURIComponent(short)}`;
  const due = table.due && file.hears.includes(table.due) ? table.due : '';
  const copies = file.hears.filter(name => name !== due);
  show([
    $('p', { class: 'status mine' }, due ? `Now send it to ${due}` + (copies.length ? `, and a copy to ${list(copies)}` : '') : `Send it to ${list(copies)}`),
    card($('p', {}, `Turn ${file.turn} is signed, and in your vault. The file is the whole game so far: ${file.name}, ${(file.text.length / 1024).toFixed(1)} kB.`),
      $('div', { class: 'row' },
        can ? button('Share ..', () => navigator.share({ files: [blob], title: file.subject, text: file.subject }), { class: 'go', id: 'share' }) : null,
        button('Save the file', () => download(file.name, file.text), { class: can ? '' : 'go', id: 'save' }),
        button('Copy it as text', () => copy(file.text), { id: 'copy' }),
        file.alone ? button('Copy the turn alone', () => copy(file.alone), { id: 'copy-alone', title: 'Short enough for a chat. Who gets it needs the game up to here.' }) : null,
        $('a', { class: 'b', id: 'mail', href: mail }, 'Write the mail')),
      $('p', { class: 'dim' }, 'A mail program cannot be handed a file by a page: attach the one that you have saved, or paste the text.'),
      $('details', {}, $('summary', {}, 'The file as text'), $('textarea', { id: 'out', readonly: true, spellcheck: 'false', onfocus: event => event.target.select() }, file.text)),
      $('details', {}, $('summary', {}, 'A letter to go with it'), $('textarea', { readonly: true, spellcheck: 'false' }, file.letter))),
    app.first ? wordsCard() : null,
    $('div', { class: 'row' },
      table.unsent ? button('I have sent it', async () => { sit(await ask('mailed')); }, { class: 'go', id: 'sent' }) : null,
      button('To the board', () => render(), { id: 'board' }),
      table.undo ? button('A slip? Take it back', takeBack, { class: 'quiet', id: 'undo' }) : null),
  ]);
  say('signed');
}

// ---- the vault ----------------------------------------------------------------------------------
function wordsCard() {
  return $('section', { class: 'card warn' }, $('h2', {}, 'Twelve words'), $('p', {}, 'If this browser loses your vault, twelve words on paper bring you back into every game, together with the newest file of your opponent. Write them down once.'),
    button('Show the twelve words', words, { id: 'show-words' }));
}
function firstWords() {
  main().append(wordsCard());
}

async function words() {
  const { words } = await ask('words');
  app.first = false;
  title('Twelve words');
  show([card($('p', {}, 'Whoever has these words can play in your name, and see what you hide. On paper, not in a mail, not in a picture.'),
    $('ol', { class: 'words', id: 'words' }, words.split(' ').map(word => $('li', {}, word))),
    $('p', { class: 'dim' }, 'They do not know what you have signed: keep a copy of the vault as well.'))]);
}

function vault(at) {
  title('Your vault');
  const name = $('input', { value: at.me || '', autocapitalize: 'off', id: 'own-name' }), mail = $('input', { value: at.mail || '', type: 'email', id: 'own-mail' });
  const passphrase = $('input', { type: 'password', autocomplete: 'new-password', id: 'passphrase', placeholder: 'A passphrase, or nothing', 'aria-label': 'A passphrase that seals it, eight signs or more' });
  const typed = $('textarea', { id: 'typed-words', autocapitalize: 'off', spellcheck: 'false', 'aria-label': 'Twelve words' });
  const file = $('input', { type: 'file', hidden: true, id: 'backup-file', onchange: guard(() => openFiles(file.files)) });
  const area = $('textarea', { id: 'paste-backup', spellcheck: 'false', 'aria-label': 'A saved vault as text' });
  show([
    card($('p', {}, where())),
    at.vault ? [
      card($('h2', {}, 'Save a copy'), $('p', {}, 'It holds your key and all you hide: mail it to nobody, and keep it sealed where others can read. A copy that is brought back waits for the newest file of each game. Never play on with both.'),
        passphrase,
        button('Save a copy', async () => { const saved = look('backup', { passphrase: passphrase.value }); download(saved.name, saved.text); }, { id: 'backup' })),
      card($('h2', {}, 'Move it'), $('p', {}, 'To another browser, or to the program (pbem restore FILE), sealed by the passphrase above if there is one. It signs nothing here afterwards.'),
        button('Move the vault out of here', () => moveOut(passphrase.value), { id: 'move' })),
      wordsCard(),
      card($('h2', {}, 'You'), $('label', {}, $('span', {}, 'Your name at the table (small letters)'), name), $('label', {}, $('span', {}, 'Your mail address, given to those you play with'), mail),
        button('Keep these', async () => { await ask('settings', { set: { name: name.value, mail: mail.value } }); await home(); }, { id: 'keep-settings' })),
      at.contacts.length ? card($('h2', {}, 'Whom you know'), at.contacts.map(who => $('p', {}, $('b', {}, who.name), ' ', $('span', { class: 'safety' }, who.safety),
        who.confirmed ? ', compared' : [' ', button('We have compared the numbers', async () => { await ask('confirm', { name: who.name }); vault(await ask('home')); }, { class: 'quiet' })]))) : null,
      at.games.some(one => one.waiting) ? card($('p', {}, 'Games that wait for the newest file of your opponent: if nothing was played since the copy was made, they need not wait.'),
        button('Nothing was played since', async () => { if (await sure('If you have signed a turn since then, you would sign another of that number.', 'bad', 'Nothing was played')) { await ask('nothing-since'); await home(); } }, { id: 'nothing-since' })) : null,
    ] : [
      card($('h2', {}, 'Bring back a saved vault'), file, button('Open the saved vault', () => file.click(), { class: 'go' }),
        $('details', {}, $('summary', {}, 'Or paste its text'), area, button('Open it', () => open(area.value), { id: 'paste-backup-go' }))),
      card($('h2', {}, 'Bring back twelve words'), typed, button('Bring them back', async () => { await ask('restore-words', { words: typed.value }); await store.promise(); await home(); }, { id: 'restore-words' })),
    ],
  ]);
}

function askPassphrase(text) {
  title('A sealed vault');
  const typed = $('input', { type: 'password', autocomplete: 'off', id: 'passphrase', 'aria-label': 'Its passphrase' });
  const send = button('Open it', () => open(text, typed.value), { class: 'go', id: 'unseal' });
  typed.addEventListener('keydown', event => { if (event.key === 'Enter') send.click(); });
  show([card($('p', {}, 'It opens with its passphrase.'), typed, $('div', { class: 'row' }, send))]);
  typed.focus();
}

function offerBackup(backup, text, passphrase) {
  title('A saved vault');
  const what = `The vault of ${backup.name || 'somebody'}, as of ${backup.made.slice(0, 10)}: ${backup.games} ${backup.games === 1 ? 'game' : 'games'}.`;
  show([card($('p', {}, what), backup.vault
    ? $('p', { class: 'red' }, 'There is a vault in this browser already, and another shall not take its place. Move that out first, or open this in another browser.')
    : [$('p', {}, backup.moved ? 'It was moved out of where it was: you can play on at once.' : 'It is a copy: each game waits for the newest file of your opponent. Never play on with both.'),
      button('Bring it back here', async () => { await ask('restore', { text, passphrase }); await store.promise(); await home(); }, { class: 'go', id: 'restore' })])]);
}

// Retired first, downloaded then: of two vaults that sign, one would be called a cheat.
async function moveOut(passphrase) {
  if (!await sure('This browser will sign nothing more. Keep the file that you get: it is your vault then.', 'go', 'Move it out')) return;
  app.out = await ask('move-out', { passphrase });
  download(app.out.name, app.out.text);
  title('The vault has moved out');
  show([card($('p', {}, `It is in ${app.out.name}. Is the file saved? Then open it in the other browser, or type  pbem restore ${app.out.name}`),
    $('textarea', { id: 'moved', readonly: true, spellcheck: 'false', 'aria-label': 'The vault as text' }, app.out.text),
    $('div', { class: 'row' },
      button('Save it again', () => download(app.out.name, app.out.text)),
      button('It is saved', async () => { await ask('moved-out'); app.out = null; await home(); }, { class: 'go', id: 'moved-out' }),
      button('It could not be saved: stay here', async () => { await ask('moved-in'); app.out = null; await home(); }, { id: 'moved-in' })))]);
}
const lostMove = () => app.out ? button('Save the file again', () => download(app.out.name, app.out.text)) : null;

// ---- a new game ---------------------------------------------------------------------------------
function newGame(at, alone) {
  title(alone ? 'Practise against a bot' : 'Invite somebody');
  const choose = (id, pairs) => $('select', { id }, pairs.map(([value, text]) => $('option', { value }, text)));
  const kind = choose('kind', app.hello.kinds.map(one => [one.id, one.title]));
  const me = $('input', { id: 'me', value: at.me || '', autocapitalize: 'off', autocomplete: 'off' });
  const who = $('input', { id: 'with', autocapitalize: 'off', autocomplete: 'off', placeholder: 'bob' });
  const level = choose('level', app.hello.levels.map(word => [word, word]));
  const options = $('div'), people = $('span', { class: 'dim' }), side = $('div');
  const changed = () => {
    const about = app.hello.kinds.find(one => one.id === kind.value);
    people.textContent = about.most > 2 ? `${about.least} to ${about.most} players; the others by commas` : 'Small letters, such as bob';
    side.replaceChildren(...about.sides ? [$('label', {}, $('span', {}, 'Your side'), choose('side', about.sides.map(name => [name, capital(name)])))] : []);
    options.replaceChildren(...about.options.filter(rule => !(alone && rule.name === 'days-per-turn')).map(rule => $('label', {}, $('span', {}, `${capital(rule.help)} (${rule.name})`), $('input', { 'data-rule': rule.name, placeholder: rule.usual, autocapitalize: 'off' }))));
  };
  kind.onchange = changed;
  changed();
  show([card(
    $('label', {}, $('span', {}, 'Which game'), kind),
    at.me ? null : $('label', {}, $('span', {}, 'Your name (small letters)'), me),
    alone ? $('label', {}, $('span', {}, 'How well shall it play'), level) : $('label', {}, $('span', {}, 'Who plays with you'), who, people),
    side,
    $('details', {}, $('summary', {}, 'House rules'), options),
    $('div', { class: 'row' }, button('How is it played?', () => rules(kind.value, () => newGame(at, alone))),
      button('Begin', async () => {
        const about = app.hello.kinds.find(one => one.id === kind.value);
        const set = Object.fromEntries([...options.querySelectorAll('input')].filter(input => input.value.trim()).map(input => [input.dataset.rule, input.value.trim()]));
        const names = who.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
        const bots = alone ? Array(about.least - 1).fill(level.value) : [];
        const answer = await ask('new', { kind: kind.value, me: at.me || me.value.trim().toLowerCase(), with: alone ? [] : names, side: side.querySelector('select')?.value, bots, options: set });
        await sit(answer);
      }, { class: 'go', id: 'begin' })))]);
}

function rules(kind, back) {
  const { title: name, manual } = look('rules', { kind });
  title(name, 'rules');
  show([card($('pre', { id: 'manual' }, manual))], { back: back || (app.table ? () => render() : home) });
}

// ---- was everybody honest, and how was it played ------------------------------------------------
function verdict(request = {}) {
  const told = look('verify', request);
  title('Was everybody honest?');
  show([card($('p', { class: 'dim' }, told.headline || ''), $('p', { class: `verdict ${told.kind}`, id: 'verdict' }, told.kind), told.sentences.map(line => $('p', {}, line)),
    told.findings.map(one => $('p', { class: 'red' }, `Turn ${one.turn}, ${one.seat}: ${one.message}`)),
    $('p', { class: 'dim' }, 'The file alone says so: every turn was played again here, and every answer compared with what was sealed.'),
    told.seats.filter(seat => seat.safety).map(seat => $('p', { class: 'dim' }, `${seat.name}: `, $('span', { class: 'safety' }, seat.safety))))],
  { back: app.table ? () => render() : home });
}

function replay() {
  const { frames, verdict } = look('replay');
  const back = () => { clearInterval(app.playing); removeEventListener('keydown', keys); return app.table ? render() : home(); };
  let at = frames.length - 1, whose = Math.max(0, frames[at].views.findIndex(view => view.as === app.table.you));
  const go = to => { at = Math.max(0, Math.min(frames.length - 1, to)); draw(); };
  const keys = event => { if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key) || event.target.closest?.('input')) return; go({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 }[event.key]); };
  const play = () => {
    if (app.playing) { clearInterval(app.playing); app.playing = 0; return draw(); }
    if (at === frames.length - 1) at = -1;
    app.playing = setInterval(() => { if (at >= frames.length - 1) { clearInterval(app.playing); app.playing = 0; } else at += 1; draw(); }, 1200);
    go(at + 1);
  };
  const draw = () => {
    const frame = frames[at], view = frame.views[Math.min(whose, frame.views.length - 1)], top = scrollY, board = place();
    title(app.table.title, `turn ${frame.turn} of ${frames.at(-1).turn}`);
    show([$('p', { class: 'told' }, frame.lines.join('; ') || `Turn ${frame.turn}`), frame.notes.map(note => $('blockquote', {}, note)),
      frame.breaches.map(line => $('p', { class: 'red' }, line)),
      board.all,
      at === frames.length - 1 ? $('p', { class: `verdict ${verdict.kind}` }, verdict.kind) : null], { back, top: false });
    drawBoards(board, view.scene.boards, { game: app.table.kind, last: view.last });
    scrollTo(0, top);
    bar($('input', { type: 'range', id: 'slider', min: 0, max: frames.length - 1, value: at, 'aria-label': 'turn', oninput: event => go(+event.target.value) }),
      $('div', { class: 'row' }, button('\u00ab', () => go(0), { 'aria-label': 'first turn' }), button('\u2039', () => go(at - 1), { 'aria-label': 'back', id: 'step' }), button(app.playing ? '\u23f8' : '\u25b6', play, { 'aria-label': app.playing ? 'stop' : 'play', id: 'play' }),
        button('\u203a', () => go(at + 1), { 'aria-label': 'on' }), button('\u00bb', () => go(frames.length - 1), { 'aria-label': 'last turn' }),
        frame.views.length > 1 ? button(`As ${view.as} saw it`, () => { whose = (whose + 1) % frame.views.length; draw(); }, { id: 'flip' }) : null),
      $('div', { class: 'moves', role: 'list' }, frames.map((one, index) => button(String(one.turn), () => go(index), { 'aria-current': index === at ? 'true' : null, class: one.breaches.length ? 'bad' : '', title: one.lines.join('; ') }))));
    document.querySelector('.moves [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  addEventListener('keydown', keys);
  draw();
}

// ---- begin --------------------------------------------------------------------------------------
(async () => {
  try {
    await unpack(document.getElementById('core'));
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
    await guard(home)();
    if (chat.inside) await chat.listen(guard((text, game) => { if (!app.table || app.table.id === game || !app.draft) return open(text); }));
    document.body.dataset.ready = 'yes';
  } catch (error) {
    document.getElementById('wait').textContent = 'This browser cannot run pbem: ' + error;
    document.body.dataset.ready = 'no';
  }
})();
