# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_pbem_global_optspecs
    string join \n as= json ascii home= h/help V/version
end

function __fish_pbem_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_pbem_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_pbem_using_subcommand
    set -l cmd (__fish_pbem_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c pbem -n "__fish_pbem_needs_command" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_needs_command" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_needs_command" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_needs_command" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_needs_command" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_needs_command" -s V -l version -d 'Print version'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "demo" -d 'Watch a whole game played, checked, cheated in and damaged'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "rules" -d 'The five games: how to play, how moves are written, house rules'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "new" -d 'Start a game: hide your setup, and write the file that you mail'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "join" -d 'Take your seat in a game that you were mailed'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "form" -d 'Write an empty setup form, to fill in and hand to --setup-file'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "status" -d 'Whose turn it is, what is asked, since when; without a game, all your games'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "show" -d 'Show the board, what is new, what you are asked and what you may do'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "move" -d 'Answer what is asked of you, then make your move'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "log" -d 'The whole game, turn by turn'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "mark" -d 'Pencil marks for yourself, kept in your vault'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "undo" -d 'Take back your last turn, as long as it has not been mailed'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "offer" -d 'Offer a draw: it waits, and rides on your next turn'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "accept" -d 'Accept the draw that was offered in the last turn'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "decline" -d 'Decline: a guess in Spy!, or a draw (which moving does as well)'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "resign" -d 'Give the game up'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "dispute" -d 'Prove that a box addressed to you does not hold what it must (Espionage)'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "reveal" -d 'Show your setup at the end, for everybody to check'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "claim" -d 'Claim the game after the deadline; any later turn takes the claim away again'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "rematch" -d 'Another game with the same players and house rules; the other side begins'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "send" -d 'Mail the newest file of a game to whoever must act, with a copy to the others'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "receive" -d 'Take in what has come by mail: turn files, messages, mailboxes'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "copy" -d 'Write the newest file of a game again, if yours was lost or is old'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "verify" -d 'Was everybody honest? Who was not, in which turn, and how? For anybody, without a vault'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "replay" -d 'Write the whole game as one page to step through, in any browser'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "whoami" -d 'Your own name, address and safety number'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "contact" -d 'People you play with: names, addresses, safety numbers'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "backup" -d 'Write your whole vault into one file, to be kept safe'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "restore" -d 'Put a backup where no vault is'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "config" -d 'Settings: folders, mail, looks'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "help" -d 'Say more about a command'
complete -c pbem -n "__fish_pbem_needs_command" -f -a "generate" -d 'Write completions and manual pages'
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l seed -d 'Another number, another game' -r
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l seats -d 'How many play, where that is not fixed' -r
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l keep -d 'Keep the honest, the false and the broken turn file in this folder' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l fast -d 'Do not wait for the Enter key'
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand demo" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand demo" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand rules" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand rules" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand rules" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand rules" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand rules" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand new" -l with -d 'Who plays with you, in the order of the seats' -r
complete -c pbem -n "__fish_pbem_using_subcommand new" -l set -d 'A house rule, such as days-per-turn=7' -r
complete -c pbem -n "__fish_pbem_using_subcommand new" -l first -d 'Who begins, where you have agreed on it; otherwise it is drawn' -r
complete -c pbem -n "__fish_pbem_using_subcommand new" -l note -d 'A line to the others' -r
complete -c pbem -n "__fish_pbem_using_subcommand new" -l setup -d 'What you hide, as `pbem rules` tells for each game' -r
complete -c pbem -n "__fish_pbem_using_subcommand new" -l setup-file -d 'The same from a file (see `pbem form`), or `-` for standard input' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand new" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand new" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand new" -l random -d 'Let pbem hide it at random'
complete -c pbem -n "__fish_pbem_using_subcommand new" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand new" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand new" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand join" -l note -d 'A line to the others' -r
complete -c pbem -n "__fish_pbem_using_subcommand join" -l setup -d 'What you hide, as `pbem rules` tells for each game' -r
complete -c pbem -n "__fish_pbem_using_subcommand join" -l setup-file -d 'The same from a file (see `pbem form`), or `-` for standard input' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand join" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand join" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand join" -l random -d 'Let pbem hide it at random'
complete -c pbem -n "__fish_pbem_using_subcommand join" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand join" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand join" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand form" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand form" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand form" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand form" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand form" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand status" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand status" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand status" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand status" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand status" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand show" -l turn -d 'As it was after this turn' -r
complete -c pbem -n "__fish_pbem_using_subcommand show" -l moves -d 'List the legal moves of a piece' -r
complete -c pbem -n "__fish_pbem_using_subcommand show" -l format -d 'How to show it' -r -f -a "text\t'a drawing'
list\t'sentences, for screen readers and proportional fonts'
svg\t'a picture'
html\t'a page of its own'"
complete -c pbem -n "__fish_pbem_using_subcommand show" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand show" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand show" -l public -d 'Only what everybody may know'
complete -c pbem -n "__fish_pbem_using_subcommand show" -l hint -d 'What the answers leave possible, where the game has such a hint'
complete -c pbem -n "__fish_pbem_using_subcommand show" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand show" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pbem -n "__fish_pbem_using_subcommand move" -l note -d 'A line to the others' -r
complete -c pbem -n "__fish_pbem_using_subcommand move" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand move" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand move" -l try -l dry-run -d 'Show what would be written, and write nothing'
complete -c pbem -n "__fish_pbem_using_subcommand move" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand move" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand move" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand log" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand log" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand log" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand log" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand log" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand mark" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand mark" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand mark" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand mark" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand mark" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand undo" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand undo" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand undo" -l not-mailed -d 'The turn has not left this machine'
complete -c pbem -n "__fish_pbem_using_subcommand undo" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand undo" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand undo" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand offer" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand offer" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand offer" -l cancel -d 'Take the waiting offer back'
complete -c pbem -n "__fish_pbem_using_subcommand offer" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand offer" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand offer" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand accept" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand accept" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand accept" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand accept" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand accept" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand decline" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand decline" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand decline" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand decline" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand decline" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand resign" -l note -d 'A line to the others' -r
complete -c pbem -n "__fish_pbem_using_subcommand resign" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand resign" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand resign" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand resign" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand resign" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand dispute" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand dispute" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand dispute" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand dispute" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand dispute" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand reveal" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand reveal" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand reveal" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand reveal" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand reveal" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand claim" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand claim" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand claim" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand claim" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand claim" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l note -d 'A line to the others' -r
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l setup -d 'What you hide, as `pbem rules` tells for each game' -r
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l setup-file -d 'The same from a file (see `pbem form`), or `-` for standard input' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l random -d 'Let pbem hide it at random'
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand rematch" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand send" -s o -l output -d 'Write the message into a file, as a draft; `-` for standard output' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand send" -l sendmail -d 'Hand it to a program that works as sendmail does' -r
complete -c pbem -n "__fish_pbem_using_subcommand send" -l smtp -d 'Hand it to a server: `smtps://bob@mail.example.org`' -r
complete -c pbem -n "__fish_pbem_using_subcommand send" -l to -d 'An address: `bob=bob@example.org`, or the address alone where only one other plays' -r
complete -c pbem -n "__fish_pbem_using_subcommand send" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand send" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand send" -l again -d 'Mail it once more: a mail may have been lost, or somebody needs reminding'
complete -c pbem -n "__fish_pbem_using_subcommand send" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand send" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand send" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand receive" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand receive" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand receive" -l answer -d 'Make the turns that need no decision'
complete -c pbem -n "__fish_pbem_using_subcommand receive" -l send -d 'Mail the turns that `--answer` makes'
complete -c pbem -n "__fish_pbem_using_subcommand receive" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand receive" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand receive" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand copy" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand copy" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand copy" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand copy" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand copy" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand verify" -l key -d 'Insist that a seat has this key, or safety number' -r
complete -c pbem -n "__fish_pbem_using_subcommand verify" -s o -l output -d 'Write the report to a file: one JSON object a line' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand verify" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand verify" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand verify" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand verify" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand verify" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand replay" -s o -l output -d 'The page to write, or `-` for standard output' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand replay" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand replay" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand replay" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand replay" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand replay" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand whoami" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand whoami" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand whoami" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand whoami" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand whoami" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -f -a "list" -d 'Everybody you know'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -f -a "show" -d 'One of them'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -f -a "add" -d 'Add somebody by hand'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -f -a "confirm" -d 'Say that you have compared the safety number'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -f -a "mail" -d 'Set the address'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and not __fish_seen_subcommand_from list show add confirm mail forget" -f -a "forget" -d 'Forget somebody'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from list" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from list" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from list" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from list" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from show" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from show" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from show" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from show" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -l key -d 'the public key, 64 digits (`pbem whoami` shows it)' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -l mail -d 'the mail address' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from confirm" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from confirm" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from confirm" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from confirm" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from confirm" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from mail" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from mail" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from mail" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from mail" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from mail" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from forget" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from forget" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from forget" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from forget" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand contact; and __fish_seen_subcommand_from forget" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand backup" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand backup" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand backup" -l move -d 'Hand the vault over: this one retires'
complete -c pbem -n "__fish_pbem_using_subcommand backup" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand backup" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand backup" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand restore" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand restore" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand restore" -l nothing-since -d 'Nothing was played since the backup was made'
complete -c pbem -n "__fish_pbem_using_subcommand restore" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand restore" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand restore" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand config" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand config" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand config" -l only-here -d 'This vault is the only copy in use: warn no more that it was copied'
complete -c pbem -n "__fish_pbem_using_subcommand config" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand config" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand config" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand help" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand help" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand help" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand help" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand help" -s h -l help -d 'Print help'
complete -c pbem -n "__fish_pbem_using_subcommand generate" -l as -d 'Which seat you speak for, where you have more than one' -r
complete -c pbem -n "__fish_pbem_using_subcommand generate" -l home -d 'The folder of your vault, instead of `PBEM_HOME` or the usual place' -r -F
complete -c pbem -n "__fish_pbem_using_subcommand generate" -l json -d 'Print one JSON object instead of text'
complete -c pbem -n "__fish_pbem_using_subcommand generate" -l ascii -d 'Draw with ASCII signs only'
complete -c pbem -n "__fish_pbem_using_subcommand generate" -s h -l help -d 'Print help (see more with \'--help\')'
