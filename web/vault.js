// Backups and settings.

function wordsCard() {
  return $('section', { class: 'card warn' }, $('h2', {}, 'Make it safe (1 minute)'), $('p', {}, 'Browsers sometimes delete what they save. With a recovery phrase on paper and your opponents’ latest files, you can play on.'),
    button('Show my recovery phrase', words, { id: 'show-words' }));
}
function firstWords() {
  document.querySelector('.under')?.append(wordsCard());
}

async function words() {
  const { words } = await ask('words');
  app.first = false;
  title('Recovery phrase');
  show([card($('p', {}, 'Write these twelve words on paper. Anyone who has them can play in your name and see your setups, so keep them out of emails and photos.'),
    $('ol', { class: 'words', id: 'words' }, words.split(' ').map(word => $('li', {}, word))),
    $('p', { class: 'dim' }, 'The words bring back your key, but not your games. For those you need a backup, or the latest files of your opponents.'))]);
}

function vault(at) {
  title(at.vault ? 'Backup and settings' : 'Backup and restore');
  const name = $('input', { value: at.me === GUEST ? '' : person(at.me) || '', autocapitalize: 'off', id: 'own-name' }), mail = $('input', { value: at.mail || '', type: 'email', id: 'own-mail' });
  const passphrase = $('input', { type: 'password', autocomplete: 'new-password', id: 'passphrase', placeholder: 'Passphrase (optional)', 'aria-label': 'Passphrase for the backup, at least eight characters' });
  const saved = $('p', { class: 'dim', id: 'backup-saved', role: 'status' });
  const typed = $('textarea', { id: 'typed-words', autocapitalize: 'off', spellcheck: 'false', 'aria-label': 'Recovery phrase' });
  const file = $('input', { type: 'file', hidden: true, id: 'backup-file', onchange: guard(() => openFiles(file.files)) });
  const area = $('textarea', { id: 'paste-backup', spellcheck: 'false', 'aria-label': 'A backup as text' });
  show([$('div', { class: 'narrow' },
    at.vault ? [
      wordsCard(),
      card($('h2', {}, 'Save a backup file'), $('p', {}, 'The file holds your key and your secrets, so do not send it to anyone. After a restore, each game waits for the latest file from your opponent. Never use both copies.'),
        passphrase,
        button('Save the backup', async () => { const { name, text } = look('backup', { passphrase: passphrase.value }); saveFile(name, text); saved.textContent = `Saved as ${name}.`; }, { id: 'backup' }), saved),
      card($('h2', {}, 'Move to another device'), $('p', {}, 'You get a file for the other browser, or for the program (pbem restore FILE). After that, only the file can sign your turns. The passphrase above protects the file, if you type one.'),
        button('Move my games', () => moveOut(passphrase.value), { id: 'move' })),
      card($('h2', {}, 'You'), $('label', {}, $('span', {}, 'Your name'), name), $('label', {}, $('span', {}, 'Your email address, which other players see'), mail),
        button('Save', async () => { const typed = spell(name.value); await ask('settings', { set: { ...typed ? { name: typed } : {}, mail: mail.value } }); await home(); }, { id: 'keep-settings' })),
      at.contacts.length ? card($('h2', {}, 'People you know'), at.contacts.map(who => $('p', {}, $('b', {}, who.name), ' ', $('span', { class: 'safety' }, who.safety),
        who.confirmed ? ', compared' : [' ', button('We compared the numbers', async () => { await ask('confirm', { name: who.name }); vault(await ask('home')); }, { class: 'quiet' })]))) : null,
      at.games.some(one => one.waiting) ? card($('p', {}, 'Some games wait for the latest file from your opponent. If you have signed no later turn in them, they need not wait.'),
        button('I signed no later turn', nothingSince, { id: 'nothing-since' })) : null,
    ] : [
      $('p', { class: 'dim' }, 'You have no games here yet. After your first turn, you can save a backup here.'),
      card($('h2', {}, 'Restore a backup file'), file, button('Choose the backup file', () => file.click(), { class: 'go' }),
        $('details', {}, $('summary', {}, 'Or paste its text'), area, button('Open it', () => open(area.value), { id: 'paste-backup-go' }))),
      card($('h2', {}, 'Restore with your recovery phrase'), typed, button('Restore', async () => { await ask('restore-words', { words: typed.value }); await store.promise(); await home(); }, { id: 'restore-words' })),
    ])]);
}

function askPassphrase(text) {
  title('Backup with a passphrase');
  const typed = $('input', { type: 'password', autocomplete: 'off', id: 'passphrase', 'aria-label': 'Passphrase' });
  const send = button('Open it', () => open(text, typed.value), { class: 'go', id: 'unseal' });
  typed.addEventListener('keydown', event => { if (event.key === 'Enter') send.click(); });
  show([card($('p', {}, 'Type the passphrase of this backup.'), typed, $('div', { class: 'row' }, send))]);
  typed.focus();
}

function offerBackup(backup, text, passphrase) {
  title('Restore a backup');
  const what = `A backup${backup.name && backup.name !== GUEST ? ` of ${person(backup.name)}` : ''} from ${backup.made.slice(0, 10)} with ${backup.games} ${backup.games === 1 ? 'game' : 'games'}.`;
  show([card($('p', {}, what), backup.vault
    ? $('p', { class: 'red' }, 'This browser already has a vault, and a backup never overwrites one. Move your games to another device first, or open the backup in another browser.')
    : [$('p', {}, backup.moved ? 'It was moved out of its old place, so you can play right away.' : 'It is a copy: each game waits for the latest file from your opponent. Never use both copies.'),
      button('Restore it here', async () => { await ask('restore', { text, passphrase }); await store.promise(); await home(); }, { class: 'go', id: 'restore' })])]);
}

// Retires the vault in this browser before the file is saved, because two vaults that sign turns
// would look like cheating.
async function moveOut(passphrase) {
  if (!await sure('After this, only the file that you get can sign your turns. This browser cannot sign any of them.', 'go', 'Move my games')) return;
  const { name, text } = await ask('move-out', { passphrase });
  store.note('#moved', { name, text });
  movedOut();
  saveFile(name, text);
}
// The moved games stay in this browser until the player confirms that the file is saved.
function movedOut() {
  const { name, text } = store.own['#moved'];
  const end = async what => { await ask(what); store.note('#moved'); await home(); };
  title('Your games have moved');
  show([$('div', { class: 'narrow' }, card($('p', {}, `They are in ${name}. Check that the file is saved. Then open it in the other browser, or type  pbem restore ${name}`),
    $('textarea', { id: 'moved', readonly: true, spellcheck: 'false', 'aria-label': 'The moved games as text' }, text),
    $('div', { class: 'row' },
      button('Save it again', () => saveFile(name, text)),
      button('It is saved', () => end('moved-out'), { class: 'go', id: 'moved-out' }),
      button('It could not be saved: stay here', () => end('moved-in'), { id: 'moved-in' }))))]);
}
const lostMove = () => store.own['#moved'] ? button('Save the moved games again', movedOut, { id: 'moved-again' }) : null;
const saveFile = (name, text) => chat.inside ? chat.export(name, text) : download(name, text);
