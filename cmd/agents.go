package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"ringer/env"
	"ringer/env/games"
	"ringer/open"
	"ringer/play/opponents"
)

// agentHelp is the part about agents in the help of every command that takes them.
const agentHelp = `Agents are written as calls, in quotes where there are parentheses: random, greedy,
expert, 'ismcts(sims=500)', 'bot(NAME or FILE)'. "ringer help agents" lists them all.`

func orNone(names []string) []string {
	if len(names) == 0 {
		return []string{"none in this build"}
	}
	return names
}

// bestOpponent names the strongest agent that this build has for a game, by measurement
// where there is one.
func bestOpponent(g env.Game) string { return opponents.Default(g) }

// addGameFlag adds --game, which gameFlag reads.
func addGameFlag(cmd *cobra.Command, game *string) {
	addFlag(cmd, game, "game", "", aGame, "the game, such as kuhn or 'heat(players=4)'; ringer games lists them")
}

// gameOrBots returns the game of --game, or where that is not given the one of the first
// bot among the agents.
func gameOrBots(text string, agents ...string) (env.Game, error) {
	if text != "" {
		return gameFlag(text)
	}
	for _, agent := range agents {
		name, err := open.BotOf(agent)
		if err != nil {
			return nil, bad(open.ExplainRun(agent, err))
		}
		if name == "" {
			continue
		}
		bot, err := open.Bot(name)
		if err != nil {
			return nil, bad(err)
		}
		return open.GameOf(name, bot)
	}
	return gameFlag(text)
}

func gameFlag(text string) (env.Game, error) {
	if text == "" {
		return nil, badf("--game is missing: name one of %s", strings.Join(games.Names(), ", "))
	}
	return open.Game(text)
}
