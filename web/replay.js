'use strict';
// A game to step through, on the board of board.js. The game is JSON in #game.

(() => {
  const $ = (tag, attributes = {}, ...kids) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...kids.filter(kid => kid !== null));
    return made;
  };

  /** Each value appears once, after its parts (src/render/pack.rs). */
  const unpack = ({ keys, values }) => {
    const [made, parts] = [[], []];
    for (const value of values) {
      let [what, ...of] = Array.isArray(value) ? value : [];
      if (what === 1) {
        const [like, ...changes] = of;
        [what, of] = [parts[like][0], [...parts[like][1]]];
        for (let at = 0; at < changes.length; at += 2) of[changes[at]] = changes[at + 1];
      }
      const items = of.map(at => made[at]);
      parts.push([what, of]);
      made.push(what === undefined ? value : what === 0 ? items
        : Object.fromEntries(keys[what - 2].map((key, at) => [key, items[at]])));
    }
    return made[made.length - 1];
  };

  const told = unpack(JSON.parse(document.getElementById('game').textContent));
  const { game, frames } = told;
  const last = frames.length - 1;
  if (last < 0) return;
  const main = document.getElementById('replay');
  let [shown, whose, flip, timer] = [0, null, false, 0];

  const view = () => {
    const { views } = frames[shown];
    return views.find(one => one.whose === whose) || views[0];
  };

  /** Whether the board can be rotated: a single board with pieces of both sides. */
  const hasSides = ({ boards: [only, ...others] }) => !others.length && only.rows.some(row =>
    row.cells?.cells.some(cell => cell.pieces?.some(piece => piece.side === 'far')));

  /** Describes the position in words, or the squares, board by board. */
  const inWords = ({ boards: all, list }) => list || all.flatMap(({ title, rows }) => {
    const cells = rows.flatMap(row => (row.cells ? row.cells.cells : []));
    const tips = cells.filter(cell => cell.pieces && cell.tip).map(cell => `${cell.tip}.`);
    return [title ? `${title}:` : '', tips.join(' ') || 'No square is known.'].filter(Boolean);
  });

  // Elements that are created once.
  const now = $('section', { class: 'now', 'aria-live': 'polite' });
  const views = $('div', { class: 'views', role: 'group', 'aria-label': 'whose view' });
  const boards = $('div', { class: 'boards' });
  const key = $('ul');
  const facts = $('dl', { class: 'facts' });
  const words = $('details', {}, $('summary', {}, 'In words'), $('div'));
  const moves = $('ol', { class: 'moves', 'aria-label': 'turns' });
  const slider = $('input', { type: 'range', min: 1, max: frames.length, 'aria-label': 'turn' });
  const count = $('output');
  const icon = d => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', d);
    svg.append(path);
    return svg;
  };
  const button = (step, label, d) => $('button', {
    type: 'button', 'data-step': step, 'aria-label': label, title: label, onclick: () => go(step),
  }, icon(d));
  const [running, resting] = [icon('M6 4h4v16H6zM14 4h4v16h-4z'), icon('M6 3l15 9-15 9z')];
  const play = $('button', {
    type: 'button', class: 'play', 'aria-label': 'play', title: 'play (space)', onclick: () => toggle(),
  }, resting);
  const buttons = [
    button('first', 'first turn (Home)', 'M5 5h3v14H5zM19 5v14L9 12z'),
    button('back', 'back (left arrow)', 'M17 4v16L6 12z'),
    play,
    button('on', 'on (right arrow)', 'M7 4l11 8-11 8z'),
    button('last', 'last turn (End)', 'M16 5h3v14h-3zM5 5l10 7-10 7z'),
  ];
  const [title, ...rest] = told.title;
  const [verdict, ...more] = told.lines;
  const [word, ...why] = (verdict || '').split(': ');
  const pill = $('span', { class: `pill ${word.toLowerCase()}` }, word.toLowerCase());
  main.replaceChildren(
    $('header', {}, $('h1', {}, title || 'pbem'), word ? pill : null,
      $('p', { class: 'sub' }, rest.join(' \u00b7 '))),
    $('div', { class: 'stage' },
      now,
      $('div', { class: 'table' }, views, boards, facts, key, words),
      $('aside', { class: 'side' }, moves,
        word ? $('section', { class: 'news' },
          ...[why.join(': '), ...more].map(line => $('p', {}, line))) : null)),
    $('nav', { class: 'bar', 'aria-label': 'turns' },
      $('div', {}, $('div', { class: 'steps' }, ...buttons), slider, count)));

  const entry = (frame, at) => {
    const [breach] = frame.breaches;
    const news = frame.lines[frame.lines.length - 1] || frame.heading;
    const item = $('button', { type: 'button', 'data-frame': at, onclick: () => show(at) },
      $('span', { class: 'n' }, String(frame.turn)),
      $('span', {}, breach ? `Dishonest: ${breach}` : news));
    if (breach) item.classList.add('breach');
    return $('li', {}, item);
  };
  moves.append(...frames.map(entry));
  // With one frame, there is nothing to step through.
  main.classList.toggle('still', !last);

  const paint = () => {
    const [frame, seen] = [frames[shown], view()];
    now.replaceChildren(...(frame.heading ? [$('h2', {}, frame.heading)] : []),
      ...frame.breaches.map(breach => $('p', { class: 'breach' }, `Dishonest: ${breach}`)),
      ...frame.lines.map(line => $('p', {}, line)),
      ...frame.notes.map(note => $('blockquote', {}, note)));
    now.scrollTop = 0;
    views.replaceChildren();
    const choice = (text, pressed, act) => views.append(
      $('button', { type: 'button', 'aria-pressed': String(pressed), onclick: act }, text));
    if (frame.views.length > 1) {
      for (const one of frame.views) {
        choice(one.whose, one === seen, () => { whose = one.whose; paint(); });
      }
    } else if (seen && hasSides(seen)) {
      choice('Turn the board', flip, () => { flip = !flip; paint(); });
    }
    if (seen) {
      const list = seen.boards;
      while (boards.children.length > list.length) boards.lastChild.remove();
      while (boards.children.length < list.length) boards.append($('div'));
      const options = { game, flip, last: seen.last, label: title };
      list.forEach((board, at) => drawBoard(boards.children[at], board, options));
      drawKey(key, list, { game });
      facts.replaceChildren(...seen.facts.flatMap(([label, text]) =>
        [$('dt', {}, label), $('dd', {}, text)]));
      words.lastChild.replaceChildren(...inWords(seen).map(line => $('p', {}, line)));
    }
    slider.value = shown + 1;
    slider.setAttribute('aria-valuetext', frame.heading);
    count.textContent = `${shown + 1} of ${frames.length}`;
    for (const one of buttons) {
      const { step } = one.dataset;
      if (step) one.disabled = shown === (step === 'first' || step === 'back' ? 0 : last);
    }
    const before = moves.querySelector('[aria-current]');
    if (before) before.removeAttribute('aria-current');
    const current = moves.children[shown].firstChild;
    current.setAttribute('aria-current', 'step');
    const { offsetTop, offsetHeight } = current.parentNode;
    const top = offsetTop - moves.offsetTop;
    const isAbove = top < moves.scrollTop;
    const isBelow = top + offsetHeight > moves.scrollTop + moves.clientHeight;
    if (isAbove || isBelow) moves.scrollTop = top - moves.clientHeight / 2;
  };

  const show = at => {
    shown = Math.max(0, Math.min(last, at));
    paint();
    // The URL links to the current turn. Ignore the error if the browser doesn't allow changing it.
    try {
      history.replaceState(null, '', `#${frames[shown].turn}`);
    } catch { /* too often, or not for this page */ }
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.replaceChildren(resting);
    play.setAttribute('aria-label', 'play');
  };
  const toggle = () => {
    if (timer) { stop(); return; }
    if (shown === last) show(0);
    play.replaceChildren(running);
    play.setAttribute('aria-label', 'pause');
    timer = setInterval(() => { show(shown + 1); if (shown === last) stop(); }, 1200);
  };
  const targets = { first: () => 0, back: () => shown - 1, on: () => shown + 1, last: () => last };
  const go = step => { stop(); show(targets[step]()); };

  const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'on', End: 'last' };
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === ' ' && !event.target.closest?.('button,summary,input')) {
      event.preventDefault();
      toggle();
    }
    if (!keys[event.key] || event.target === slider) return;
    event.preventDefault();
    go(keys[event.key]);
  });
  slider.addEventListener('input', () => { stop(); show(Number(slider.value) - 1); });
  const showTurn = () => {
    const turn = parseInt(location.hash.slice(1), 10) || 1;
    const at = frames.findIndex(frame => frame.turn >= turn);
    show(at === -1 ? last : at);
  };
  addEventListener('hashchange', showTurn);
  showTurn();
})();
