// A board as a grid of buttons, without pictures.
function drawBoard(element, board, { hand, touch }) {
  const touches = new Map((hand?.touches || []).map(one => [one.at, one]));
  const marks = new Map((hand?.marks || []).map(one => [one.at, one]));
  const names = board.rows.some(row => row.label || row.name);
  const columns = board.columns.length;
  const grid = document.createElement('div');
  grid.setAttribute('role', 'grid');
  grid.setAttribute('aria-label', board.title || 'board');
  grid.className = 'plain';
  grid.style.gridTemplateColumns = `${names ? '1.2rem ' : ''}repeat(${columns},minmax(${columns > 10 ? 34 : 0}px,1fr))`;
  const text = (tag, words, kind) => {
    const made = document.createElement(tag);
    made.textContent = words;
    made.className = kind;
    grid.append(made);
    return made;
  };
  const heads = () => { if (names) text('span', '', 'h'); board.columns.forEach(head => text('span', head, 'h')); };
  heads();
  const all = [];
  for (const row of board.rows) {
    if (row.band !== undefined) { text('div', row.band, 'band'); continue; }
    if (names) text('span', row.label || row.name.slice(0, 2), 'h');
    for (const cell of row.cells) {
      const at = `${board.id}/${cell.name}`, one = touches.get(at), mark = marks.get(at);
      const square = text('button', mark ? mark.label || cell.text.trim() || mark.sign.slice(0, 2) : cell.text.trim(), 'sq ' + cell.role + (mark ? ' on' : ''));
      square.type = 'button';
      square.dataset.at = at;
      square.tabIndex = -1;
      square.setAttribute('role', 'gridcell');
      square.setAttribute('aria-label', [cell.tip || cell.name, mark?.sign, one?.does].filter(Boolean).join('; '));
      if (one) square.onclick = () => touch(one.draft, at); else square.setAttribute('aria-disabled', 'true');
      square.onkeydown = event => {
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
        const to = all[all.indexOf(square) + step];
        if (!step || !to) return;
        event.preventDefault();
        square.tabIndex = -1;
        to.tabIndex = 0;
        to.focus();
      };
      all.push(square);
    }
  }
  const first = all.find(square => square.onclick) || all[0];
  if (first) first.tabIndex = 0;
  element.replaceChildren(grid);
  element.classList.toggle('touched', all.some(square => square.onclick));
  if (board.aside.length) { const aside = document.createElement('pre'); aside.textContent = board.aside.join('\n'); element.append(aside); }
}
