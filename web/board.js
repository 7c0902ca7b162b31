'use strict';
// Draws a board that can be viewed, replayed and touched. It knows nothing about particular games:
// boards, hands and spots are JSON (src/rules/scene.rs, src/rules/touch.rs), and the pictures are
// in art.js.
//
//   drawBoard(element, board, options)   draws a board, or repaints its changed squares
//     game      name of the game, for its pictures
//     hand      possible touches, marks and lines; undefined for a board to view
//     onTouch   called with the chosen touch
//     last      spots of the last move, in addition to cells with `last`
//     flip      rotates the board by 180 degrees
//     label     name of a board without a title
//     title     function that words the title of a board
//     seen      earlier contents of the squares; changed squares are animated
//     quiet     draws a small picture without focus
//     whole     shows a wide board whole; the first touch on a small screen also enlarges it
//   drawChips(element, hand, options)    draws buttons for the touches that are not squares
//   drawTallies(element, tallies, options)   draws counted pieces: losses, scores
//   drawCover(game)                      draws the picture of a game
//   drawKey(element, boards, options)    draws the legend
//
// All text is inserted as text. Squares are changed, not replaced, so that the focus stays.

const { drawBoard, drawChips, drawKey, drawCover, drawTallies } = (() => {
  const make = (tag, className, attributes = {}) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };

  const written = (tag, className, text, attributes) => {
    const made = make(tag, className, attributes);
    made.textContent = text;
    return made;
  };

  /** Returns all cells, row by row. */
  const cellsOf = board => board.rows.flatMap(row => (row.cells ? row.cells.cells : []));

  // ---- pictures ---------------------------------------------------------------------------------

  const drawings = new Map();
  /** Returns an SVG element for a constant of art.js. */
  const picture = inner => {
    if (!drawings.has(inner)) {
      const template = document.createElement('template');
      template.innerHTML = `<svg viewBox="0 0 40 40" aria-hidden="true">${inner}</svg>`;
      drawings.set(inner, template.content.firstChild);
    }
    return drawings.get(inner).cloneNode(true);
  };
  const own = (table, key) => (table && Object.hasOwn(table, key) ? table[key] : undefined);
  const artOf = (game, shape) => own(own(art, game), shape);

  /** Returns the picture of a piece, or its text if it has no picture. */
  const drawn = (entry, piece) => {
    const label = piece.label || '';
    if (!entry) return written('span', 'bd-text', label || piece.shape);
    const svg = picture(entry.draw ? entry.draw(label) : entry.svg);
    svg.classList.add(piece.side || 'neither');
    if (entry.team) svg.classList.add(entry.team(label));
    if (entry.layer) svg.classList.add(entry.layer);
    for (const text of svg.querySelectorAll('.t')) text.textContent = label;
    return svg;
  };

  /** Returns the pictures on a square, from the ground up, including marks of a draft. */
  const lying = (cell, mark, options) => {
    const all = (cell.pieces || []).map(piece => [artOf(options.game, piece.shape), piece]);
    const pieces = all.filter(([entry]) => entry);
    const figures = pieces.filter(([entry]) => !entry.layer);
    const nodes = pieces.map(([entry, piece]) => {
      const node = drawn(entry, piece);
      const at = figures.findIndex(([, figure]) => figure === piece);
      if (at !== -1 && figures.length > 1) node.classList.add('of', `of-${Math.min(at, 3)}`);
      return node;
    });
    const pen = mark && own(own(art.pens, options.game), mark.label);
    if (pen && !pieces.length) return [drawn(artOf(options.game, pen), { shape: pen, side: 'near', label: mark.label })];
    const marked = mark && artOf('marks', mark.sign);
    const isThere = mark && pieces.some(([, piece]) => piece.shape === mark.sign);
    if (marked?.svg && !isThere) nodes.push(drawn(marked, { shape: mark.sign, side: 'near' }));
    // A piece without a picture is drawn as the text of its square.
    const text = (cell.text || '').trim();
    if (text && (!nodes.length || pieces.length < all.length)) {
      nodes.push(text === '\u00b7' ? make('i', 'bd-dot') : drawn(undefined, { shape: text }));
    }
    if (mark && mark.label) nodes.push(written('b', 'bd-badge', mark.label));
    return nodes;
  };

  // ---- spots ------------------------------------------------------------------------------------

  /** Returns the items of a list that belong to squares of this board, by square name. */
  const on = (board, list, spot) => {
    const found = new Map();
    for (const one of list || []) {
      const [id, name] = spot(one).square || [];
      if (id === board.id) found.set(name, one);
    }
    return found;
  };

  const said = (cell, touch, mark, isLast) => {
    const parts = [cell.tip || cell.name];
    if (isLast) parts.push('last move');
    if (mark) parts.push([`marked ${mark.sign}`, mark.label].filter(Boolean).join(' '));
    if (touch) parts.push(touch.does);
    return parts.filter(Boolean).join('; ');
  };

  // ---- the board --------------------------------------------------------------------------------

  /** Returns the rows in the order in which they are drawn. */
  const rowsOf = (board, flip) => {
    if (!flip) return { rows: board.rows, columns: board.columns };
    const turned = row => row.cells
      ? { cells: { ...row.cells, cells: [...row.cells.cells].reverse() } } : row;
    return { rows: board.rows.map(turned).reverse(), columns: [...board.columns].reverse() };
  };

  const heads = (columns, labelled) => {
    const row = make('div', 'bd-row bd-heads', { 'aria-hidden': 'true' });
    if (labelled) row.append(make('span', 'bd-label'));
    row.append(...columns.map(column => written('span', '', column)));
    return row;
  };

  /** Draws a line of text across the board: walls, buildings and words, at their columns in the text. */
  const band = (text, width, game) => {
    const line = make('div', 'bd-band');
    const place = (node, from, length) => {
      node.style.left = `${100 * from / width}%`;
      node.style.width = `${100 * length / width}%`;
      line.append(node);
    };
    // A wall, a text between two posts, or words separated by single spaces.
    const [wall, post, other] = ['\u2550', '[\u255e\u2561]', '[^\\s\u2550\u255e\u2561]+'];
    const parts = `${wall}+|${post}[^\u2550\u255e\u2561]*${post}|${other}(?: ${other})*`;
    for (const part of text.matchAll(new RegExp(parts, 'g'))) {
      const [signs] = part;
      const is = signs[0] === '\u2550' ? 'bd-wall' : signs[0] === '\u255e' ? 'bd-house'
        : signs[0] === '\u2561' ? 'bd-door' : 'bd-words';
      const words = signs.replace(/[\u2550\u255e\u2561]/g, '').trim();
      // Leave out the name of the side in words such as "Red Hotel", because the color shows it.
      const first = own(own(art.teams, game), words.split(' ')[0]), short = first && is === 'bd-words' && part.index > 0 ? words.slice(words.indexOf(' ') + 1) : words;
      const node = written('span', is, short);
      if (first) node.classList.add('team', first);
      place(node, part.index, signs.length);
      // Words keep their width. The last words of a line end at the edge of the board.
      if (is === 'bd-words') node.style.width = 'auto';
      if (is === 'bd-words' && part.index > 0.55 * width) Object.assign(node.style, { left: 'auto', right: 0 });
    }
    return line;
  };

  /** Returns an empty drawing over the whole board. */
  const overlay = className => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    made.setAttribute('class', className);
    made.setAttribute('aria-hidden', 'true');
    return made;
  };

  /** Returns the edges to draw. Paths along rows need no lines if a board has nothing else. */
  const edgesOf = board => {
    const rowOf = new Map(board.rows.flatMap((row, y) =>
      (row.cells ? row.cells.cells : []).map((cell, x) => [cell.name, [y, x]])));
    const isPlain = ({ from, to, kind }) => {
      const [[y, x], [y2, x2]] = [rowOf.get(from), rowOf.get(to)];
      return kind === 'path' && y === y2 && Math.abs(x - x2) === 1;
    };
    const edges = (board.edges || []).filter(({ from, to }) => rowOf.has(from) && rowOf.has(to));
    return edges.every(isPlain) ? [] : edges;
  };

  const build = (state, board, options) => {
    const { rows, columns } = rowsOf(board, options.flip);
    const squares = rows.flatMap(row => (row.cells ? [row.cells] : []));
    const labelled = squares.some(row => row.label || row.name);
    const figure = make('figure', 'bd');
    figure.dataset.game = options.game || '';
    figure.dataset.board = board.id;
    const scroll = make('div', 'bd-scroll');
    const grid = make('div', 'bd-grid', options.quiet ? { 'aria-hidden': 'true' } : { role: 'grid' });
    grid.style.setProperty('--columns', columns.length);
    grid.style.setProperty('--rows', squares.length);
    grid.style.setProperty('--bands', rows.length - squares.length);
    grid.style.setProperty('--heads', board.heads === 'both' ? 2 : 1);
    grid.classList.toggle('labelled', labelled);
    grid.classList.toggle('tight', columns.length > 9);
    state.caption = make('figcaption');
    state.cells = new Map();
    state.order = [];
    state.edges = edgesOf(board);
    if (state.edges.length) {
      state.net = overlay('bd-edges');
      grid.classList.add('graph');
      grid.append(state.net);
    }
    if (board.heads !== 'below') grid.append(heads(columns, labelled));
    rows.forEach(row => {
      if (!row.cells) {
        grid.append(band(row.band, columns.length * board.cell_width, options.game));
        return;
      }
      const line = make('div', 'bd-row', { role: 'row' });
      if (labelled) {
        const label = row.cells.label || row.cells.name.split(' ')[0];
        line.append(written('span', 'bd-label', label, { 'aria-hidden': 'true' }));
      }
      const places = row.cells.cells.map(cell => {
        if (cell.role === 'void') {
          line.append(make('span', 'bd-void', { 'aria-hidden': 'true' }));
          return null;
        }
        const square = make(options.hand ? 'button' : 'div', 'bd-sq', options.quiet ? {} : { tabindex: '-1' });
        const box = options.hand ? make('div', 'bd-box', { role: 'gridcell' }) : square;
        if (options.hand) {
          square.type = 'button';
          box.append(square);
        } else {
          square.setAttribute('role', 'gridcell');
        }
        if (cell.name) square.dataset.name = cell.name;
        line.append(box);
        return square;
      });
      state.order.push(places);
      grid.append(line);
    });
    if (board.heads !== 'above') grid.append(heads(columns, labelled));
    state.lines = overlay('bd-lines');
    grid.append(state.lines);
    scroll.append(grid);
    scroll.addEventListener('scroll', () => fade(scroll), { passive: true });
    figure.append(state.caption, scroll);
    if (columns.length > 10 && options.whole) {
      grid.classList.add('overview');
      const whole = written('button', 'bd-whole', 'Whole board', { type: 'button' });
      whole.addEventListener('click', () => zoom(state));
      figure.append(whole);
    }
    if (board.aside.length) {
      state.aside = make('pre', 'bd-aside');
      figure.append(state.aside);
    }
    state.grid = grid;
    return figure;
  };

  /** Returns the structure of a board. If it differs, the board is built again. */
  const shape = (board, options) => JSON.stringify([
    board.id, !!options.hand, !!options.flip, options.game,
    board.columns, board.heads, board.aside.length, board.edges,
    board.rows.map(row => (row.cells ? row.cells.cells.map(cell => [cell.role === 'void', cell.name]) : row)),
  ]);

  const isSquare = square => square !== null;

  /** Sets the square that the Tab key focuses. */
  const rove = (state, to) => {
    if (state.rover && state.rover !== to) state.rover.tabIndex = -1;
    state.rover = to;
    if (to) to.tabIndex = 0;
  };

  const step = (state, from, key, control) => {
    const y = state.order.findIndex(row => row.includes(from));
    const x = y === -1 ? -1 : state.order[y].indexOf(from);
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (y === -1) return null;
    if (key === 'Home' || key === 'End') {
      const row = (control ? state.order.flat() : state.order[y]).filter(isSquare);
      return key === 'Home' ? row[0] : row[row.length - 1];
    }
    if (!ways[key]) return null;
    const [down, right] = ways[key];
    let at;
    for (let far = 1; (at = state.order[y + far * down]?.[x + far * right]) !== undefined; far += 1) {
      if (isSquare(at)) return at;
    }
    return null;
  };

  /** Shows a whole wide board, or enlarges it at a square. */
  const zoom = (state, square) => {
    const box = state.grid.parentNode;
    state.grid.classList.toggle('overview', !square);
    box.parentNode.classList.toggle('zoomed', !!square);
    if (square) {
      box.scrollLeft = square.offsetLeft + square.offsetWidth / 2 - box.clientWidth / 2;
      square.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
    fade(box);
    paintLines(state);
  };

  const listen = (state, grid) => {
    grid.addEventListener('keydown', event => {
      if (event.altKey || event.metaKey || event.shiftKey) return;
      const from = event.target.closest('.bd-sq');
      if (!from || !/^(Arrow|Home$|End$)/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      const to = step(state, from, event.key, event.ctrlKey);
      if (!to) return;
      rove(state, to);
      to.focus();
    });
    grid.addEventListener('focusin', event => {
      const square = event.target.closest('.bd-sq');
      if (square) rove(state, square);
    });
    grid.addEventListener('click', event => {
      const square = event.target.closest('.bd-sq');
      // A tap on a small square also enlarges the board there, for the next choice.
      if (square && grid.classList.contains('overview') && event.detail && square.offsetWidth < 30) zoom(state, square);
      const touch = square && state.touches.get(square.dataset.name);
      if (touch && state.options.onTouch) state.options.onTouch(touch);
    });
  };

  const paintSquare = (state, square, cell, options) => {
    const touch = cell.name ? state.touches.get(cell.name) : undefined;
    const mark = cell.name ? state.marks.get(cell.name) : undefined;
    const isLast = !!cell.last || (!!cell.name && state.last.has(cell.name));
    // The draft of a touch changes each time, so `listen` looks the touch up.
    const does = touch?.does || '', marked = mark ? `${mark.sign} ${mark.label}` : '', was = square.paint;
    const isSame = was && was.does === does && was.marked === marked && was.isLast === isLast && was.hand === !!options.hand;
    if (isSame && was.cell === cell) return;
    const text = JSON.stringify(cell);
    if (isSame && was.text === text) { was.cell = cell; return; }
    square.paint = { cell, text, does, marked, isLast, hand: !!options.hand };
    const classes = ['bd-sq', `is-${cell.role}`];
    if (touch) classes.push('touchable');
    if (isLast) classes.push('last');
    for (const piece of cell.pieces || []) {
      if (artOf(options.game, piece.shape)?.layer) classes.push(`has-${piece.shape}`);
    }
    if (mark) classes.push('marked', `mark-${mark.sign}`);
    const name = classes.join(' ');
    if (square.className !== name) square.className = name;
    square.setAttribute('aria-label', said(cell, touch, mark, isLast));
    const tip = cell.tip || cell.name || '';
    if (square.title !== tip) square.title = tip;
    if (options.hand) square.setAttribute('aria-disabled', String(!touch));
    // Pictures are replaced only if they differ.
    const inside = JSON.stringify([cell.pieces, cell.text, mark]);
    if (square.inside === inside) return;
    square.inside = inside;
    square.replaceChildren(...lying(cell, mark, options));
  };

  /** Makes a drawing as large as the board. */
  const stretch = (svg, grid) => {
    svg.setAttribute('viewBox', `0 0 ${grid.scrollWidth} ${grid.scrollHeight}`);
    svg.style.width = `${grid.scrollWidth}px`;
    svg.style.height = `${grid.scrollHeight}px`;
  };

  /** Adds a path to a drawing. */
  const stroke = (svg, className, d) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    made.setAttribute('class', className);
    made.setAttribute('d', d);
    svg.append(made);
  };

  /** Returns the center of a square, relative to the board. */
  const centerOf = ({ cells, grid }, name) => {
    const box = grid.getBoundingClientRect(), at = cells.get(name)?.getBoundingClientRect();
    return at && [at.left - box.left + at.width / 2, at.top - box.top + at.height / 2];
  };

  /** Draws the edges of the board under its squares. A tunnel is a dashed arc; a wall stands across. */
  const paintEdges = state => {
    if (!state.net) return;
    const drawing = state.net;
    drawing.replaceChildren();
    drawing.style.width = drawing.style.height = '0';
    stretch(drawing, state.grid);
    for (const { from, to, kind } of state.edges) {
      const [[x, y], [x2, y2]] = [centerOf(state, from), centerOf(state, to)];
      const [mx, my, dx, dy] = [(x + x2) / 2, (y + y2) / 2, (x2 - x) / 2, (y2 - y) / 2];
      const d = kind === 'wall' ? [`M${mx - dy} ${my + dx}`, `L${mx + dy} ${my - dx}`]
        : kind === 'tunnel' ? [`M${x} ${y}`, `Q${mx + 0.4 * dy} ${my - 0.4 * dx}`, `${x2} ${y2}`]
          : [`M${x} ${y}`, `L${x2} ${y2}`];
      stroke(drawing, `bd-edge ${kind}`, d.join(' '));
    }
  };

  /** Draws lines through the centers of squares, with arrows for moves. */
  const paintLines = state => {
    paintEdges(state);
    const { lines, grid, options } = state;
    const had = lines.childElementCount;
    lines.replaceChildren();
    // An old drawing would make a smaller board scroll.
    if (had) lines.style.width = lines.style.height = '0';
    const all = (options.hand?.lines || []).map(line => line.map(spot => spot.square || []));
    const mine = all.filter(line => line.length > 1 && line.every(([id]) => id === state.board.id));
    if (!mine.length) {
      if (had) fade(grid.parentNode);
      return;
    }
    stretch(lines, grid);
    for (const line of mine) {
      const points = line.map(([, name]) => centerOf(state, name)).filter(Boolean);
      if (points.length < 2) continue;
      const end = line[line.length - 1][1];
      const goes = ['to', 'arrest', 'card'].includes(state.marks.get(end)?.sign);
      const [to, from] = [points[points.length - 1], points[points.length - 2]];
      const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
      const short = goes ? 0.2 * state.cells.get(end).getBoundingClientRect().width : 0;
      const back = ([x, y], far, angle) => [x - far * Math.cos(angle), y - far * Math.sin(angle)];
      const tip = back(to, short, turn);
      const wing = angle => back(tip, 13, turn + angle);
      const drawnAs = list => `M${list.map(point => point.map(Math.round).join(' ')).join('L')}`;
      if (goes) points[points.length - 1] = back(tip, 8, turn);
      for (const className of ['bd-line halo', 'bd-line']) stroke(lines, className, drawnAs(points));
      if (goes) stroke(lines, 'bd-arrow', `${drawnAs([tip, wing(0.55), wing(-0.55)])}z`);
    }
  };

  /** Fades a wide board out at the sides where it continues. */
  const fade = box => {
    box.classList.toggle('on-left', box.scrollLeft > 4);
    box.classList.toggle('on-right', box.scrollWidth - box.clientWidth - box.scrollLeft > 4);
  };

  /** Scrolls a wide board to the squares of the last event. */
  const reveal = state => {
    const box = state.grid.parentNode;
    if (box.scrollWidth <= box.clientWidth + 8) return;
    const ways = ['taken', 'from', 'to'];
    const marked = [...state.marks].filter(([, mark]) => ways.includes(mark.sign));
    const names = (marked.length ? marked : [...state.last]).map(([name]) => name);
    const news = names.join(' ');
    if (!news || state.revealed === news) return;
    state.revealed = news;
    const frame = box.getBoundingClientRect();
    const places = names.map(name => state.cells.get(name)).filter(Boolean)
      .map(square => square.getBoundingClientRect());
    if (!places.length) return;
    const left = Math.min(...places.map(place => place.left));
    const right = Math.max(...places.map(place => place.right));
    if (left >= frame.left && right <= frame.right) return;
    box.scrollLeft += (left + right - frame.left - frame.right) / 2;
  };

  const boards = new WeakMap();
  const sizes = globalThis.ResizeObserver && new ResizeObserver(entries => {
    for (const { target } of entries) {
      if (target.boardState) paintLines(target.boardState);
      fade(target.parentNode);
    }
  });

  const drawBoard = (element, board, options = {}) => {
    let state = boards.get(element);
    const isSame = state && state.board === board && !state.options.hand === !options.hand && !state.options.flip === !options.flip && state.options.game === options.game;
    const wanted = isSame ? state.shape : shape(board, options);
    if (!state || state.shape !== wanted || !element.contains(state.grid)) {
      const had = state?.grid.contains(document.activeElement);
      const focus = had ? document.activeElement.dataset.name : undefined;
      state = { shape: wanted, rover: null, focus, isNew: true };
      element.replaceChildren(build(state, board, options));
      boards.set(element, state);
      listen(state, state.grid);
      state.grid.boardState = state;
      sizes?.observe(state.grid);
    }
    Object.assign(state, { board, options });
    state.touches = on(board, options.hand?.touches, touch => touch.at);
    state.marks = on(board, options.hand?.marks, mark => mark.at);
    state.last = on(board, options.last, spot => spot);
    const called = options.title ? options.title(board.title) : board.title, title = called || options.label || '';
    state.caption.textContent = called;
    state.caption.hidden = !board.title;
    state.grid.setAttribute('aria-label', title || 'board');
    if (state.aside) state.aside.textContent = board.aside.join('\n');
    const rows = rowsOf(board, options.flip).rows.filter(row => row.cells);
    rows.forEach(({ cells: row }, y) => row.cells.forEach((cell, x) => {
      const square = state.order[y][x];
      if (!square) return;
      if (cell.name) state.cells.set(cell.name, square);
      paintSquare(state, square, cell, options);
    }));
    // Squares that changed since the last time are animated for a moment, and keep a frame until
    // the next time. Conclusions, such as ruled-out squares, and whole setups have no frame.
    if (options.seen) {
      const fresh = [];
      // A new turn shows the whole board again.
      if (state.grid.closest('.zoomed')) zoom(state);
      for (const cell of cellsOf(board).filter(cell => cell.name)) {
        const [key, what] = [`${board.id} ${cell.name}`, JSON.stringify([cell.pieces, cell.text])];
        const before = options.seen.get(key);
        options.seen.set(key, what);
        const square = state.cells.get(cell.name);
        square?.classList.remove('news', 'fresh');
        if (before === undefined || before === what || !square || !cell.pieces?.length) continue;
        square.style.setProperty('--late', `${Math.min(fresh.length, 4) * 60}ms`);
        square.classList.add('fresh');
        square.addEventListener('animationend', () => square.classList.remove('fresh'), { once: true });
        fresh.push([square, cell]);
      }
      const answers = fresh.filter(([, cell]) => cell.role !== 'ruled-out'), framed = answers.length ? answers : fresh;
      if (framed.length < 7) framed.forEach(([square]) => square.classList.add('news'));
      state.events = fresh.length;
    }
    const all = state.order.flat().filter(isSquare);
    const count = state.touches.size;
    state.grid.classList.toggle('few', count > 0 && 3 * count < all.length);
    state.grid.classList.toggle('live', count > 0);
    if (state.isNew) {
      const kept = state.focus && state.cells.get(state.focus);
      const first = all.find(square => square.classList.contains('touchable')) || all[0];
      if (!options.quiet) rove(state, kept || first || null);
      if (kept) kept.focus();
      state.isNew = false;
    }
    paintLines(state);
    reveal(state);
    return state;
  };

  // ---- next to the board -------------------------------------------------------------------------

  /** Whether squares of this board are so small that their pieces have buttons too. */
  const isSmall = board => board.columns.length > 10;

  const drawChips = (element, hand, options = {}) => {
    const had = element.contains(document.activeElement);
    const focus = had ? document.activeElement.dataset.spot : undefined;
    const people = new Map((options.people || []).map(piece => [piece.label, piece]));
    const onSquare = new Map();
    for (const board of options.boards || []) {
      for (const cell of cellsOf(board)) {
        const named = (cell.pieces || []).filter(piece => piece.label && piece.side);
        for (const piece of named) {
          people.set(piece.label, piece);
          if (isSmall(board)) onSquare.set(`${board.id} ${cell.name}`, piece);
        }
      }
    }
    const keyOf = ({ square, piece, button }) => {
      if (square) return onSquare.has(square.join(' ')) ? `square ${square.join(' ')}` : '';
      return piece === undefined ? `button ${button}` : `piece ${piece}`;
    };
    const faceOf = ({ square, piece, button }, mark) => {
      if (square) return onSquare.get(square.join(' '));
      const pen = own(own(art.pens, options.game), button);
      if (pen) return { shape: pen, side: 'near', label: button.split(' ').pop() };
      if (piece === undefined) return undefined;
      const as = shape => artOf(options.game, shape) && { shape, side: 'near', label: piece };
      return (mark && as(mark.sign)) || people.get(piece) || as('piece');
    };
    const marks = new Map((hand?.marks || []).map(mark => [keyOf(mark.at), mark]));
    const chip = (tag, at, text) => {
      const [spot, mark] = [keyOf(at), marks.get(keyOf(at))];
      const made = make(tag, 'bd-chip', { 'data-spot': spot });
      const face = faceOf(at, mark);
      if (face) {
        const box = make('span', 'bd-chip-face');
        box.append(drawn(artOf(options.game, face.shape), face));
        made.append(box);
        const count = at.button && text !== at.button ? text.slice(at.button.length).trim() : '';
        if (count) made.append(written('span', 'bd-count', count));
      } else {
        made.textContent = text === 'at random' ? 'Shuffle' : text.charAt(0).toUpperCase() + text.slice(1);
      }
      if (mark) made.classList.add('marked');
      return made;
    };
    const touches = (hand?.touches || []).filter(touch => keyOf(touch.at));
    element.touches = new Map(touches.map(touch => [keyOf(touch.at), touch]));
    const same = JSON.stringify([options.game, touches.map(touch => [keyOf(touch.at), touch.short, touch.does]), [...marks], [...people], [...onSquare]]);
    if (element.same === same) return touches.length + [...marks.keys()].filter(spot => !spot.startsWith('square')).length;
    element.same = same;
    const chips = touches.map(touch => {
      const made = chip('button', touch.at, touch.short || touch.at.button || touch.at.piece);
      made.type = 'button';
      made.title = touch.does;
      made.setAttribute('aria-label', touch.does);
      if (made.classList.contains('marked')) made.setAttribute('aria-pressed', 'true');
      made.addEventListener('click', () => { const now = element.touches.get(made.dataset.spot); if (now && options.onTouch) options.onTouch(now); });
      return made;
    });
    // The selected pen is a button too, so that the focus stays on it.
    for (const [spot, mark] of marks) {
      if (mark.at.square || chips.some(one => one.dataset.spot === spot)) continue;
      const words = [mark.at.button || mark.at.piece, mark.label];
      const made = chip('button', mark.at, words.filter(Boolean).join(' '));
      made.type = 'button';
      for (const [name, value] of [['aria-pressed', 'true'], ['aria-disabled', 'true'], ['aria-label', words.filter(Boolean).join(', ')]]) made.setAttribute(name, value);
      made.classList.add('held');
      chips.push(made);
    }
    // The order of pens does not depend on the selected one.
    const order = Object.keys(own(art.pens, options.game) || {}).map(pen => `button ${pen}`);
    // Buttons with words, such as Shuffle, come first, so that they are visible without scrolling.
    // Next come people, then pens.
    const rank = made => (!made.querySelector('svg') ? -1 : order.indexOf(made.dataset.spot) + 1);
    if (order.length) chips.sort((one, other) => rank(one) - rank(other));
    element.classList.add('bd-chips');
    element.replaceChildren(...chips);
    if (focus !== undefined) chips.find(one => one.dataset.spot === focus)?.focus();
    return chips.length;
  };

  /** Returns the picture of a game: five by four squares with some pieces. */
  const drawCover = game => {
    const { at, rows, checks } = own(art.covers, game) || { at: [] };
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'cover');
    svg.setAttribute('viewBox', '0 0 212 170');
    svg.setAttribute('preserveAspectRatio', 'xMidYMin slice');
    svg.setAttribute('aria-hidden', 'true');
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 5; x += 1) {
        const square = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
        for (const [name, value] of Object.entries({ x: 2 + 42 * x, y: 2 + 42 * y, width: 40, height: 40, rx: 4 })) square.setAttribute(name, value);
        if (rows) square.style.fill = `color-mix(in srgb, ${rows[y]} 30%, var(--bd-sq))`;
        else if (checks && (x + y) % 2) square.style.fill = 'color-mix(in srgb, var(--bd-sq) 55%, var(--bd-page))';
        svg.append(square);
      }
    }
    for (const [x, y, shape, label, side] of at) {
      const piece = drawn(artOf(game, shape), { shape, label, side });
      for (const [name, value] of Object.entries({ x: 2 + 42 * x, y: 2 + 42 * y, width: 40, height: 40 })) piece.setAttribute(name, value);
      svg.append(piece);
    }
    return svg;
  };

  const drawKey = (element, list, options = {}) => {
    const shown = new Map();
    for (const cell of list.flatMap(cellsOf)) {
      for (const piece of cell.pieces || []) {
        const entry = artOf(options.game, piece.shape);
        const key = piece.shape;
        if (entry?.says && !shown.has(key)) shown.set(key, [entry, piece]);
      }
    }
    const items = [...shown.values()].map(([entry, piece]) => {
      const item = make('li');
      const face = make('span', 'bd-key-face');
      const large = entry.layer === 'badge' ? { ...entry, layer: '' } : entry;
      face.append(drawn(large, { ...piece, label: entry.label || piece.label }));
      item.append(face, written('span', '', entry.says));
      return item;
    });
    element.classList.add('bd-key');
    element.replaceChildren(...items);
  };

  /** Draws rows of counted pieces: losses, scores. */
  const drawTallies = (element, tallies, options = {}) => {
    const rows = tallies.map(({ of, counts }) => {
      const row = make('div', 'bd-tally');
      row.append(written('b', '', options.name ? options.name(of) : of));
      for (const { piece, count, most } of counts) {
        const entry = artOf(options.game, piece.shape);
        const words = `${count}${most ? ` of ${most}` : ''}`;
        const item = make('span', 'bd-tallied', { role: 'img', 'aria-label': `${words} ${entry?.says || piece.shape}`, title: entry?.says || piece.shape });
        const face = make('span', 'bd-chip-face');
        face.append(drawn(entry, { ...piece, label: piece.label || '' }));
        item.append(face, written('span', '', most ? `${count}/${most}` : `\u00d7${count}`));
        row.append(item);
      }
      return row;
    });
    element.classList.add('bd-tallies');
    element.replaceChildren(...rows);
  };

  return { drawBoard, drawChips, drawKey, drawCover, drawTallies };
})();
