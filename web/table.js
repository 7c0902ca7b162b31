// The table. It knows nothing about particular games: it draws what the core describes, and returns
// touches.

function sit(answer, made) {
  if (!answer.table) return home();
  const table = answer.table, before = app.table;
  // A restored vault may have signed later turns, so it signs none before it has the latest file.
  if (table.waiting && table.chair === 'own' && table.phase !== 'over') Object.assign(table, { phase: 'wait', restored: true });
  const kept = store.own['#draft ' + table.id], fits = kept && kept.turn === table.turn && !made;
  if (kept && !fits) forget(table.id);
  Object.assign(app, { table, draft: fits ? kept.draft : '', setup: fits ? kept.setup : '', before: fits ? kept.before : [], note: fits ? kept.note : '', offer: false, side: null, picked: null });
  // Keep the earlier contents of the squares across a reload, so that squares are animated if an
  // answer from the mail has changed them.
  if (before?.id !== table.id) app.seen = new Map(store.own['#seen ' + table.id] || []);
  app.isNew = true;
  app.pencil = null;
  stay();
  keep();
  if (made && made.first) app.first = true;
  return render();
}

const isYou = (table, name) => name === table.you;
const headline = table => {
  const others = table.players.filter(player => !player.you).map(player => person(player.name));
  if (table.chair === 'free' && table.new) return `A new game with ${list(others)}`;
  if (table.chair === 'free' && table.bots) return `A game with ${list(others)}`;
  if (table.chair === 'free') return `${person(table.opener)} invites you to play`;
  if (table.why && table.phase !== 'over') return 'You are watching';
  return {
    setup: 'Hide your setup', move: 'Your turn', bot: `${person(table.due)} is thinking`,
    act: table.expects === 'reveal' ? 'Time to reveal your setup' : table.rolls && !table.answers.length ? 'Time to roll' : 'Your answer',
    wait: table.restored ? 'Restored from a backup' : table.unsent ? 'Now send your turn' : `Waiting for ${person(table.due)}`, over: '',
  }[table.phase];
};
// The second line: the last event, your answer, or the way to join.
function event(table) {
  if (table.chair === 'free') {
    return table.help ? `${table.help.ask.split('. ')[0].replace(/\.$/, '')}.` : 'Your first move joins the game.';
  }
  const fresh = table.news.filter(turn => turn.new && turn.lines.length);
  const told = fresh.length ? fresh : table.news.filter(turn => turn.lines.length).slice(-1);
  const words = told.flatMap(turn => turn.lines).map(line => capital(named(line)) + '. ').join('');
  if (!table.answers.length || table.restored) return words;
  const because = table.because ? ` (${named(table.because)})` : '';
  return [words, 'Your answer: ', table.answers.map(([asked, said], at) => [at ? ', ' : '', table.answers.length > 1 ? `${named(asked)}: ` : '', $('b', {}, said)]), because, '.'];
}
const phaseVerb = (table, hand) => {
  if (table.phase === 'act') return table.expects === 'reveal' ? 'Reveal my setup' : table.answers.length ? 'Answer' : 'Continue';
  if (table.chair === 'free' && !app.setup && table.phase === 'setup') return app.next ? 'Next: your first move' : table.new ? 'Start' : 'Join';
  if (table.chair === 'free') return table.new ? 'Start' : table.bots ? capital(hand?.verb || 'Start') : 'Join';
  return capital(hand?.verb || 'make this move');
};

// Draws the whole table, with the draft.
function render() {
  const table = app.table, over = table.phase === 'over';
  title(table.title, [table.heading, table.turn ? `turn ${table.turn}` : ''].filter(Boolean).join(', '));
  app.board = place();
  app.words = $('div');
  const happened = event(table);
  show([
    table.breach ? $('section', { class: 'card bad' }, $('p', {}, capital(named(table.breach)))) : null,
    store.database && !store.gone || over ? null : $('section', { class: 'card bad', id: 'kept-nowhere' }, $('p', { class: 'red' }, 'This browser saves nothing: save a backup after each turn.')),
    clockWarning(table),
    table.stale ? $('section', { class: 'card warn' }, $('p', {}, named(table.stale))) : null,
    table.restored ? restored(table) : null,
    (table.notices || []).map(words => $('section', { class: 'card warn' }, $('p', {}, named(words)))),
    table.bad_boxes.map(words => $('section', { class: 'card bad' }, $('p', {}, capital(named(words))), $('p', {}, 'You can dispute this under More. That proves it to everyone, and wins the game.'))),
    $('div', { class: 'tell' }, over ? result(table) : [
      $('p', { class: 'status' + (isDrafted(table) || table.phase === 'act' ? ' mine' : '') }, headline(table)),
      happened ? $('p', { class: 'event' + (table.answers.length ? ' asked' : '') }, happened) : null,
      table.chair === 'free' && !table.new && !table.bots ? $('p', { class: 'terms' }, 'You are ', $('b', {}, person(table.you)), ` · ${table.terms.split(';')[0]}`) : null],
    table.why ? watching(table) : null),
    $('div', { class: 'board' }, app.board.tabs, app.board.boards),
    $('div', { class: 'under' }, news(table), table.chair === 'free' ? $('div', { class: 'row' }, button('How to play', () => rules(table.kind, () => render()), { class: 'quiet' })) : null, app.words, details(table), app.board.keyBox),
  ], { look: 'table' + (over ? ' ended' : ''), screen: 'table' });
  const how = document.getElementById('how');
  how.hidden = false;
  how.onclick = guard(() => rules(table.kind, () => render()));
  app.bar = null;
  draw();
  fit();
  unfold();
}

// News about many moves is cut off after two lines, until the user asks for all of it.
function unfold() {
  const told = document.querySelector('.event');
  if (!told || told.scrollHeight <= told.clientHeight + 2) return;
  const all = $('button', { type: 'button', class: 'all', 'aria-expanded': 'false', onclick: () => { told.classList.add('whole'); all.remove(); fit(); } }, 'Show all');
  told.before(all);
}

// A card for a restored game, with the ways to continue.
function restored(table) {
  const others = list(table.hears.map(person));
  return $('section', { class: 'card', id: 'restored' }, $('p', {}, `You may have sent ${others} a turn that is missing here. Ask for the latest file of this game and open it here. You can play on after the next turn from ${others}, or now if you signed no later turn.`),
    button('I signed no later turn', nothingSince, { id: 'nothing-since' }));
}
async function nothingSince() {
  if (!await sure('If you did sign a later turn, you would sign a second version of it, and only one version counts.', 'bad', 'I signed none')) return;
  const at = app.table;
  await ask('nothing-since');
  if (at) await sit(await ask('game', { id: at.id })); else await home();
}
// Deletes a game against bots with all its documents. The core checks that no other person plays in
// this game.
async function deleteGame(table) {
  if (!await sure(`Delete this game of ${table.title}? You can't restore it.`, 'bad', 'Delete')) return;
  const { documents } = look('deletable', { id: table.id });
  await store.save(Object.fromEntries(documents.map(name => [name, null])));
  for (const note of ['#draft ', '#seen ', '#again ']) store.note(note + table.id);
  call('load', { documents: store.documents });
  await home();
}

// Warns if the clock is far from the dates in an invitation, because other players reject turns
// from the future.
function clockWarning(table) {
  if (table.chair !== 'free' || table.new || table.bots) return null;
  const days = Math.round((Date.now() - Date.parse(table.created)) / 864e5);
  const why = days < -1 ? 'in the future' : days > 60 ? `${days} days ago` : '';
  return why ? $('section', { class: 'card warn', id: 'clock' }, $('p', {}, `By your clock, this invitation was made ${why}. Check the date on your device before you join: it says ${new Date().toLocaleDateString()}.`)) : null;
}

// The height of a board is the rest of the screen between the words and the bar.
function fit() {
  const boards = app.board?.boards, element = document.querySelector('.bar');
  if (!boards?.isConnected) return;
  const high = element.hidden ? 0 : element.offsetHeight;
  document.body.style.setProperty('--bar', high + 'px');
  const beside = matchMedia('(min-width: 900px), (orientation: landscape) and (max-height: 540px)').matches;
  const top = boards.getBoundingClientRect().top + scrollY;
  boards.style.setProperty('--room', `${Math.max(200, innerHeight - top - (beside ? 8 : high + 4))}px`);
}
addEventListener('resize', () => fit());
const isDrafted = table => table.phase === 'setup' || table.phase === 'move';

// Redraws what a touch changes. Boards and bar keep their elements, so the focus stays.
function draw() {
  const table = app.table;
  const told = isDrafted(table) ? look('touch', { draft: app.draft, setup: app.setup }) : { hand: null, preview: [], warning: null };
  const hand = app.hand = app.pencil ? pencilHand(table) : told.hand, scene = told.scene || table.scene;
  const boards = hand?.boards?.length ? hand.boards : scene.boards;
  app.next = told.move_next;
  app.warning = told.warning;
  app.preview = [told.preview, told.warning || []].flat();
  const seen = app.isNew && app.board ? app.seen : null;
  drawBoards(app.board, boards, { game: table.kind, hand, onTouch: app.pencil ? pencil : touch, seen, tallied: !!scene.tallies });
  if (app.isNew || !app.words.childElementCount) drawWords(scene, table.kind);
  if (seen && table.chair === 'own') store.note('#seen ' + table.id, table.phase === 'over' ? undefined : [...seen]);
  app.isNew = false;
  if (app.pencil) pencilBar(); else bottom(table, hand, boards);
  say(hand ? sentence(hand) : '');
}

function touch({ draft }) {
  if (busy) return;
  app.before.push(app.draft);
  app.draft = draft;
  guard(draw)();
  keep();
}

// The boards and the legend. A narrow screen shows one of two boards at a time.
function place() {
  const boards = $('div', { class: 'boards' }), key = $('div'), tabs = $('div', { class: 'tabs', role: 'group', 'aria-label': 'Boards', hidden: true });
  const keyBox = $('details', {}, $('summary', {}, 'What the pictures mean'), key);
  return { boards, key, tabs, keyBox, all: [tabs, boards, keyBox] };
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
  let side = app.side, busiest = 0;
  const counts = new Map();
  boards.forEach((board, at) => {
    const state = drawBoard(wanted[at], board, { ...options, whole: true, title: plainTitle });
    if (options.seen) counts.set(board.id, state.events);
    if (!app.side && options.seen && state.events > busiest) { busiest = state.events; side = board.id; }
  });
  side = boards.some(board => board.id === side) ? side : (boards.find(board => touched.has(board.id)) || boards.at(-1))?.id;
  // The board to touch comes to the front, unless the user has chosen another tab since that board
  // became touchable.
  const touchable = [...touched].join();
  if (touched.size && !touched.has(side) && app.picked !== touchable) app.side = side = boards.find(board => touched.has(board.id))?.id || side;
  if (options.seen || touched.size && !app.side) app.side = side;
  const two = boards.length > 1;
  on.boards.classList.toggle('two', two);
  // Counts are drawn, not written. Before you join, there are none.
  on.boards.classList.toggle('tallied', !!options.tallied);
  on.tabs.hidden = !two;
  boards.forEach((board, at) => wanted[at].classList.toggle('on', board.id === side));
  // The board to touch, if another one hides it.
  const hidden = boards.filter((board, at) => touched.has(board.id) && !wanted[at].offsetParent);
  app.elsewhere = touched.size && hidden.length === boards.filter(board => touched.has(board.id)).length ? hidden[0] : null;
  if (options.seen) app.fresh = new Set(boards.filter(board => counts.get(board.id)).map(board => board.id));
  app.fresh?.delete(side);
  // Tabs are changed, not replaced, so that the focus stays.
  if (two && on.tabs.children.length !== boards.length) on.tabs.replaceChildren(...boards.map(() => $('button', { type: 'button' })));
  if (two) boards.forEach((board, at) => {
    const tab = on.tabs.children[at], words = app.table ? plainTab(app.table, board) : board.title;
    if (tab.textContent !== words) tab.textContent = words;
    tab.setAttribute('aria-pressed', String(board.id === side));
    tab.classList.toggle('news', !!app.fresh?.has(board.id));
    tab.onclick = () => { app.side = board.id; app.picked = touchable; drawBoards(on, boards, { ...options, seen: null }); app.bar?.tell?.(); };
  });
  if (options.seen || !on.key.childElementCount) drawKey(on.key, boards, options);
}
// The sentence of the draft, or the tab to go to if the shown board has no touches.
const sentence = hand => app.elsewhere && !app.draft && app.table ? `Nothing to select on this board. To ${hand.verb || 'move'}, go to "${plainTab(app.table, app.elsewhere)}".` : named(hand.says);
// `ALICE: what you know` as `Alice: what you know`.
const plainTitle = title => title.replace(/^[^:]+/, name => capital(name.toLowerCase()));
const plainTab = (table, board) => {
  const [who] = board.title.split(': ');
  const name = who.toLowerCase();
  return name.startsWith('your ') ? capital(name) : isYou(table, name) ? 'You' : person(name);
};

// Counted pieces, facts, and the position in words.
function drawWords({ facts, legend, list: lines, tallies }, game) {
  const open = app.words.querySelector('details')?.open;
  const isOpen = app.table.chair !== 'free';
  app.words.replaceChildren(...[
    isOpen ? counted(tallies, game) : null,
    facts.length && isOpen ? card($('dl', {}, facts.map(([label, text]) => [$('dt', {}, label), $('dd', {}, named(text))]))) : null,
    $('details', { open }, $('summary', {}, 'The position in words'), $('pre', {}, legend.join('\n')), lines.map(line => $('p', {}, named(line)))),
  ].filter(Boolean));
}

// The end: the winner, the verification, and the next steps.
function result(table) {
  const { winners, reason } = table.outcome || { winners: [], reason: '' };
  const won = winners.includes(table.you), played = !table.why;
  const big = !winners.length ? 'No one wins' : won ? 'You win!' : `${list(winners.map(person))} ${winners.length > 1 ? 'win' : 'wins'}`;
  const seal = $('button', { type: 'button', class: 'seal', id: 'verify', disabled: true, onclick: guard(() => verdict()) }, icon('seal'), $('span', { 'aria-live': 'polite' }, 'Checking every turn ..'));
  // Verification takes up to a second on slow phones, so the result is painted first.
  setTimeout(guard(() => {
    if (!seal.isConnected || busy) return;
    const fair = look('verify'), liars = [...new Set(fair.findings.map(one => person(one.seat)))];
    seal.disabled = false;
    seal.classList.add(fair.kind);
    seal.querySelector('span').textContent = fair.kind === 'dishonest' && liars.length ? `${list(liars)} cheated` : FOUND[fair.kind] || capital(fair.kind);
  }), 60);
  return [$('section', { class: `card result ${!played || !winners.length ? '' : won ? 'won' : 'lost'}` },
    $('p', { class: 'big status' }, big), $('p', {}, capital(named(reason)) + '.'),
    seal,
    $('div', { class: 'row' }, played ? button('Rematch', () => rematch(table), { class: table.unsent ? '' : 'go', id: 'rematch' }) : null,
      button('Watch it again', () => replay(), { id: 'replay' }),
      table.name && table.may_send !== false ? button('Share', () => shareGame(table), { id: 'share-game' }) : null))];
}

async function rematch(table) {
  const others = table.players.filter(player => !player.you).map(player => player.name);
  const was = store.own['#again ' + table.id];
  if (table.bots) return was ? begin(was) : practise(app.hello.kinds.find(one => one.id === table.kind));
  const options = was?.options || Object.fromEntries(table.house_rules.map(rule => [rule.name, rule.value]));
  await begin({ kind: table.kind, me: table.you, with: others, bots: [], options });
}

async function shareGame(table) {
  const file = look('file'), name = fileName(file), blob = new File([file.text], name, { type: 'text/plain' });
  if (chat.inside) return chat.export(name, file.text);
  if (navigator.canShare?.({ files: [blob] })) return navigator.share({ files: [blob], title: table.title, text: explained(table, file, 'the attached file') });
  download(name, file.text);
}

function news(table) {
  // An invitation shows only the note of the player who sent it.
  const isFree = table.chair === 'free', told = table.news.filter(turn => turn.lines.length && !isFree || turn.note);
  const lines = told.map(turn => [isFree ? [] : turn.lines.map(line => $('li', {}, capital(named(line)))),
    turn.note ? $('li', {}, `${person(turn.seat)} writes: `, $('q', {}, turn.note)) : null]);
  const ahead = table.ahead.map(line => $('li', {}, $('span', { class: 'dim' }, 'Next: '), named(line)));
  const offer = table.offer ? $('li', {}, `${person(table.offer)} offers a draw. Accept it under More, or play on to decline.`) : null;
  return told.length || ahead.length || offer ? card($('h2', {}, isFree ? 'A note for you' : 'Last moves'), $('ul', {}, lines, ahead, offer)) : null;
}

function otherSeat(table) {
  const others = table.players.filter(player => !player.joined && !player.you).map(player => player.name);
  sheet('Who are you?', $('p', {}, `This invitation is for ${person(table.you)} now.`), $('div', { class: 'list' },
    button(`I am ${person(table.you)}`, () => document.getElementById('dialog').close()),
    others.map(name => button(`I am ${person(name)}`, async () => { document.getElementById('dialog').close(); sit(await ask('seat', { seat: name })); })),
    button('I only want to watch', () => { document.getElementById('dialog').close(); app.table = { ...table, chair: 'none', phase: 'wait', why: { message: 'You are only watching.', more: null } }; render(); })));
}

function watching(table) {
  if (table.phase === 'over') return null;
  const names = table.why.error === 'which-seat' ? table.why.more : [];
  return card($('p', {}, table.why.message), names.length ? $('div', { class: 'row' }, names.map(name =>
    button(`I am ${person(name)}`, async () => sit(await ask('seat', { seat: name })), { 'data-seat': name, class: 'go' }))) : null);
}

function details(table) {
  return [
    $('details', {}, $('summary', {}, table.chair === 'free' && !table.new ? 'Players, terms and safety numbers' : 'Players and terms'),
      table.players.map(player => $('p', {}, $('b', {}, person(player.name)), player.full_name ? ` (${player.full_name})` : '', player.you ? ', you' : '',
        player.safety ? [$('br'), $('span', { class: 'dim' }, 'Safety number '), $('span', { class: 'safety' }, player.safety)] : ', not joined yet',
        player.known === 'known' ? [' ', button('We compared the numbers', async () => sit(await ask('confirm', { name: player.name })), { class: 'quiet' })] : player.known === 'compared' ? ', compared' : '')),
      table.first ? $('p', {}, `${person(table.first)} begins.`) : null,
      table.hidden ? $('p', {}, `Your hidden setup: ${table.hidden}.`) : null, $('p', { class: 'dim' }, table.terms, table.deadline ? ` Until ${table.deadline.slice(0, 10)}.` : ''),
      table.house_rules.map(rule => $('p', {}, `House rule: ${rule.help}: ${{ true: 'yes', false: 'no' }[rule.value] || rule.value}.`)),
      table.chair === 'free' && !table.new && !table.bots && table.open?.length !== 0 ? button(`Not ${person(table.you)}?`, () => otherSeat(table), { class: 'quiet', id: 'not-me' }) : null),
    $('div', { class: 'row' }, table.new || table.turn < 2 ? null : [button('Verify the game so far', () => verdict(), { class: 'quiet' }), button('Watch it from the start', () => replay(0), { class: 'quiet' }),
      table.name && table.people && table.may_send ? button('Send the last file again', () => send(), { class: 'quiet', id: 'again' }) : null],
    table.name && table.people === false ? button('Delete this game', () => deleteGame(table), { class: 'quiet', id: 'delete' }) : null,
    table.chair === 'free' && store.own['#draft ' + table.id] ? button(table.new ? 'Discard this game' : 'Remove this invitation', () => { forget(table.id); return home(); }, { class: 'quiet', id: 'discard' }) : null),
  ];
}

// The bar at the bottom: one line of words, the pens, one row of buttons. It is created once for each
// table; a touch only changes it.
function bottom(table, hand, boards) {
  const has = hand || table.phase === 'act';
  if (!app.bar) {
    const more = table.chair !== 'none' && table.phase !== 'over' ? button(icon('more'), () => menu(table), { id: 'more', 'aria-label': 'More' }) : null;
    const row = (...kids) => $('div', { class: 'row' }, ...kids);
    app.bar = { has };
    if (table.phase === 'bot') bar(row(more, button(`Let ${person(table.due)} play`, async () => sit(await ask('bots')), { class: 'go', id: 'sign' })));
    else if (!has) {
      const send1 = table.unsent && !table.restored ? button('Send your turn', () => send(), { class: 'go', id: 'send' }) : null;
      const waits = table.phase === 'wait' && !send1 && !chat.inside && table.due;
      bar(waits ? $('p', { class: 'says' }, table.restored ? 'Open the latest file of this game.' : `When ${person(table.due)} answers, open the message here.`) : null,
        send1 || more ? row(more, send1 || (chat.inside ? null : button(table.restored ? 'Open the file' : 'Open the answer', inbox, { id: 'next' }))) : null);
    } else {
      Object.assign(app.bar, {
        words: $('span'), why: $('button', { type: 'button', class: 'why', hidden: true, onclick: guard(() => sheet('Your move reveals', app.preview.map(line => $('p', {}, named(line))))), 'aria-label': 'Reveals: consequences of your move', title: 'Your move reveals' }, icon('eye'), 'Reveals'),
        chips: $('div', { class: 'spots' }), sign: button('', sign, { class: 'go', id: 'sign' }),
        undo: button(icon('undo'), () => { if (busy || !app.before.length) return; app.draft = app.before.pop(); draw(); keep(); }, { id: 'step-back', 'aria-label': 'Undo' }),
      });
      app.bar.row = row(hand ? app.bar.undo : null, more, app.bar.sign);
      bar(hand ? $('p', { class: 'says' }, app.bar.words, app.bar.why) : null, app.bar.chips, app.bar.row);
    }
  }
  if (!has || !app.bar.sign) return;
  const { words, why, chips, undo, sign: go } = app.bar, verb = phaseVerb(table, hand);
  if (hand) {
    app.bar.tell = () => {
      const says = table.phase === 'setup' && hand.ready && !app.setup ? `Ready. Change it, or press ${verb}.` : sentence(hand);
      if (words.textContent !== says) words.textContent = says;
      words.classList.toggle('long', says.length > 45);
    };
    app.bar.tell();
    why.hidden = !app.preview.length;
    drawChips(chips, hand, { game: table.kind, boards, people: table.scene.off_board, onTouch: touch });
    // One or two buttons with short words fit into the line of words. Drawn pens have their own
    // row.
    const few = chips.children.length < 3 && chips.textContent.length < 14 && !chips.querySelector('svg');
    if (few !== app.bar.few) {
      app.bar.few = few;
      chips.classList.toggle('inline', few);
      if (few) why.before(chips); else app.bar.row.before(chips);
    }
    undo.setAttribute('aria-disabled', String(!app.before.length));
  }
  if (go.textContent !== verb) go.textContent = verb;
  go.disabled = !!hand && !hand.ready;
}

async function sign() {
  const table = app.table;
  if (app.warning && !await sure(named(app.warning), 'bad', 'Sign it')) return;
  if (app.bar?.sign) app.bar.sign.disabled = true;
  if (table.phase === 'setup' && app.next && !app.setup) {
    Object.assign(app, { setup: app.draft, draft: '', before: [], isNew: true, side: null });
    keep();
    return render();
  }
  const setup = table.phase === 'setup' ? app.setup || app.draft : '';
  const draft = table.phase === 'setup' && !app.setup ? '' : app.draft;
  await signed({ setup, draft, note: app.note, offer: app.offer });
}

async function signed(request) {
  const was = app.table.id, again = app.table.new ? app.again : null;
  const answer = await ask('sign', request);
  forget(was);
  if (again) store.note('#again ' + was, again);
  await store.promise();
  const made = answer.made || {};
  app.first ||= made.first;
  await sit(answer, made);
  if (made.dropped) wrong(new Error(`pbem did not play your move ${made.dropped}: after your answer it is not your turn.`));
  if (made.dated_back) wrong(new Error(`Your turn is dated ${made.dated_back}, just before the deadline, because the turn that you answered reached you late.`));
  if (made.no_offer) wrong(new Error(`Your draw offer was not sent: ${made.no_offer}.`));
  if (chat.carries(app.table)) {
    chat.send(look('file'), app.table);
    chat.absorb();
    // A turn that is in the chat counts as sent, and can't be undone.
    return sit(await ask('mailed'));
  }
  if (app.table.unsent) return send();
  if (app.first && !app.table.bots) return firstWords();
}

// All actions except moves.
function menu(table) {
  const dialog = document.getElementById('dialog'), hand = app.hand;
  const item = (text, does, attributes) => button(text, () => { dialog.close(); return does(); }, attributes);
  const due = table.phase === 'move' || table.phase === 'act';
  const certain = async (question, verb, request) => { if (await sure(question, 'bad', verb)) await signed(request); };
  const typed = hand ? $('input', { id: 'typed', value: app.draft, autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false', placeholder: table.scene.examples[0]?.[0] || table.help?.example || '',
    oninput: () => { touch({ draft: typed.value }); check(); }, onkeydown: event => { if (event.key === 'Enter') document.getElementById('sign-typed').click(); } }) : null;
  const check = () => {
    document.getElementById('typed-says').textContent = typed.value ? app.hand.says : '';
    document.getElementById('sign-typed').disabled = !app.hand.ready || !typed.value;
  };
  sheet('More', $('div', { class: 'list' },
    table.offer && due ? item('Accept the draw', () => certain('The game ends in a draw.', 'Accept', { intent: 'accept' }), { class: 'go' }) : null,
    table.can_hint && due ? item('Give me a hint', hint, { id: 'hint' }) : null,
    table.chair === 'own' && table.phase !== 'over' ? item('Pencil marks', () => pencilOn(), { id: 'pencil' }) : null,
    table.no_offer && !table.offer_waits || table.chair !== 'own' ? null : table.offer_waits
      ? item('Cancel my draw offer', async () => sit(await ask('offer', { waits: false })))
      : item('Offer a draw with my next turn', async () => sit(await ask('offer', { waits: true }))),
    table.undo && !chat.has(table) ? item('Undo my last turn', takeBack, { id: 'undo' }) : null,
    table.may_withdraw && !chat.has(table) ? item('Withdraw the invitation', withdraw, { id: 'withdraw' }) : null,
    table.bad_boxes.length ? item('Dispute', () => certain('It proves that a sealed value breaks the rules, and ends the game.', 'Dispute', { intent: 'dispute' }), { class: 'bad' }) : null,
    table.may_claim ? item('Claim the game: deadline missed', () => certain('It ends the game and reveals your setup.', 'Claim', { intent: 'claim' }), { class: 'bad' }) : null,
    table.may_leave && due ? item('Resign', () => certain('You lose the game.', 'Resign', { intent: 'resign' }), { class: 'bad', id: 'resign' }) : null),
  typed ? [$('label', {}, $('span', {}, 'Type the move'), typed), $('p', { class: 'dim', id: 'typed-says', 'aria-live': 'polite' }),
    $('div', { class: 'row' }, item(phaseVerb(table, hand), sign, { class: 'go', id: 'sign-typed', disabled: true }))] : null,
  (hand || table.phase === 'act') && table.expects !== 'reveal' && !table.bots ? noteBox() : null);
}
const noteBox = () => $('label', {}, $('span', {}, 'Note to the other players'), $('input', { id: 'note', maxlength: 400, value: app.note, oninput: event => { app.note = event.target.value; keep(); } }));

function hint() {
  const { lines, scene } = look('hint');
  // The core wraps lines for a terminal, after a column of labels.
  const parts = [];
  for (const line of lines.flatMap(line => line.split('\n'))) {
    const [, label, said] = /^(\S[^:]*):\s+(.*)$/.exec(line) || [null, '', line.trim()], last = parts.at(-1);
    if (!label && last && !/[.:]$/.test(last.said)) last.said += ' ' + said; else parts.push({ label: label === 'Hint' ? '' : label, said });
  }
  const boards = scene.boards.map(board => {
    const box = $('div', { class: 'hint' });
    drawBoard(box, { ...board, aside: [] }, { game: app.table.kind, quiet: true, title: plainTitle });
    return box;
  });
  sheet('Hint', boards, parts.map(({ label, said }) => $('p', {}, label ? $('b', {}, label + ': ') : null, named(capital(said)))));
}

// ---- pencil marks ----------------------------------------------------------------------------------
// The marks of `pbem mark`: saved in the vault, never sent.
const PENS = ['x', '?', '!', '1', '2', '3', '4', '5'];
function pencilOn() {
  app.pencil = { pen: 'x' };
  app.bar = null;
  draw();
  fit();
}
function pencilOff() {
  app.pencil = null;
  app.bar = null;
  draw();
  fit();
}
// Every square can be marked, except on your own sheet: marks are about your opponents.
function pencilHand(table) {
  const { pen } = app.pencil, does = pen === 'clear' ? 'erase the mark' : `mark ${pen}`;
  const all = table.scene.boards, others = all.filter(board => !/^your /i.test(board.title));
  const squares = (others.length ? others : all).flatMap(board => board.rows.flatMap(row => (row.cells?.cells || []).filter(cell => cell.name).map(cell => ({ at: { square: [board.id, cell.name] }, does, draft: cell.name }))));
  return { says: 'Select squares to mark them. Only you see your marks.', touches: squares, marks: [], ready: true, verb: 'mark' };
}
async function penciled(words) {
  const answer = await ask('mark', { words });
  app.table = answer.table;
  draw();
}
const pencil = guard(({ draft }) => {
  const { pen } = app.pencil, marks = app.table.marks || {};
  if (!busy) return penciled(`${pen === 'clear' || marks[draft] === pen ? 'clear' : pen} ${draft}`);
});
function pencilBar() {
  if (!app.bar) {
    const pens = [...PENS, 'clear'].map(pen => $('button', { type: 'button', class: 'bd-chip', 'data-pen': pen, onclick: () => { app.pencil.pen = pen; draw(); } }, pen === 'clear' ? 'Erase' : pen));
    const typed = $('input', { id: 'pencil-typed', autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false', placeholder: 'x C4-C9' });
    app.bar = { pens };
    bar($('p', { class: 'says' }, $('span', {}, app.hand.says)), $('div', { class: 'spots', role: 'group', 'aria-label': 'Marks' }, pens),
      $('div', { class: 'row' },
        button('Type', () => sheet('Type your marks', $('p', { class: 'dim' }, 'A mark and its squares, for example  x C4-C9; ? B2  or  clear C4  or  clear all'), typed,
          $('div', { class: 'row' }, button('Mark', async () => { await penciled(typed.value); document.getElementById('dialog').close(); }, { class: 'go', id: 'pencil-go' }))), { id: 'pencil-type' }),
        button('Done', pencilOff, { class: 'go', id: 'pencil-done' })));
  }
  for (const pen of app.bar.pens) {
    const held = pen.dataset.pen === app.pencil.pen;
    pen.setAttribute('aria-pressed', String(held));
    pen.classList.toggle('marked', held);
  }
}

async function takeBack() {
  const question = 'Undo your last turn? Only do this if you have not sent it to anyone: if someone answers the sent turn, that turn counts.';
  if (await sure(question, 'bad', 'Undo')) sit(await ask('undo'));
}
async function withdraw() {
  const question = 'Withdraw the invitation? Tell the other players, because pbem does not. If they join anyway, the game comes back.';
  if (await sure(question, 'bad', 'Withdraw')) { await ask('withdraw'); await home(); }
}
