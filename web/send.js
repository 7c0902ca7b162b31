// Sending a turn.

// The turn for which the player already left this screen without sending.
let asked = '';

function send() {
  const table = app.table, file = look('file');
  if (chat.carries(table)) return sendToChat(table, file);
  const due = table.due && file.hears.includes(table.due) ? table.due : '';
  const copies = file.hears.filter(name => name !== due).map(person);
  title(table.title, `turn ${file.turn}`);
  const blob = new File([file.text], file.name.replace(/\.toml$/, '.txt'), { type: 'text/plain' });
  const can = !!navigator.canShare?.({ files: [blob] });
  const short = `${file.subject}\n\nThe turn is attached. Open it with pbem, or in its page.\n`;
  const mail = body => `mailto:${file.to.map(encodeURIComponent).join(',')}?subject=${encodeURIComponent(file.subject)}&body=${encodeURIComponent(body)}`;
  const sent = button('I sent it', async () => { sit(await ask('mailed')); }, { class: 'go', id: 'sent', hidden: true });
  const told = $('p', { class: 'dim', 'aria-live': 'polite' });
  // Only after one of the ways was used can the turn be on its way.
  const after = (does, words) => async () => { await does(); told.textContent = words; sent.hidden = !table.unsent; };
  const text = file.alone && !app.first ? file.alone : file.text;
  const others = [
    button('Save as a file', after(() => download(file.name, file.text), 'Saved. Attach it to a message.'), { id: 'save' }),
    button('Copy the whole game as text', after(() => copy(file.text), 'Copied. Paste it into a message.'), { id: 'copy' }),
    file.alone ? button('Copy only this turn (short, for a chat)', after(() => copy(file.alone), 'Copied. Paste it into the chat.'), { id: 'copy-alone' }) : null,
    ...file.parts.map((part, at) => button(`Copy part ${at + 1} of ${file.parts.length} (if the chat limits messages)`, after(() => copy(part), 'Copied. Paste each part into the chat.'), { id: `copy-part-${at + 1}` })),
    $('a', { class: 'b', id: 'mail', href: mail(short), onclick: after(() => 0, 'Attach the file that you saved.') }, 'Write an email'),
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
      ? button(`Send to ${who}`, after(() => navigator.share({ files: [blob], title: file.subject, text: file.subject }), ''), { class: 'go', id: 'share' })
      : $('a', { class: 'b go', id: 'share', href: mail(`${file.subject}\n\n(paste here)\n`), onclick: after(() => copy(text), 'Your turn is copied: paste it into the email.') }, 'Copy it and write an email')),
    told,
    $('details', {}, $('summary', {}, 'Other ways to send it'), $('div', { class: 'ways' }, others),
      $('details', {}, $('summary', {}, 'Show the text'), $('textarea', { id: 'out', readonly: true, spellcheck: 'false', 'aria-label': 'The file as text', onfocus: event => event.target.select() }, file.text)),
      $('details', {}, $('summary', {}, 'A message to go with it'), $('textarea', { readonly: true, spellcheck: 'false', 'aria-label': 'A message' }, file.letter))),
    $('div', { class: 'row' }, sent),
    $('div', { class: 'row apart' }, button('Back to the board', leave, { id: 'board', class: 'quiet' }),
      table.undo ? button('Undo this turn', takeBack, { class: 'quiet', id: 'undo' }) : null),
    app.first ? wordsCard() : null)], { back: leave });
  // Once is enough: the card is also under "Backup and settings".
  app.first = false;
  stay('send');
  say('signed');
}

// In a messenger the chat carries the turns, as often as you like.
function sendToChat(table, file) {
  title(table.title, `turn ${file.turn}`);
  show([$('div', { class: 'narrow' }, $('p', { class: 'status large' }, 'Send it to the chat'),
    $('p', { class: 'dim' }, 'Your turn is signed and saved. If someone in the chat does not see it, send it again.'),
    $('div', { class: 'row' }, button('Send to the chat', async () => { chat.send(file, table); if (table.unsent) await ask('mailed'); sit(await ask('game', { id: table.id })); }, { class: 'go', id: 'to-chat' })),
    $('div', { class: 'row' }, button('Export the game as a file', () => chat.export(file.name, file.text), { id: 'export' })),
    $('div', { class: 'row apart' }, button('Back to the board', () => render(), { id: 'board', class: 'quiet' })))], { back: () => render() });
}
