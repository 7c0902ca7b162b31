'use strict';
// Pictures of what lies on a board, by game and shape (`Piece` in src/rules/scene.rs), in a square
// of 40 by 40. All are constants; a label goes into the element of class `t` as text. `says` stands
// in the key below a board. What is not here is written as text. `layer` is `ground` for what fills
// the square, `badge` for a small sign on a piece; without it, several share the square.

const art = (() => {
  const hat = '<path class="side" d="M5 14.500h30l-4-2.500-2-6.300c-1.200-2.500-4.800-2.300-9-.8'
    + '-4.200-1.500-7.800-1.700-9 .8l-2 6.300z"/>';
  const face = '<path class="side" opacity=".5" d="M12.500 16h15v4.500c0 4.200-3 7.300-7.500 7.300'
    + 's-7.500-3.100-7.500-7.300z"/><path class="paper" d="M13.200 18h6v2.900h-6zM20.800 18h6v2.900h-6z"/>';
  const coat = '<path class="side" d="M5 37.500c0-7.300 4.800-10.300 9.700-11l5.300 5.500 5.300-5.500'
    + 'c4.900.7 9.700 3.700 9.700 11z"/>';
  const agent = hat + face + coat;
  const question = '<circle class="amber" cx="31" cy="9" r="8"/>'
    + '<text class="on" x="31" y="13.600" font-size="13">?</text>';
  const triangle = (x, y, s) => `<g transform="translate(${x} ${y}) scale(${s})">`
    + '<path class="amber" stroke-linejoin="round" stroke-width="3" stroke="var(--bd-amber)" '
    + 'd="M0-14L15 12H-15z"/><path class="on-line" stroke-width="3.600" d="M0-6v9M0 6.800v2"/></g>';
  const pencil = {
    svg: '<text class="t pencil" x="20" y="27" font-size="21"></text>'
      + '<path class="pencil-line" d="M11 32c6-1.500 12-1.200 18-.6"/>',
    says: 'your pencil mark',
  };
  const asked = { svg: question, says: 'asked now', layer: 'badge' };
  const ring = '<circle class="ring" cx="20" cy="20" r="8"/>';

  // A wooden block: the opener's side is square, the other has its corners cut off.
  const near = '<rect class="side edge only-near" x="3" y="3" width="34" height="34" rx="5.500"/>';
  const far = '<path class="side edge only-far" d="M11 3h18l8 8v18l-8 8H11l-8-8V11z"/>';
  const rank = '<text class="t on" x="20" y="20" font-size="17"></text>';
  const chevrons = n => Array.from({ length: n }, (_, at) =>
    `<path class="on-line" stroke-width="2.300" d="M12 ${33.5 - 3.6 * (n - at) + 1.8 * (n - 1)}`
    + 'l8-3.400 8 3.400"/>').join('');
  const star = (x, y, r) => {
    const at = i => {
      const [a, s] = [Math.PI * (i / 5 - 0.5), i % 2 ? 0.42 * r : r];
      return `${(x + s * Math.cos(a)).toFixed(1)} ${(y + s * Math.sin(a)).toFixed(1)}`;
    };
    return `<path class="on-fill" d="M${Array.from({ length: 10 }, (_, i) => at(i)).join('L')}z"/>`;
  };
  const block = (inner, says) => ({ svg: near + far + inner, says });
  const initial = '<text class="t on" x="9.500" y="15" font-size="10.500"></text>';

  const pawn = (head, says) => ({
    svg: '<path class="side edge only-near" d="M6 38c0-8 4-11.500 9-13.500a9.500 9.500 0 1 1 10 0'
      + 'c5 2 9 5.500 9 13.500z"/><path class="side edge only-far" d="M6 38V29l7-4.500'
      + 'a9.500 9.500 0 1 1 14 0l7 4.500v9z"/>' + head
      + '<text class="t on" x="20" y="35.500" font-size="12.500"></text>',
    says,
  });
  const ground = (svg, says) => ({ svg, says, layer: 'ground' });
  const hatch = d => `<path class="hatch" d="${d}"/>`;

  const house = '<path class="wall" d="M8 19v16h24V19"/><path class="roof" d="M4 21L20 6l16 15z"/>'
    + '<path class="paper" d="M17 25h6v10h-6z"/>';
  const gun = '<path class="iron" d="M5 22l22-11 5 7-20 12z"/><circle class="iron" cx="29" cy="13.500" '
    + 'r="4"/><circle class="wheel" cx="14" cy="29" r="7"/><path class="wheel" d="M14 22v14M7 29h14"/>';

  return {
    'checkpoint-danger': {
      agent: { svg: agent, says: 'agent' },
      found: {
        svg: `<circle class="hit-line" cx="20" cy="20" r="17.500"/><g class="hit" `
          + `transform="translate(5.200 4.400) scale(.74)">${agent}</g>`
          + '<path class="hit-line" d="M20 0v5M20 35v5M0 20h5M35 20h5"/>',
        says: 'agent found',
      },
      told: {
        svg: '<circle class="answer-line" stroke-dasharray="3.200 2.700" cx="20" cy="20" r="15"/>'
          + '<text class="t answer" x="20" y="27" font-size="20"></text>',
        says: 'called, and told so many',
      },
      count: { svg: '<text class="t answer" x="20" y="29.500" font-size="27"></text>', says: 'told so many' },
      asked: { svg: question, says: 'called now', layer: 'badge' },
      danger: { svg: triangle(30.5, 10.5, 0.58), says: 'called now as Danger', layer: 'badge' },
      hinted: {
        svg: '<path class="amber-line" stroke-linejoin="round" d="M20 7l15 26H5z"/>'
          + '<path class="amber-line" d="M20 16v8M20 27.500v2"/>',
        says: 'called as Danger, perhaps a bluff',
      },
      'ruled-out': { svg: '<path class="dim-line" d="M14 14l12 12M26 14L14 26"/>', says: 'ruled out' },
      probed: { svg: '<circle class="dim-line" cx="20" cy="20" r="5"/>', says: 'its owner called it: no agent' },
      reminder: { svg: `<g opacity=".3">${agent}</g>`, says: 'your own agent: say danger' },
      pencil,
    },
    spy: {
      line: {
        draw: ways => {
          const arm = { u: 'M20 20V-2', r: 'M20 20H42', d: 'M20 20V42', l: 'M20 20H-2' };
          const arms = Object.keys(arm).filter(way => ways.includes(way));
          const straight = arms.join('') === 'ud' || arms.join('') === 'rl';
          return `<path class="wire" d="${arms.map(way => arm[way]).join('')}"/>`
            + (straight ? '' : `<circle class="wire-end" cx="20" cy="20" r="${arms.length === 1 ? 7 : 5}"/>`);
        },
        label: 'rl',
        says: 'line of the network',
        layer: 'ground',
      },
      hot: {
        svg: '<circle class="hit" cx="20" cy="20" r="15"/><path class="on-fill" d="M21 8c1 5 7 8 7 14.500'
          + 'a8 8 0 0 1-16 0c0-3.600 2-5.500 3-8 1 1.800 1.500 2.800 2.500 3.500C18.500 14 19 11 21 8z"/>',
        says: 'hot: on a line',
      },
      warm: {
        svg: '<circle class="amber" cx="20" cy="20" r="13"/><path class="on-line" stroke-width="2.600" '
          + 'd="M13.500 27c-2-4 2.500-5.500.5-10M20 27c-2-4 2.500-5.500.5-12M26.500 27c-2-4 2.500-5.500.5-10"/>',
        says: 'warm: beside a line',
      },
      cold: {
        svg: '<path class="answer-line" d="M20 8v24M9.600 14l20.800 12M30.400 14L9.600 26M16.500 9.500L20 13l3.500-3.500'
          + 'M16.500 30.500L20 27l3.500 3.500M10 18.500l4.600-1.700-.9-4.900M30 21.500l-4.600 1.700.9 4.900'
          + 'M30 18.500l-4.600-1.700.9-4.900M10 21.500l4.600 1.700-.9 4.900"/>',
        says: 'cold: far from lines',
      },
      blank: { svg: '<path class="dim-line" d="M15 15l10 10M25 15L15 25"/>', says: 'blank: next to a cold' },
      asked,
      pencil,
    },
    'game-box': {
      house: { svg: house, says: 'house' },
      'house-hit': {
        svg: `<g class="ruin">${house}</g><path class="hit" d="M20 2l4.500 9 9.800-3.300-3.300 9.800 9 4.500`
          + '-9 4.500 3.300 9.800-9.800-3.300L20 38l-4.500-5-9.800 3.300 3.300-9.800L0 22l9-4.500L5.700 7.700l9.800 3.300z" '
          + 'transform="translate(4 4) scale(.8)"/><text class="t on" x="20" y="27" font-size="17"></text>',
        says: 'house hit, by that caller',
        label: '1',
      },
      gun: { svg: `<g class="sleeping">${gun}</g>`, says: 'gun, not called' },
      'gun-found': { svg: gun + '<path class="hit" d="M33 3l1 5 5-1-3.500 4 3.500 4-5-1-1 4-2-4.500-4 .5 3-4-2-4 4 1z"/>', says: 'gun' },
      miss: { svg: ring, says: 'miss' },
      asked: { svg: question, says: 'called now', layer: 'badge' },
      pencil,
    },
    espionage: {
      corporal: block(rank + chevrons(1), 'Corporal'),
      lieutenant: block(rank + chevrons(2), 'Lieutenant'),
      captain: block(rank + chevrons(3), 'Captain'),
      colonel: block(rank + star(15, 29, 4.6) + star(25, 29, 4.6), 'Colonel'),
      general: block(rank + star(11, 29.5, 4.2) + star(20, 27.5, 5.4) + star(29, 29.5, 4.2), 'General'),
      spy: block(initial + '<path class="on-line" stroke-width="2.500" d="M7 23c6-8 20-8 26 0-6 8-20 8-26 0z"/>'
        + '<circle class="on-fill" cx="20" cy="23" r="4"/>', 'Spy'),
      sapper: block(initial + '<path class="on-line" stroke-width="3" d="M12 33l14-16"/>'
        + '<path class="on-line" stroke-width="3" d="M17.500 10.500c6 .5 13 6 14 12.500"/>', 'Sapper'),
      mine: block(initial + '<circle class="on-fill" cx="19" cy="25" r="8"/><path class="on-line" '
        + 'stroke-width="2.500" d="M24.500 19.500l3.500-4c1-1.500 3-1 3.500.5"/><path class="on-line" '
        + 'stroke-width="1.800" d="M33.500 12v-2.500M35 16.500h1.500M30.500 12.500l-1.500-1.500"/>', 'Mine'),
      headquarters: block(initial + '<path class="on-line" stroke-width="2.500" d="M15 35V11"/>'
        + '<path class="on-fill" d="M16 11c6-3 9 3 16 0v11c-7 3-10-3-16 0z"/>', 'Headquarters'),
      unknown: block('<path class="on-faint" d="M8 14.500h24M8 25.500h24M14.500 8v24M25.500 8v24"/>'
        + '<text class="t on" x="20" y="27.500" font-size="21"></text>', 'not known'),
      volcano: ground('<path class="rock" d="M2 37L14 14c2 2 10 2 12 0l12 23z"/><path class="lava" '
        + 'd="M14 14c2 2 10 2 12 0l2.500 5c-2 3-3.500-1-5 4s-3-3-4.500 0-3-4-5-1-2.500-1-2.500-3z"/>'
        + '<path class="smoke" d="M17 10c-3-4 3-4 0-8M23 10c-3-4 3-4 0-8"/>', 'volcano'),
      seen: {
        svg: '<circle class="paper" cx="32.500" cy="7.500" r="7.500"/><path class="ink-line" d="M27 7.500'
          + 'c3-4.500 8-4.500 11 0-3 4.500-8 4.500-11 0z"/><circle class="ink" cx="32.500" cy="7.500" r="1.900"/>',
        says: 'seen by your Spies',
        layer: 'badge',
      },
      follows: {
        svg: '<circle class="paper" cx="32.500" cy="7.500" r="7.500"/><circle class="ink" cx="32.500" cy="4.800" r="1.700"/>'
          + '<circle class="ink" cx="29.700" cy="9.800" r="1.700"/><circle class="ink" cx="35.300" cy="9.800" r="1.700"/>',
        says: 'follows from what is known',
        layer: 'badge',
      },
      moved: {
        svg: '<path class="paper" d="M20 31.500c8 0 10.500 3.500 10.500 7h-21c0-3.500 2.500-7 10.500-7z"/>'
          + '<path class="ink-line" d="M13.500 37h10m-3-2.700l3.200 2.700-3.200 2.700"/>',
        says: 'has moved: no Mine, no Headquarters',
        layer: 'badge',
      },
      pencil,
    },
    'enemy-agent': {
      person: pawn('', 'not known'),
      // Somebody who is touched beside the board.
      piece: pawn('', ''),
      agent: pawn('<path class="ink rim" d="M6 13.500h28l-4.500-2.700-2-6c-1.200-2.500-4.500-2.200-7.500-1'
        + '-3-1.200-6.300-1.500-7.500 1l-2 6z"/><path class="on-line" stroke-width="2.200" d="M13.500 18h5M21.500 18h5"/>', 'Agent'),
      tourist: pawn('<path class="yellow rim" d="M5 13.500c5-1.600 7-2.200 8.500-2.700C14 5.500 16.500 3.500 20 3.500s6 2 6.500 7.300'
        + 'c1.500.5 3.500 1.100 8.500 2.700-9 2.300-21 2.300-30 0z"/>', 'Tourist'),
      inspector: pawn(star(20, 15, 8), 'Inspector'),
      plan: {
        svg: '<path class="paper edge-ink" d="M27 1h9l3 3v12H27z"/><path class="ink-line" d="M29.500 6h7M29.500 9.500h7M29.500 13h4"/>',
        says: 'Master Plan',
        layer: 'badge',
      },
      gray: ground(hatch('M4 14L14 4M4 27L27 4M7 37L37 7M20 37l17-17M32 37l5-5'), 'gray'),
      shaded: ground(hatch('M4 14L14 4M4 27L27 4M7 37L37 7M20 37l17-17M32 37l5-5M26 4l10 10M13 4l23 23M4 8l29 29'
        + 'M4 21l16 16M4 33l4 4'), 'shaded'),
      yellow: ground('<path class="yellow" d="M20 3l17 17-17 17L3 20z"/>', 'yellow'),
      circle: ground('<circle class="round" cx="20" cy="20" r="14"/><circle class="round" cx="20" cy="20" r="9"/>', 'checkpoint'),
      sentry: ground('<path class="booth" d="M9 37V16h22v21z"/><path class="booth roof" d="M5 16L20 4l15 12z"/>'
        + '<path class="paper" d="M15 21h10v9H15z"/>', 'sentry box'),
      jail: ground('<path class="bars" d="M5 4v32M12.500 4v32M20 4v32M27.500 4v32M35 4v32M3 8h34M3 32h34"/>', 'jail'),
    },
    // What a draft puts on squares (`Mark` in src/rules/touch.rs), in every game.
    marks: {
      agent: { svg: `<g class="near">${agent}</g>` },
      house: { svg: house },
      gun: { svg: gun },
      call: {
        svg: '<circle class="go-line" cx="20" cy="20" r="11"/><path class="go-line" '
          + 'd="M20 2.500v11M20 26.500v11M2.500 20h11M26.500 20h11"/><circle class="go" cx="20" cy="20" r="2.700"/>',
      },
      ask: {
        svg: '<circle class="go-line" cx="20" cy="20" r="14"/>'
          + '<text class="go" x="20" y="28" font-size="22">?</text>',
      },
      danger: { svg: triangle(20, 21, 1.1) },
      line: { svg: '', layer: 'ground' },
      corner: { svg: '<circle class="go" cx="20" cy="20" r="6.500"/>' },
      from: { svg: '' },
      to: { svg: '<circle class="go-line" cx="20" cy="20" r="16.500"/>' },
      taken: { svg: '' },
      card: { svg: '<path class="paper edge-ink" d="M25 22h11v15H25z"/><path class="ink-line" d="M28 27h5M28 31h5"/>', layer: 'badge' },
      arrest: {
        svg: '<circle class="ink-line" stroke-width="2.600" cx="9" cy="8" r="5.500"/><circle class="ink-line" '
          + 'stroke-width="2.600" cx="22" cy="8" r="5.500"/>',
        layer: 'badge',
      },
    },
  };
})();
