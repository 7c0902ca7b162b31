// The core: requests and answers as JSON, and the elements that every screen is made of.

// ---- the core --------------------------------------------------------------------------------------
const times = {};
let module, core, busy = false;
const utf8 = new TextEncoder(), text8 = new TextDecoder();
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

class Refused extends Error {
  constructor({ error, message, more }) { super(message); Object.assign(this, { kind: error, more }); }
}

async function unpack() {
  const start = performance.now();
  module = await WebAssembly.compile(await (await packed('core')).arrayBuffer());
  core = (await WebAssembly.instantiate(module, {})).exports;
  times.start = performance.now() - start;
}

// Sends a request to the core. A crash leaves the core in an unknown state, so the page restarts it
// with the saved documents.
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
    throw new Error('Something inside this page failed. Nothing was signed, and your games are unchanged. '
      + 'If it happens again, save a backup and report it to the makers of pbem.');
  } finally {
    (times[what] ||= []).push(performance.now() - start);
  }
}

// Sends a request that changes something. The page shows the answer only after the changes are
// saved.
async function ask(what, request) {
  if (busy) throw new Error('One moment: the last change is still being saved.');
  busy = true;
  try {
    let answer = call(what, request);
    if (answer.commit) {
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

// Sends a request that changes nothing.
function look(what, request) {
  const answer = call(what, request);
  if (answer.commit) call('lost');
  if (answer.error) throw new Refused(answer);
  return answer;
}


// Restarts the core, which frees the memory of a long replay, and opens the same table again.
async function renew() {
  const { table } = app;
  if (!table || busy || table.new) return;
  core = new WebAssembly.Instance(module, {}).exports;
  call('load', { documents: store.documents });
  if (table.name) await ask('game', { id: table.id });
  else if (app.text) await ask('open', { text: app.text });
}

// ---- small things ----------------------------------------------------------------------------------
// Creates an element. Text is always inserted as text, never as HTML.
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
const guard = deed => async (...given) => { try { return await deed(...given); } catch (error) { wrong(error); if (app.bar?.sign?.isConnected) draw(); } };
const list = names => names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + ' and ' + names.at(-1);
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
// Pictures on buttons.
const ICONS = {
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6', eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 1 0 0-5', more: 'M5 12h.01M12 12h.01M19 12h.01', seal: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5',
};
function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', ICONS[name]);
  if (name === 'more') path.setAttribute('stroke-width', '3.500');
  svg.append(path);
  return svg;
}
const say = text => { document.getElementById('live').textContent = text; };

function title(text, small = '') {
  document.querySelector('h1').replaceChildren(text, ' ', $('small', {}, small));
  document.title = text;
}
function bar(...kids) {
  const element = document.querySelector('.bar');
  const inside = kids.flat(9).filter(Boolean);
  element.hidden = !inside.length;
  element.replaceChildren(...inside);
}
let here = home;
function show(kids, { back = home, top = true, look = '', screen = '' } = {}) {
  app.screen = screen;
  const dialog = document.getElementById('dialog');
  dialog.querySelector('.wrong')?.remove();
  dialog.close();
  main().replaceChildren(...kids.flat(9).filter(Boolean));
  bar();
  document.body.className = look;
  document.getElementById('how').hidden = true;
  const element = document.getElementById('back');
  element.hidden = !back;
  if (back && history.state?.away !== true) history.pushState({ away: true }, '');
  here = back;
  if (top) { scrollTo(0, 0); main().focus({ preventScroll: true }); }
}
addEventListener('popstate', () => {
  const dialog = document.getElementById('dialog');
  if (dialog.open) {
    dialog.close();
    history.pushState({ away: true }, '');
  } else if (here) guard(here)();
});
// A sheet that rises from below on phones.
function sheet(name, ...kids) {
  const dialog = document.getElementById('dialog');
  dialog.replaceChildren($('h2', { id: 'dialog-title', tabindex: '-1', autofocus: true }, name), ...kids.flat(9).filter(Boolean), $('div', { class: 'row' }, button('Close', () => dialog.close(), { class: 'quiet' })));
  if (!dialog.open) dialog.showModal();
  return dialog;
}
document.getElementById('dialog').addEventListener('click', event => { if (event.target.id === 'dialog') event.target.close(); });
document.getElementById('back').addEventListener('click', () => guard(here || home)());

// Shows an error, and a way out of it.
function wrong(error) {
  console.error(error);
  document.querySelectorAll('.card.wrong').forEach(old => old.remove());
  const more = error instanceof Refused && error.more;
  // An error in a sheet is shown there, so that nothing typed is lost.
  const dialog = document.getElementById('dialog'), inside = dialog.open && dialog.querySelector('h2');
  const button = (text, does, attributes) => $('button', { type: 'button', class: 'b', ...attributes, onclick: guard(() => { dialog.close(); return does(); }) }, text);
  const card = $('section', { class: 'card bad wrong', role: 'alert' }, $('p', {}, named(error.message)),
    error.kind === 'another-key' && more ? [
      $('dl', {}, $('dt', {}, 'known'), $('dd', { class: 'safety' }, more.known), $('dt', {}, 'new'), $('dd', { class: 'safety' }, more.offered)),
      button(`I asked: ${more.name} has a new key`, async () => {
        await ask('confirm', { name: more.name, key: more.key });
        await open(app.text);
      })] : null,
    error.kind === 'damaged' && more?.text ? button('Show the damage', () => verdict({ text: more.text })) : null,
    store.moved || store.gone ? [store.gone ? button('Save a backup', async () => vault(await ask('home')), { id: 'gone-backup' }) : null, button('Reload the page', () => location.reload())] : null);
  if (inside) {
    inside.after(card);
    dialog.scrollTop = 0;
  } else {
    main().prepend(card);
    scrollTo(0, 0);
  }
}

// Asks before a step that can't be undone.
function sure(question, yes, verb, extra) {
  const dialog = document.getElementById('dialog');
  return new Promise(done => {
    const end = value => { done(value); dialog.close(); };
    if (dialog.open) dialog.close();
    dialog.replaceChildren($('p', { id: 'dialog-title' }, question), extra || '',
      $('div', { class: 'row' }, button('Cancel', () => end(false)), button(verb, () => end(true), { class: yes, id: 'yes' })));
    // The `close` event of an earlier dialog may still arrive.
    dialog.addEventListener('close', function closed() {
      if (dialog.open) return;
      dialog.removeEventListener('close', closed);
      done(false);
    });
    if (!dialog.open) dialog.showModal();
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

