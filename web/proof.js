// Rules, verification and replays.

// The rules come with the page, made from docs/games when it is built.
let manuals;
async function rules(kind, back) {
  manuals ||= await (await packed('rules')).json();
  const about = app.hello.kinds.find(one => one.id === kind);
  title(about.title, 'how to play');
  const template = document.createElement('template');
  template.innerHTML = Object.hasOwn(manuals, kind) ? manuals[kind] : '';
  show([$('article', { class: 'rules', id: 'manual' }, drawCover(kind), $('h2', {}, 'In short'), template.content)], { back: back || (app.table ? () => render() : home) });
}

// Results of a verification.
const FOUND = { honest: 'Everyone was honest', open: 'Honest so far' };
function verdict(request = {}) {
  const { headline, kind, sentences, findings, seats } = look('verify', request);
  title('Verification');
  show([$('div', { class: 'narrow' }, card($('p', { class: 'dim' }, named(headline || '')),
    $('p', { class: `verdict ${kind}`, id: 'verdict' }, FOUND[kind] || capital(kind)), sentences.map(line => $('p', {}, capital(named(line)))),
    findings.map(one => $('p', { class: 'red' }, `Turn ${one.turn}, ${person(one.seat)}: ${one.message}`)),
    $('p', { class: 'dim' }, 'pbem played every turn again and compared every answer with the setups sealed at the start.'),
    seats.filter(seat => seat.safety).map(seat => $('p', { class: 'dim' }, `Safety number of ${person(seat.name)}: `, $('span', { class: 'safety' }, seat.safety)))))],
  { back: app.table ? () => render() : home });
}

// Losses and scores, as drawn pieces.
function counted(tallies, game) {
  if (!tallies) return '';
  const counts = $('div');
  drawTallies(counts, tallies, { game, name: named });
  return card(counts);
}

// A game turn by turn. The core describes one turn at a time; all elements are made once.
function replay(first) {
  const { frames, verdict: { kind } } = look('replay'), { table } = app;
  const last = frames.length - 1, board = place();
  let at = first ?? last, whose = -1, views = [], timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; };
  const back = async () => {
    stop();
    removeEventListener('keydown', keys);
    if (app.table !== table) return home();
    await renew();
    return render();
  };
  const go = to => { at = Math.max(0, Math.min(last, to)); draw(); };
  const keys = event => {
    if (!words.isConnected) return removeEventListener('keydown', keys);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to !== undefined && !event.target.closest?.('input, .bd-grid')) go(to);
  };
  const play = () => {
    if (timer) { stop(); return draw(); }
    timer = setInterval(() => {
      if (!words.isConnected) return stop();
      if (at >= last) stop(); else at += 1;
      draw();
    }, 1200);
    go(at === last ? 0 : at + 1);
  };
  const words = $('p', { class: 'told' }), under = $('div');
  const slider = $('input', { type: 'range', id: 'slider', min: 0, max: last, 'aria-label': 'Turn', oninput: () => go(+slider.value) });
  const run = button('', play, { id: 'play' }), flip = button('', () => { whose = (whose + 1) % views.length; draw(); }, { id: 'flip' });
  const turns = frames.map((one, index) => button(String(one.turn), () => go(index), { class: one.breaches.length ? 'bad' : '', title: one.lines.join('; ') }));
  const draw = () => {
    const frame = frames[at];
    views = look('frame', { at }).views;
    if (whose < 0) whose = Math.max(0, views.findIndex(view => view.as === table.you));
    const view = views[Math.min(whose, views.length - 1)];
    title(table.title, `turn ${frame.turn} of ${frames[last].turn}`);
    words.textContent = capital(named(frame.lines.join('; '))) || `${person(frame.seat)}'s turn`;
    under.replaceChildren(...frame.notes.map(note => $('blockquote', {}, note)), ...frame.breaches.map(line => $('p', { class: 'red' }, line)),
      counted(view.scene.tallies, table.kind), at === last ? $('p', { class: `verdict ${kind}` }, FOUND[kind] || capital(kind)) : '');
    drawBoards(board, view.scene.boards, { game: table.kind, last: view.last, tallied: !!view.scene.tallies });
    slider.value = at;
    run.textContent = timer ? '\u23f8' : '\u25b6';
    run.setAttribute('aria-label', timer ? 'Stop' : 'Play');
    flip.hidden = views.length < 2;
    flip.textContent = `As ${person(view.as)}`;
    turns.forEach((one, index) => { if (index === at) one.setAttribute('aria-current', 'true'); else one.removeAttribute('aria-current'); });
    const [one, row] = [turns[at], turns[at].parentNode];
    if (row) row.scrollLeft = one.offsetLeft - row.clientWidth / 2 + one.offsetWidth / 2;
    say(words.textContent);
  };
  app.side = null;
  app.board = board;
  show([$('div', { class: 'tell' }, words), $('div', { class: 'board' }, board.tabs, board.boards), $('div', { class: 'under' }, under, board.keyBox)], { back, look: 'table' });
  bar(slider, $('div', { class: 'row steps' }, button('\u00ab', () => go(0), { 'aria-label': 'First turn' }), button('\u2039', () => go(at - 1), { 'aria-label': 'Back', id: 'step' }), run,
    button('\u203a', () => go(at + 1), { 'aria-label': 'Next', id: 'next-turn' }), button('\u00bb', () => go(last), { 'aria-label': 'Last turn' }), flip),
  $('div', { class: 'moves' }, turns));
  addEventListener('keydown', keys);
  draw();
  fit();
}
