package lookup

import (
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/open"
)

// AgentHelp is the part about agents in the help of every command that takes them.
const AgentHelp = `Agents are written as calls, in quotes where there are parentheses: random, greedy,
expert, 'ismcts(sims=500)', 'bot(NAME or FILE)'. "ringer help agents" lists them all.`

func OrNone(names []string) []string {
	if len(names) == 0 {
		return []string{"none in this build"}
	}
	return names
}

// AddGameFlag adds --game, which gameFlag reads.
func AddGameFlag(cmd *cobra.Command, game *string) {
	shell.AddFlag(cmd, game, "game", "", shell.AGame, "the game, such as kuhn or 'heat(players=4)'; ringer games lists them")
}

// GameOrBots returns the game of --game, or where that is not given the one of the first
// bot among the agents.
func GameOrBots(text string, agents ...string) (env.Game, error) {
	if text != "" {
		return GameFlag(text)
	}
	for _, agent := range agents {
		if g, err := GameOfBot(agent); g != nil || err != nil {
			return g, err
		}
	}
	return GameFlag(text)
}

// GameOfBot returns the game of the bot that an agent is; nil: the agent is none.
func GameOfBot(agent string) (env.Game, error) {
	if agent == "" {
		return nil, nil
	}
	name, err := open.BotOf(agent)
	if err != nil {
		return nil, input.Bad(open.ExplainRun(agent, err))
	}
	if name == "" {
		return nil, nil
	}
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	return open.GameOf(name, bot)
}

func GameFlag(text string) (env.Game, error) {
	if text == "" {
		return nil, input.Badf("--game is missing: name one of %s", strings.Join(games.Names(), ", "))
	}
	return open.Game(text)
}

// NameGame lets --game stand for the argument GAME of a command that works on a game, so
// that one form names the game everywhere.
func NameGame(cmd *cobra.Command) {
	words := shell.Arguments(cmd)
	if len(words) == 0 || words[0] != "GAME" || cmd.Flags().Lookup("game") != nil {
		return
	}
	var game string
	AddGameFlag(cmd, &game)
	named := func(args []string) []string {
		if game == "" {
			return args
		}
		return append([]string{game}, args...)
	}
	valid, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error { return valid(cmd, named(args)) }
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return run(cmd, named(args)) }
}

// BotCall is open.BotCall.
func BotCall(nameOrFile string, options ...callexpr.Arg) string {
	return open.BotCall(nameOrFile, options...)
}
