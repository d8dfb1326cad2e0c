package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/internal/disk"
	"ringer/models/botfile"
	"ringer/play/external"
	"ringer/play/opponents"
	"ringer/train/checkpoint"
	"ringer/train/warm"
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

// programs holds the processes of all agents that are programs; main ends them.
var programs = external.NewPrograms()

// programFor returns what builds the agent of a program for a game.
func programFor(g env.Game) func(command string, limits roster.Limits) (agents.Agent, error) {
	return func(command string, limits roster.Limits) (agents.Agent, error) {
		agent, err := external.New(g.Spec(), programs, command, external.Options(limits))
		if err != nil {
			return nil, err
		}
		return agent, nil
	}
}

// newAgent builds an agent from its name; its errors are bad input.
func newAgent(g env.Game, name string) (agents.Agent, error) {
	agent, _, err := buildAgent(g, name)
	return agent, err
}

// buildAgent is newAgent, and returns the files that the agent was built from, too.
func buildAgent(g env.Game, name string) (agents.Agent, *noted, error) {
	name, err := resolveLevel(g, name)
	if err != nil {
		return nil, nil, err
	}
	from, files := sourcesFor(g)
	agent, err := roster.New(name, from)
	if unknown, ok := errors.AsType[*checkpoints.UnknownError](err); ok {
		return nil, nil, bad(unknown)
	}
	if err != nil {
		return nil, nil, bad(explainRun(name, err))
	}
	if recipes := noting.Load(); recipes != nil && !files.stays {
		recipes.Note(agent, g.Spec(), name, files.carried())
	}
	return agent, files, nil
}

// enter builds agents for the seats of a game, at most one for each seat.
func enter(g env.Game, names []string) ([]eval.Entry, error) {
	entries, _, err := enterKnown(g, names)
	return entries, err
}

// enterKnown is enter, and names the agents with the checksums of their files, so that a bot
// with new weights is not taken for its older self.
func enterKnown(g env.Game, names []string) (entries []eval.Entry, known []eval.ArenaAgent, err error) {
	if len(names) > g.Spec().Players {
		return nil, nil, badf("%d agents for the %d seats of %s", len(names), g.Spec().Players, g.Spec())
	}
	for _, name := range names {
		name, err := resolveLevel(g, name)
		if err != nil {
			return nil, nil, err
		}
		agent, files, err := buildAgent(g, name)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, eval.Entry{Name: name, Agent: agent})
		known = append(known, eval.ArenaAgent{Name: name, Checksum: files.identity()})
	}
	return entries, known, nil
}

// openBot reads a bot: a file when the name looks like one, else one that
// ships.
func openBot(name string) (*botfile.Bot, error) {
	data, err := botBytes(name)
	if err != nil {
		return nil, err
	}
	return readBot(name, data)
}

// isBotFile reports whether a bot's name is that of a file.
func isBotFile(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.EqualFold(filepath.Ext(name), ".bot")
}

// botBytes returns the whole of a bot's file.
func botBytes(name string) ([]byte, error) {
	if !isBotFile(name) {
		file, err := checkpoints.Open(name)
		if err != nil {
			return nil, err
		}
		data := make([]byte, file.Len())
		_, err = io.ReadFull(file, data)
		return data, err
	}
	data, err := disk.ReadFile(name, botfile.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; bots that ship: %s", name, strings.Join(orNone(checkpoints.Ringers()), ", "))
	}
	return data, explainRun(name, err)
}

// explainRun returns the error of what was to be an agent or a bot, or says how a training run
// becomes a bot where it is the folder of one.
func explainRun(name string, err error) error {
	_, syntax := errors.AsType[*callexpr.SyntaxError](err)
	_, unknown := errors.AsType[*roster.UnknownAgentError](err)
	_, folder := errors.AsType[*disk.KindError](err)
	if !syntax && !unknown && !folder {
		return err
	}
	if _, none := os.Stat(filepath.Join(name, "config.yaml")); none != nil && !checkpoint.IsCheckpoint(name) {
		return err
	}
	return fmt.Errorf("%s: the folder of a training run: ringer export %s --out NAME.bot makes a bot of it, for bot(NAME.bot)", name, shellWord(name))
}

// gameOfBot builds the game that a bot was made for. It opens no file, whatever the
// bot names; where is the bot's name in messages.
func gameOfBot(where string, bot *botfile.Bot) (env.Game, error) {
	return restoreGame(where, bot.Manifest.Game, bot.Manifest.Rules)
}

// adaptBot returns a bot with the weights of one of other rules.
func adaptBot(bot *botfile.Bot, spec *env.Spec) (*botfile.Bot, error) {
	adapted, _, err := adapt(bot, spec)
	return adapted, err
}

// adapt also says which weights had a place.
func adapt(bot *botfile.Bot, spec *env.Spec) (*botfile.Bot, *warm.Taken, error) {
	var own *env.Spec // whose labels tell inputs apart
	if g, err := gameOfBot(bot.Manifest.Name, bot); err == nil {
		own = g.Spec()
	}
	return warm.Adapt(bot, own, spec)
}

// botKind is the roster's name of bots.
const botKind = "bot"

// readStrategy decodes the file of a strategy, or a style that ships, for a game.
func readStrategy(g env.Game, name string, data []byte) (*script.Strategy, error) {
	if isStyle(name) {
		return opponents.Style(g, name)
	}
	return readScript(name, data)
}

// isStyle reports whether a strategy is one of those that ship.
func isStyle(name string) bool { return slices.Contains(opponents.StyleNames(), name) }

// scriptBytes returns the whole of a strategy's file, or of a style that ships.
func scriptBytes(name string) ([]byte, error) {
	if isStyle(name) {
		return opponents.StyleText(name)
	}
	data, err := disk.ReadText(name, maxRunText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; strategies that ship: %s", name, strings.Join(opponents.StyleNames(), ", "))
	}
	return data, err
}

// readScript decodes a strategy; file is its name in messages.
func readScript(file string, data []byte) (*script.Strategy, error) {
	s := script.Defaults()
	return &s, configs.ReadAll(&s, configs.Text(file, data))
}

// scriptCall returns the agent of a strategy, for every command.
func scriptCall(file string) string {
	return callexpr.Expr{Name: roster.Script, Args: []callexpr.Arg{{Value: file}}}.String()
}

// argumentOf returns the argument before the options of an agent of a kind, and empty for
// agents of other kinds.
func argumentOf(agent, kind string) (string, error) {
	expr, err := roster.Parse(agent)
	if err != nil || expr.Name != kind {
		return "", err
	}
	return expr.First(), nil
}

// botOf returns the name or the file of the bot that an agent's name names, and empty
// for other agents. It does not look into an agent that plays by others.
func botOf(agent string) (string, error) { return argumentOf(agent, botKind) }

// isProgram reports whether an agent's name is that of a program.
func isProgram(agent string) bool {
	expr, err := roster.Parse(agent)
	return err == nil && expr.Name == roster.Program
}

// bestOpponent names the strongest agent that this build has for a game, by measurement
// where there is one.
func bestOpponent(g env.Game) string { return opponents.Default(g) }

// resolveLevel is opponents.Resolve, whose errors are bad input.
func resolveLevel(g env.Game, agent string) (string, error) {
	name, err := opponents.Resolve(g, agent)
	return name, bad(err)
}

// addGameFlag adds --game, which gameFlag reads.
func addGameFlag(cmd *cobra.Command, game *string) {
	cmd.Flags().StringVar(game, "game", "", "the game, such as kuhn or 'heat(players=4)'; ringer games lists them")
}

// gameOrBots returns the game of --game, or where that is not given the one of the first
// bot among the agents.
func gameOrBots(text string, agents ...string) (env.Game, error) {
	if text != "" {
		return gameFlag(text)
	}
	for _, agent := range agents {
		name, err := botOf(agent)
		if err != nil {
			return nil, bad(explainRun(agent, err))
		}
		if name == "" {
			continue
		}
		bot, err := openBot(name)
		if err != nil {
			return nil, bad(err)
		}
		return gameOfBot(name, bot)
	}
	return gameFlag(text)
}

func gameFlag(text string) (env.Game, error) {
	if text == "" {
		return nil, badf("--game is missing: name one of %s", strings.Join(games.Names(), ", "))
	}
	return newGame(text)
}
