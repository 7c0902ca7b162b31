
use builtin;
use str;

set edit:completion:arg-completer[pbem] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'pbem'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'pbem'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand demo 'Watch a whole game played, checked, cheated in and damaged'
            cand rules 'The five games: how to play, how moves are written, house rules'
            cand new 'Start a game: hide your setup, and write the file that you mail'
            cand join 'Take your seat in a game that you were mailed'
            cand form 'Write an empty setup form, to fill in and hand to --setup-file'
            cand status 'Whose turn it is, what is asked, since when; without a game, all your games'
            cand show 'Show the board, what is new, what you are asked and what you may do'
            cand move 'Answer what is asked of you, then make your move'
            cand log 'The whole game, turn by turn'
            cand mark 'Pencil marks for yourself, kept in your vault'
            cand undo 'Take back your last turn, as long as it has not been mailed'
            cand offer 'Offer a draw: it waits, and rides on your next turn'
            cand accept 'Accept the draw that was offered in the last turn'
            cand decline 'Decline: a guess in Spy!, or a draw (which moving does as well)'
            cand resign 'Give the game up'
            cand dispute 'Prove that a box addressed to you does not hold what it must (Espionage)'
            cand reveal 'Show your setup at the end, for everybody to check'
            cand claim 'Claim the game after the deadline; any later turn takes the claim away again'
            cand rematch 'Another game with the same players and house rules; the other side begins'
            cand send 'Mail the newest file of a game to whoever must act, with a copy to the others'
            cand receive 'Take in what has come by mail: turn files, messages, mailboxes'
            cand copy 'Write the newest file of a game again, if yours was lost or is old'
            cand verify 'Was everybody honest? Who was not, in which turn, and how? For anybody, without a vault'
            cand replay 'Write the whole game as one page to step through, in any browser'
            cand whoami 'Your own name, address and safety number'
            cand contact 'People you play with: names, addresses, safety numbers'
            cand backup 'Write your whole vault into one file, to be kept safe'
            cand restore 'Put a backup where no vault is'
            cand config 'Settings: folders, mail, looks'
            cand help 'Say more about a command'
            cand generate 'Write completions and manual pages'
        }
        &'pbem;demo'= {
            cand --seed 'Another number, another game'
            cand --seats 'How many play, where that is not fixed'
            cand --keep 'Keep the honest, the false and the broken turn file in this folder'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --fast 'Do not wait for the Enter key'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;rules'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;new'= {
            cand --with 'Who plays with you, in the order of the seats'
            cand --set 'A house rule, such as days-per-turn=7'
            cand --first 'Who begins, where you have agreed on it; otherwise it is drawn'
            cand --note 'A line to the others'
            cand --setup 'What you hide, as `pbem rules` tells for each game'
            cand --setup-file 'The same from a file (see `pbem form`), or `-` for standard input'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --random 'Let pbem hide it at random'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;join'= {
            cand --note 'A line to the others'
            cand --setup 'What you hide, as `pbem rules` tells for each game'
            cand --setup-file 'The same from a file (see `pbem form`), or `-` for standard input'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --random 'Let pbem hide it at random'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;form'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;status'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;show'= {
            cand --turn 'As it was after this turn'
            cand --moves 'List the legal moves of a piece'
            cand --format 'How to show it'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --public 'Only what everybody may know'
            cand --hint 'What the answers leave possible, where the game has such a hint'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'pbem;move'= {
            cand --note 'A line to the others'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --try 'Show what would be written, and write nothing'
            cand --dry-run 'Show what would be written, and write nothing'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;log'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;mark'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;undo'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --not-mailed 'The turn has not left this machine'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;offer'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --cancel 'Take the waiting offer back'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;accept'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;decline'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;resign'= {
            cand --note 'A line to the others'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;dispute'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;reveal'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;claim'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;rematch'= {
            cand --note 'A line to the others'
            cand --setup 'What you hide, as `pbem rules` tells for each game'
            cand --setup-file 'The same from a file (see `pbem form`), or `-` for standard input'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --random 'Let pbem hide it at random'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;send'= {
            cand -o 'Write the message into a file, as a draft; `-` for standard output'
            cand --output 'Write the message into a file, as a draft; `-` for standard output'
            cand --sendmail 'Hand it to a program that works as sendmail does'
            cand --smtp 'Hand it to a server: `smtps://bob@mail.example.org`'
            cand --to 'An address: `bob=bob@example.org`, or the address alone where only one other plays'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --again 'Mail it once more: a mail may have been lost, or somebody needs reminding'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;receive'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --answer 'Make the turns that need no decision'
            cand --send 'Mail the turns that `--answer` makes'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;copy'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;verify'= {
            cand --key 'Insist that a seat has this key, or safety number'
            cand -o 'Write the report to a file: one JSON object a line'
            cand --output 'Write the report to a file: one JSON object a line'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;replay'= {
            cand -o 'The page to write, or `-` for standard output'
            cand --output 'The page to write, or `-` for standard output'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;whoami'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;contact'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
            cand list 'Everybody you know'
            cand show 'One of them'
            cand add 'Add somebody by hand'
            cand confirm 'Say that you have compared the safety number'
            cand mail 'Set the address'
            cand forget 'Forget somebody'
        }
        &'pbem;contact;list'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;contact;show'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;contact;add'= {
            cand --key 'the public key, 64 digits (`pbem whoami` shows it)'
            cand --mail 'the mail address'
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;contact;confirm'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;contact;mail'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;contact;forget'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;backup'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --move 'Hand the vault over: this one retires'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;restore'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --nothing-since 'Nothing was played since the backup was made'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;config'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --only-here 'This vault is the only copy in use: warn no more that it was copied'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;help'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'pbem;generate'= {
            cand --as 'Which seat you speak for, where you have more than one'
            cand --home 'The folder of your vault, instead of `PBEM_HOME` or the usual place'
            cand --json 'Print one JSON object instead of text'
            cand --ascii 'Draw with ASCII signs only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
    ]
    $completions[$command]
}
