// The first screen, drafts, and new games.

// ---- home ------------------------------------------------------------------------------------------
const app = { hello: null, table: null, draft: '', setup: '', before: [], text: '', note: '', offer: false, seen: new Map(), again: null };
// Names are lower case in files. The page capitalizes them.
const person = name => name && capital(name);
const named = text => (app.table?.players || []).reduce((told, { name }) => told.replaceAll(new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, '.')}(?![\\w-])`, 'g'), person(name)), text);
const GUEST = 'guest';

async function home() {
  const at = await ask('home');
  app.table = null;
  store.note('#here');
  title('pbem', at.me && at.me !== GUEST ? person(at.me) : '');
  const mine = at.locked ? [] : at.games.filter(one => one.mine || one.unsent || one.bot), other = at.games.filter(one => !mine.includes(one));
  const drafts = Object.values(store.own).filter(one => one?.draftOf && one.listed && !at.games.some(game => game.id === one.draftOf));
  const live = [...mine, ...other.filter(one => !one.over)], over = other.filter(one => one.over);
  show([
    at.locked ? $('section', { class: 'card warn' }, $('p', {}, at.locked), lostMove()) : null,
    store.database && !store.gone ? null : $('section', { class: 'card bad', id: 'kept-nowhere' }, $('p', { class: 'red' }, 'This browser will forget everything when you close the page. Save a backup before you do, and open it next time.')),
    at.faults.map(fault => $('section', { class: 'card bad' }, $('p', {}, fault.message))),
    chat.inside ? chatFiles(at) : null,
    live.length || drafts.length ? [$('h2', {}, live.length > mine.length ? 'Your games' : 'Your turn'),
      $('ul', { class: 'games', id: 'games' }, drafts.map(draft), live.map(one => game(one, at.locked)))] : $('p', { class: 'hello' }, $('b', {}, 'Secrets you can prove'), $('span', {}, 'Games with hidden information, to play with friends. No account, no server.')),
    $('div', { class: 'call' + (live.length ? ' later' : '') },
      chat.inside ? null : button('I have an invitation', inbox, { class: 'go', id: 'inbox' }), button(chat.inside ? 'Start a game in this chat' : 'Invite a friend', () => newGame(at), { id: 'invite' })),
    $('h2', {}, 'Play now against a bot'),
    $('ul', { class: 'tiles' }, app.hello.kinds.map(kind => $('li', {}, $('button', { type: 'button', class: 'tile', 'data-kind': kind.id, onclick: guard(() => practise(kind)) },
      drawCover(kind.id), $('div', {}, $('b', {}, kind.title), $('span', {}, art.covers[kind.id]?.says || '')))))),
    over.length ? $('details', {}, $('summary', {}, `Finished games (${over.length})`), $('ul', { class: 'games' }, over.map(one => game(one)))) : null,
    $('div', { class: 'foot' }, $('span', {}, where()), button(at.vault ? 'Backup and settings' : 'Backup and restore', () => vault(at), { class: 'quiet', id: 'vault' })),
  ], { back: null, screen: 'home' });
  minis();
}

const where = () => store.database
  ? (store.promised ? 'Saved in this browser.' : 'Saved in this browser. Browsers sometimes clear that: make a backup.')
  : 'Not saved anywhere yet.';

const game = (at, locked) => $('li', {}, button([
  $('div', { class: 'mini', 'data-id': at.id }),
  $('div', { class: 'who' }, $('b', {}, at.title), $('span', {}, `against ${list(at.against.split(/, | and /).map(person))}`, at.waiting && !at.over ? ': open the latest file' : '')),
  $('span', { class: 'tag' + ((at.mine || at.unsent || at.bot) && !locked ? ' mine' : '') },
    locked ? 'Moved' : at.waiting && !at.over ? 'Restored' : at.unsent ? 'Not sent' : at.mine ? 'Your turn' : at.over ? 'Over' : at.bot ? 'Bot to play' : `${person(at.due)}'s turn`),
], async () => sit(await ask('game', { id: at.id }))));

const draft = one => $('li', {}, button([
  $('div', { class: 'mini' }, drawCover(one.kind)),
  $('div', { class: 'who' }, $('b', {}, one.title), $('span', {}, one.text ? `${person(one.opener)} invites you` : 'not started yet')),
  $('span', { class: 'tag mine' }, one.text ? 'Invitation' : 'Continue'),
], () => resume(one)));

// Draws the boards of the first games, after the screen has been painted.
async function minis() {
  const boxes = [...document.querySelectorAll('.mini[data-id]')].slice(0, 6);
  for (const box of boxes) {
    await new Promise(done => setTimeout(done));
    if (!box.isConnected || busy) return;
    const { id } = box.dataset;
    try {
      const { kind, scene } = look('glance', { id });
      const board = scene.boards.at(-1), shapes = new Set(board.rows.flatMap(row => (row.cells?.cells || []).flatMap(cell => (cell.pieces || []).map(piece => piece.shape))));
      // An empty board is only a grid, and a wide one is too small, so show the picture of the game.
      if (shapes.size < 2 || board.columns.length > 10) box.replaceChildren(drawCover(kind));
      else drawBoard(box, { ...board, title: '', aside: [] }, { game: kind, quiet: true });
    } catch (error) { console.error(error); }
  }
}

// Opens an invitation, a turn or a backup, from a file or as text.
function inbox() {
  const area = $('textarea', { id: 'paste', 'aria-label': 'The message as text', placeholder: 'Or paste the whole message here', spellcheck: 'false' });
  // The next screen closes the sheet. An error leaves it open.
  const file = $('input', { type: 'file', id: 'file', hidden: true, onchange: guard(() => openFiles(file.files)) });
  const go = button('Open it', () => open(area.value), { id: 'paste-go', class: 'go', disabled: true });
  area.addEventListener('input', () => { go.disabled = !area.value.trim(); });
  sheet('Open what you were sent', file, $('p', { class: 'dim' }, 'Choose the file that is attached to the email, or paste the text of a chat message.'),
    $('div', { class: 'row' }, button('Choose the file', () => { file.value = ''; file.click(); }, { class: 'go' }),
      navigator.clipboard?.readText ? button('Paste', async () => { area.value = await navigator.clipboard.readText(); go.disabled = !area.value.trim(); await open(area.value); }) : null),
    area, $('div', { class: 'row' }, go));
}

// Games of this chat that are not in the vault, and a way back for a player who lost the vault.
const chatFiles = at => {
  const files = Object.entries(chat.files).filter(([id]) => !at.games.some(game => game.id === id));
  const played = !at.vault && files.some(([id, { seat }]) => chat.seats[id + ' ' + seat] === window.webxdc.selfAddr);
  return [
    played ? $('section', { class: 'card warn', id: 'lost-vault' }, $('p', {}, 'You played in this chat before, but this device lost your games. Type your recovery phrase to continue.'),
      button('Restore my games', () => vault(at), { class: 'go' })) : null,
    files.length ? card($('h2', {}, 'In this chat'), files.map(([, one]) => button(`${one.kind}: turn ${one.turn}, by ${person(one.seat)}`, () => open(one.file), { class: 'from-chat' }))) : null,
  ];
};

// Starts a game against bots in one touch, with a random setup that can still be changed.
async function practise(kind, level = 'easy') {
  const at = await ask('home');
  await begin({ kind: kind.id, me: at.me || chat.inside && spell(window.webxdc.selfName || '') || GUEST, with: [], bots: Array(kind.least - 1).fill(level), options: {} });
}
async function begin(request) {
  app.again = request;
  const answer = await ask('new', request);
  await sit(answer);
  if (request.bots.length && app.table?.phase === 'setup') {
    const deal = app.hand?.touches.find(touch => touch.at.button === 'at random');
    if (deal) touch(deal);
  }
}


// ---- drafts ----------------------------------------------------------------------------------------
// Saves a draft at each touch, since a phone may discard the page at any time.
function keep() {
  const table = app.table;
  if (!table || table.phase === 'over' || !isDrafted(table) && table.chair === 'own') return;
  const own = table.chair === 'own';
  store.note('#draft ' + table.id, {
    draftOf: table.id, turn: table.turn, kind: table.kind, title: table.title, opener: table.opener, draft: app.draft, setup: app.setup, before: app.before.slice(-40), note: app.note,
    seat: table.chair === 'free' ? table.you : '', text: !own && !table.new ? app.text : '', again: table.new ? app.again : null, listed: table.chair === 'free' || table.why?.error === 'which-seat',
  });
}
function forget(id) { store.note('#draft ' + id); }
// Remembers which screen is open, and the text of a game that isn't in the vault.
function stay(screen = '') {
  const table = app.table;
  store.note('#here', { id: table.id, screen, text: table.chair === 'none' ? app.text : '' });
}
async function resume(one) {
  if (one.text) return open(one.text, '', one.seat);
  if (one.again) {
    forget(one.draftOf);
    await sit(await ask('new', one.again));
    app.again = one.again;
    Object.assign(app, { draft: one.draft, setup: one.setup, before: one.before, note: one.note });
    keep();
    return render();
  }
  return sit(await ask('game', { id: one.draftOf }));
}
// Goes to the screen that was open when the page was closed.
async function comeBack() {
  const at = store.own['#here'];
  if (!at) return home();
  const one = store.own['#draft ' + at.id];
  try {
    if (at.screen === 'new') return newGame(await ask('home'));
    if (one && (one.text || one.again)) await resume(one);
    else if (at.text) await open(at.text);
    else await sit(await ask('game', { id: at.id }));
    if (at.screen === 'send' && app.table?.unsent) send();
  } catch { return home(); }
}

async function openFiles(files) {
  for (const file of files) await open(await file.text());
}

async function open(text, passphrase = '', seat = '') {
  app.text = text;
  const answer = await ask('open', { text, passphrase, seat });
  if (answer.sealed) return askPassphrase(text);
  if (answer.backup) return offerBackup(answer.backup, text, passphrase);
  if (answer.table) return sit(answer);
  return home();
}


// ---- a new game ------------------------------------------------------------------------------------
function newGame(at) {
  title(chat.inside ? 'Start a game' : 'Invite a friend');
  const was = store.own['#new'] || {};
  const choose = (id, pairs, value) => $('select', { id }, pairs.map(([value1, text]) => $('option', { value: value1, selected: value1 === value }, text)));
  const kind = choose('kind', app.hello.kinds.map(one => [one.id, one.title]), was.kind);
  const known = at.me && at.me !== GUEST ? at.me : '';
  const me = $('input', { id: 'me', value: known || was.me || (chat.inside ? window.webxdc.selfName || '' : ''), autocomplete: 'given-name' });
  const who = $('input', { id: 'with', value: was.with || '', autocapitalize: 'off', autocomplete: 'off', placeholder: 'Bob' });
  const options = $('div'), people = $('span', { class: 'dim' }), side = $('div');
  const valueOf = input => input.type === 'checkbox' ? String(input.checked) : input.value.trim();
  const rulesSet = () => Object.fromEntries([...options.querySelectorAll('[data-rule]')].map(input => [input.dataset.rule, valueOf(input), input.dataset.usual])
    .filter(([, value, usual]) => value && value !== usual).map(([name, value]) => [name, value]));
  const changed = () => {
    const about = app.hello.kinds.find(one => one.id === kind.value);
    people.textContent = about.most > 2 ? `${about.least} to ${about.most} players: separate the names with commas` : '';
    side.replaceChildren(...about.sides ? [$('label', {}, $('span', {}, 'Your side'), choose('side', about.sides.map(name => [name, capital(name)]), was.side))] : []);
    options.replaceChildren(...about.options.map(rule => houseRule(rule, was.kind === kind.value ? was.options?.[rule.name] : '')));
  };
  kind.onchange = changed;
  changed();
  const typed = () => ({ kind: kind.value, me: me.value, with: who.value, side: side.querySelector('select')?.value, options: rulesSet() });
  show([$('div', { class: 'narrow', oninput: () => store.note('#new', typed()), onchange: () => store.note('#new', typed()) }, card(
    $('label', {}, $('span', {}, 'Game'), kind),
    known ? null : $('label', {}, $('span', {}, 'Your name'), me),
    $('label', {}, $('span', {}, 'Your friend\'s name'), who, people),
    side,
    $('details', {}, $('summary', {}, 'House rules'), options),
    $('div', { class: 'row' }, button('Read the rules', () => rules(kind.value, async () => newGame(await ask('home')))),
      button('Next', async () => {
        const names = who.value.split(',').map(spell).filter(Boolean);
        if (!known && !spell(me.value)) throw new Error('Type your name: A to Z, without accents.');
        if (!names.length) throw new Error("Type your friend's name: A to Z, without accents.");
        store.note('#new');
        await begin({ kind: kind.value, me: known || spell(me.value), with: names, side: typed().side, bots: [], options: rulesSet() });
      }, { class: 'go', id: 'begin' }))))]);
  store.note('#here', { id: '', screen: 'new' });
}
// A switch, a list or a field for a house rule. The default is preselected.
function houseRule({ name, usual, help, values }, was) {
  const standard = values.none && usual === '0' ? 'none' : usual, value = was || standard;
  const about = { 'data-rule': name, 'data-usual': standard };
  if (values.flag) return $('label', { class: 'switch' }, $('input', { type: 'checkbox', checked: value === 'true', ...about }), $('span', {}, capital(help)));
  const field = values.words ? $('select', about, values.words.map(word => $('option', { value: word, selected: word === value }, capital(word))))
    : 'min' in values && !values.none ? $('input', { type: 'number', min: values.min, max: values.max, value, ...about })
      : $('input', { value, autocapitalize: 'off', ...about });
  return $('label', {}, $('span', {}, capital(help)), field);
}
// Converts a name to the form in turn files: `Zoë Smith` becomes `zoe-smith`.
const spell = text => text.normalize('NFD').replace(/[^a-z0-9, -]/gi, '').trim().toLowerCase().replace(/ +/g, '-').replace(/^[^a-z]+/, '');
