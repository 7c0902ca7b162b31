
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'pbem' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'pbem'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'pbem' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('demo', 'demo', [CompletionResultType]::ParameterValue, 'Watch a whole game played, checked, cheated in and damaged')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'The five games: how to play, how moves are written, house rules')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Start a game: hide your setup, and write the file that you mail')
            [CompletionResult]::new('join', 'join', [CompletionResultType]::ParameterValue, 'Take your seat in a game that you were mailed')
            [CompletionResult]::new('form', 'form', [CompletionResultType]::ParameterValue, 'Write an empty setup form, to fill in and hand to --setup-file')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Whose turn it is, what is asked, since when; without a game, all your games')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show the board, what is new, what you are asked and what you may do')
            [CompletionResult]::new('move', 'move', [CompletionResultType]::ParameterValue, 'Answer what is asked of you, then make your move')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'The whole game, turn by turn')
            [CompletionResult]::new('mark', 'mark', [CompletionResultType]::ParameterValue, 'Pencil marks for yourself, kept in your vault')
            [CompletionResult]::new('undo', 'undo', [CompletionResultType]::ParameterValue, 'Take back your last turn, as long as it has not been mailed')
            [CompletionResult]::new('offer', 'offer', [CompletionResultType]::ParameterValue, 'Offer a draw: it waits, and rides on your next turn')
            [CompletionResult]::new('accept', 'accept', [CompletionResultType]::ParameterValue, 'Accept the draw that was offered in the last turn')
            [CompletionResult]::new('decline', 'decline', [CompletionResultType]::ParameterValue, 'Decline: a guess in Spy!, or a draw (which moving does as well)')
            [CompletionResult]::new('resign', 'resign', [CompletionResultType]::ParameterValue, 'Give the game up')
            [CompletionResult]::new('dispute', 'dispute', [CompletionResultType]::ParameterValue, 'Prove that a box addressed to you does not hold what it must (Espionage)')
            [CompletionResult]::new('reveal', 'reveal', [CompletionResultType]::ParameterValue, 'Show your setup at the end, for everybody to check')
            [CompletionResult]::new('claim', 'claim', [CompletionResultType]::ParameterValue, 'Claim the game after the deadline; any later turn takes the claim away again')
            [CompletionResult]::new('rematch', 'rematch', [CompletionResultType]::ParameterValue, 'Another game with the same players and house rules; the other side begins')
            [CompletionResult]::new('send', 'send', [CompletionResultType]::ParameterValue, 'Mail the newest file of a game to whoever must act, with a copy to the others')
            [CompletionResult]::new('receive', 'receive', [CompletionResultType]::ParameterValue, 'Take in what has come by mail: turn files, messages, mailboxes')
            [CompletionResult]::new('copy', 'copy', [CompletionResultType]::ParameterValue, 'Write the newest file of a game again, if yours was lost or is old')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Was everybody honest? Who was not, in which turn, and how? For anybody, without a vault')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Write the whole game as one page to step through, in any browser')
            [CompletionResult]::new('whoami', 'whoami', [CompletionResultType]::ParameterValue, 'Your own name, address and safety number')
            [CompletionResult]::new('contact', 'contact', [CompletionResultType]::ParameterValue, 'People you play with: names, addresses, safety numbers')
            [CompletionResult]::new('backup', 'backup', [CompletionResultType]::ParameterValue, 'Write your whole vault into one file, to be kept safe')
            [CompletionResult]::new('restore', 'restore', [CompletionResultType]::ParameterValue, 'Put a backup where no vault is')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Settings: folders, mail, looks')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Say more about a command')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Write completions and manual pages')
            break
        }
        'pbem;demo' {
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Another number, another game')
            [CompletionResult]::new('--seats', '--seats', [CompletionResultType]::ParameterName, 'How many play, where that is not fixed')
            [CompletionResult]::new('--keep', '--keep', [CompletionResultType]::ParameterName, 'Keep the honest, the false and the broken turn file in this folder')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--fast', '--fast', [CompletionResultType]::ParameterName, 'Do not wait for the Enter key')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;rules' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;new' {
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'Who plays with you, in the order of the seats')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'A house rule, such as days-per-turn=7')
            [CompletionResult]::new('--first', '--first', [CompletionResultType]::ParameterName, 'Who begins, where you have agreed on it; otherwise it is drawn')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'A line to the others')
            [CompletionResult]::new('--setup', '--setup', [CompletionResultType]::ParameterName, 'What you hide, as `pbem rules` tells for each game')
            [CompletionResult]::new('--setup-file', '--setup-file', [CompletionResultType]::ParameterName, 'The same from a file (see `pbem form`), or `-` for standard input')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--random', '--random', [CompletionResultType]::ParameterName, 'Let pbem hide it at random')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;join' {
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'A line to the others')
            [CompletionResult]::new('--setup', '--setup', [CompletionResultType]::ParameterName, 'What you hide, as `pbem rules` tells for each game')
            [CompletionResult]::new('--setup-file', '--setup-file', [CompletionResultType]::ParameterName, 'The same from a file (see `pbem form`), or `-` for standard input')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--random', '--random', [CompletionResultType]::ParameterName, 'Let pbem hide it at random')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;form' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;status' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;show' {
            [CompletionResult]::new('--turn', '--turn', [CompletionResultType]::ParameterName, 'As it was after this turn')
            [CompletionResult]::new('--moves', '--moves', [CompletionResultType]::ParameterName, 'List the legal moves of a piece')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to show it')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--public', '--public', [CompletionResultType]::ParameterName, 'Only what everybody may know')
            [CompletionResult]::new('--hint', '--hint', [CompletionResultType]::ParameterName, 'What the answers leave possible, where the game has such a hint')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'pbem;move' {
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'A line to the others')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--try', '--try', [CompletionResultType]::ParameterName, 'Show what would be written, and write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would be written, and write nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;log' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;mark' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;undo' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--not-mailed', '--not-mailed', [CompletionResultType]::ParameterName, 'The turn has not left this machine')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;offer' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--cancel', '--cancel', [CompletionResultType]::ParameterName, 'Take the waiting offer back')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;accept' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;decline' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;resign' {
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'A line to the others')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;dispute' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;reveal' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;claim' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;rematch' {
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'A line to the others')
            [CompletionResult]::new('--setup', '--setup', [CompletionResultType]::ParameterName, 'What you hide, as `pbem rules` tells for each game')
            [CompletionResult]::new('--setup-file', '--setup-file', [CompletionResultType]::ParameterName, 'The same from a file (see `pbem form`), or `-` for standard input')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--random', '--random', [CompletionResultType]::ParameterName, 'Let pbem hide it at random')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;send' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the message into a file, as a draft; `-` for standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the message into a file, as a draft; `-` for standard output')
            [CompletionResult]::new('--sendmail', '--sendmail', [CompletionResultType]::ParameterName, 'Hand it to a program that works as sendmail does')
            [CompletionResult]::new('--smtp', '--smtp', [CompletionResultType]::ParameterName, 'Hand it to a server: `smtps://bob@mail.example.org`')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'An address: `bob=bob@example.org`, or the address alone where only one other plays')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--again', '--again', [CompletionResultType]::ParameterName, 'Mail it once more: a mail may have been lost, or somebody needs reminding')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;receive' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--answer', '--answer', [CompletionResultType]::ParameterName, 'Make the turns that need no decision')
            [CompletionResult]::new('--send', '--send', [CompletionResultType]::ParameterName, 'Mail the turns that `--answer` makes')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;copy' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;verify' {
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'Insist that a seat has this key, or safety number')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file: one JSON object a line')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file: one JSON object a line')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;replay' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The page to write, or `-` for standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The page to write, or `-` for standard output')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;whoami' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;contact' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'Everybody you know')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'One of them')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Add somebody by hand')
            [CompletionResult]::new('confirm', 'confirm', [CompletionResultType]::ParameterValue, 'Say that you have compared the safety number')
            [CompletionResult]::new('mail', 'mail', [CompletionResultType]::ParameterValue, 'Set the address')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Forget somebody')
            break
        }
        'pbem;contact;list' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;contact;show' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;contact;add' {
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'the public key, 64 digits (`pbem whoami` shows it)')
            [CompletionResult]::new('--mail', '--mail', [CompletionResultType]::ParameterName, 'the mail address')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;contact;confirm' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;contact;mail' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;contact;forget' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;backup' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--move', '--move', [CompletionResultType]::ParameterName, 'Hand the vault over: this one retires')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;restore' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--nothing-since', '--nothing-since', [CompletionResultType]::ParameterName, 'Nothing was played since the backup was made')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;config' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--only-here', '--only-here', [CompletionResultType]::ParameterName, 'This vault is the only copy in use: warn no more that it was copied')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;help' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'pbem;generate' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Which seat you speak for, where you have more than one')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The folder of your vault, instead of `PBEM_HOME` or the usual place')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of text')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Draw with ASCII signs only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
