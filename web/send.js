// Sending a turn.

// The turn for which the player has already left this screen without sending it.
let asked = '';

// Explains the message to a friend who has never heard of pbem.
function explained(table, file, what) {
  const title = /[!?]$/.test(table.title) ? table.title : table.title + '.', due = table.players.find(player => player.name === table.due);
  const first = due && !due.joined ? `${person(table.you)} invites you to a game of ${title}` : due ? `It is your move in ${title}` : `Here is our whole game of ${title}`;
  const page = /^https?:/.test(location.protocol) ? location.href.split('#')[0] : file.page;
  const open = page ? `open ${page} in any browser` : 'open pbem.html in any browser (ask me for that file)';
  return `${first} To ${due ? 'play' : 'see it'}, ${open} and give it ${what}. Nothing to install, no account. If you have the program pbem: pbem receive ${fileName(file)}`;
}
// One name for every way of sending. Phones share and open text files only.
const fileName = file => file.name.replace(/\.toml$/, '.txt');

function send() {
  const table = app.table, file = look('file'), subject = capital(named(file.subject));
  if (chat.carries(table)) return sendToChat(table, file);
  const due = table.due && file.hears.includes(table.due) ? table.due : '';
  const copies = [...file.hears.filter(name => name !== due).map(person), ...file.copies ? [file.copies] : []];
  title(table.title, `turn ${file.turn}`);
  const blob = new File([file.text], fileName(file), { type: 'text/plain' });
  const can = !!navigator.canShare?.({ files: [blob] });
  const attached = explained(table, file, 'the attached file'), pasted = explained(table, file, 'this whole message');
  const save = () => download(fileName(file), file.text);
  const cc = file.copies ? `cc=${encodeURIComponent(file.copies)}&` : '';
  const mail = body => `mailto:${file.to.map(encodeURIComponent).join(',')}?${cc}subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  const sent = button('I sent it', async () => { sit(await ask('mailed')); }, { class: 'go', id: 'sent', hidden: true });
  const told = $('p', { class: 'dim', 'aria-live': 'polite' });
  // Show the button "I sent it" only after the player has used a way to send the turn.
  const after = (does, words) => async () => { await does(); told.textContent = words; sent.hidden = !table.unsent; };
  const text = file.alone && !app.first ? file.alone : file.text;
  const others = [
    button('Save as a file', after(save, `Saved as ${fileName(file)}. Attach it to a message.`), { id: 'save' }),
    button('Copy the whole game as text', after(() => copy(`${pasted}\n\n${file.text}`), 'Copied. Paste it into a message.'), { id: 'copy' }),
    file.alone ? button('Copy only this turn (short, for a chat)', after(() => copy(`${pasted}\n\n${file.alone}`), 'Copied. Paste it into the chat.'), { id: 'copy-alone' }) : null,
    ...file.parts.map((part, at) => button(`Copy part ${at + 1} of ${file.parts.length} (if the chat limits messages)`, after(() => copy(part), 'Copied. Paste each part into the chat.'), { id: `copy-part-${at + 1}` })),
    $('a', { class: 'b', id: 'mail', href: mail(attached + '\n'), onclick: after(save, `Saved as ${fileName(file)}. Attach that file to the email.`) }, 'Save the file and write an email'),
  ];
  const who = person(due) || list(copies), id = `${table.id} ${file.turn}`;
  const leave = async () => {
    if (table.unsent && sent.hidden && asked !== id) {
      asked = id;
      if (!await sure(`You have not sent this turn to ${who} yet. The game waits for it.`, 'go', 'Send it later')) return null;
    }
    return sit(await ask('game', { id: table.id }));
  };
  show([$('div', { class: 'narrow' },
    $('p', { class: 'status large' }, `Send it to ${who}`),
    $('p', { class: 'dim' }, `Your turn is signed and saved.${due && copies.length ? ` A copy goes to ${list(copies)}.` : ''}`),
    $('div', { class: 'row' }, can
      ? button(`Send to ${who}`, after(() => navigator.share({ files: [blob], title: subject, text: attached }), ''), { class: 'go', id: 'share' })
      : $('a', { class: 'b go', id: 'share', href: mail(`${pasted}\n\n(paste here)\n`), onclick: after(() => copy(text), 'Your turn is copied: paste it into the email.') }, 'Copy it and write an email')),
    told,
    $('details', {}, $('summary', {}, 'Other ways to send it'), $('div', { class: 'ways' }, others),
      $('details', {}, $('summary', {}, 'Show the text'), $('textarea', { id: 'out', readonly: true, spellcheck: 'false', 'aria-label': 'The file as text', onfocus: event => event.target.select() }, file.text)),
      $('details', {}, $('summary', {}, 'A message to go with it'), $('textarea', { readonly: true, spellcheck: 'false', 'aria-label': 'A message' }, file.letter))),
    $('div', { class: 'row' }, sent),
    $('div', { class: 'row apart' }, button('Back to the board', leave, { id: 'board', class: 'quiet' }),
      table.undo ? button('Undo this turn', takeBack, { class: 'quiet', id: 'undo' }) : null),
    app.first ? wordsCard() : null)], { back: leave });
  // Show the card with the recovery phrase only once: it is also under "Backup and settings".
  app.first = false;
  stay('send');
  say('signed');
}

// In a messenger, the chat carries the turns. The player can send a turn as often as necessary.
function sendToChat(table, file) {
  title(table.title, `turn ${file.turn}`);
  show([$('div', { class: 'narrow' }, $('p', { class: 'status large' }, 'Send it to the chat'),
    $('p', { class: 'dim' }, 'Your turn is signed and saved. If someone in the chat does not see it, send it again.'),
    file.copies ? $('p', { id: 'copies' }, `A copy goes to ${file.copies}: export the game as a file, and attach it to an email.`) : null,
    $('div', { class: 'row' }, button('Send to the chat', async () => { chat.send(file, table); if (table.unsent) await ask('mailed'); sit(await ask('game', { id: table.id })); }, { class: 'go', id: 'to-chat' })),
    $('div', { class: 'row' }, button('Export the game as a file', () => chat.export(fileName(file), file.text), { id: 'export' })),
    $('div', { class: 'row apart' }, button('Back to the board', () => render(), { id: 'board', class: 'quiet' })))], { back: () => render() });
}
