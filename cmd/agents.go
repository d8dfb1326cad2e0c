package cmd

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/disk"
	"ringer/env"
	"ringer/env/callexpr"
	"ringer/env/games"
	"ringer/eval"
	"ringer/models/botfile"
	"ringer/play/external"
	"ringer/play/opponents"
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
	from := roster.Sources{Game: g, Bot: openBot, Adapt: adaptBot, Program: programFor(g), Network: openNetwork, Script: scriptFor(g)}
	noted := noteFiles(&from)
	agent, err := roster.New(name, from)
	noted.of(agent, g, name)
	if unknown, ok := errors.AsType[*checkpoints.UnknownError](err); ok {
		return nil, bad(unknown)
	}
	return agent, bad(err)
}

// enter builds agents for the seats of a game, at most one for each seat.
func enter(g env.Game, names []string) ([]eval.Entry, error) {
	if len(names) > g.Spec().Players {
		return nil, badf("%d agents for the %d seats of %s", len(names), g.Spec().Players, g.Spec())
	}
	var entries []eval.Entry
	for _, name := range names {
		name, err := resolveLevel(g, name)
		if err != nil {
			return nil, err
		}
		agent, err := newAgent(g, name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, eval.Entry{Name: name, Agent: agent})
	}
	return entries, nil
}

// openBot reads a bot: a file when the name looks like one, else one that
// ships.
func openBot(name string) (*botfile.Bot, error) {
	data, err := botBytes(name)
	if err != nil {
		return nil, err
	}
	bot, err := botfile.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil && isBotFile(name) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return bot, err
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
		return io.ReadAll(file)
	}
	data, err := disk.ReadFile(name, botfile.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; bots that ship: %s", name, strings.Join(orNone(checkpoints.Ringers()), ", "))
	}
	return data, err
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

// scriptFor returns what reads the strategy of a file, or a style that ships, for a game.
func scriptFor(g env.Game) func(string) (*script.Strategy, error) {
	return func(name string) (*script.Strategy, error) {
		if isStyle(name) {
			return opponents.Style(g, name)
		}
		return openScript(name)
	}
}

// isStyle reports whether a strategy is one of those that ship.
func isStyle(name string) bool { return slices.Contains(opponents.StyleNames(), name) }

// openScript reads the file of a strategy.
func openScript(file string) (*script.Strategy, error) {
	data, err := scriptBytes(file)
	if err != nil {
		return nil, err
	}
	return readScript(file, data)
}

// scriptBytes returns the whole of a strategy's file.
func scriptBytes(file string) ([]byte, error) {
	data, err := disk.ReadFile(file, maxRunText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; strategies that ship: %s", file, strings.Join(opponents.StyleNames(), ", "))
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

// scriptOf returns the file of the strategy that an agent's name names, and empty for other
// agents.
func scriptOf(agent string) (string, error) {
	expr, err := roster.Parse(agent)
	if err != nil || expr.Name != roster.Script {
		return "", err
	}
	for _, a := range expr.Args {
		if a.Key == "" {
			return a.Value, nil
		}
	}
	return "", nil
}

// botOf returns the name or the file of the bot that an agent's name names, and empty
// for other agents.
func botOf(agent string) (string, error) {
	expr, err := roster.Parse(agent)
	if err != nil || expr.Name != "bot" {
		return "", err
	}
	for _, a := range expr.Args {
		if a.Key == "" {
			return a.Value, nil
		}
	}
	return "", nil
}

// isProgram reports whether an agent's name is that of a program.
func isProgram(agent string) bool {
	expr, err := roster.Parse(agent)
	return err == nil && expr.Name == roster.Program
}

// checksumOf returns the SHA-256 of the file behind an agent that is a bot or a network,
// and empty for other agents.
func checksumOf(agent string) (string, error) {
	if file, err := networkOf(agent); file != "" && err == nil {
		network, err := readNetwork(file)
		if err != nil {
			return "", err
		}
		return network.checksum(), nil
	}
	if file, err := scriptOf(agent); file != "" && err == nil {
		read := func(file string) ([]byte, error) { return disk.ReadFile(file, maxRunText) }
		if isStyle(file) {
			read = opponents.StyleText
		}
		data, err := read(file)
		return fmt.Sprintf("%x", sha256.Sum256(data)), err
	}
	name, err := botOf(agent)
	if name == "" || err != nil {
		return "", err
	}
	data, err := botBytes(name)
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
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
	for _, agent := range agents {
		name, err := botOf(agent)
		if text != "" || err != nil {
			break
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
