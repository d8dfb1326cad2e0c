package open

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// BotKind is the roster's name of bots.
const BotKind = "bot"

// DefaultLicence is the SPDX identifier of the licence of bots that are made here.
const DefaultLicence = "Apache-2.0"

// ActionBlocks returns the actions of a game as a manifest names them.
func ActionBlocks(spec *env.Spec) (out []botfile.Block) {
	for _, b := range spec.Actions {
		out = append(out, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	return out
}

// Bot reads a bot: a file when the name looks like one, else one that ships.
func Bot(name string) (*botfile.Bot, error) {
	data, err := BotBytes(name)
	if err != nil {
		return nil, err
	}
	return ReadBot(name, data)
}

// IsBotFile reports whether a bot's name names a file.
func IsBotFile(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.EqualFold(filepath.Ext(name), ".bot")
}

// BotBytes returns the whole of a bot's file.
func BotBytes(name string) ([]byte, error) {
	if !IsBotFile(name) {
		file, err := checkpoints.Open(name)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(file)
	}
	data, err := disk.ReadFile(name, botfile.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		ship := "none in this build"
		if ringers := checkpoints.Names(); len(ringers) > 0 {
			ship = strings.Join(ringers, ", ")
		}
		return nil, fmt.Errorf("%s: no such file; bots that ship: %s", name, ship)
	}
	return data, ExplainRun(name, err)
}

// ReadBot decodes a bot's file; name is its name in messages.
func ReadBot(name string, data []byte) (*botfile.Bot, error) {
	bot, err := botfile.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", input.Shown(name), err)
	}
	return bot, nil
}

// ExplainRun returns the error of what was to be an agent or a bot, or says how a training run
// becomes a bot where it is the folder of one.
func ExplainRun(name string, err error) error {
	_, syntax := errors.AsType[*callexpr.SyntaxError](err)
	_, unknown := errors.AsType[*roster.UnknownAgentError](err)
	_, folder := errors.AsType[*disk.KindError](err)
	if !syntax && !unknown && !folder {
		return err
	}
	if _, none := os.Stat(filepath.Join(name, checkpoint.ConfigName)); none != nil && !checkpoint.IsCheckpoint(name) {
		return err
	}
	return fmt.Errorf("%s: the folder of a training run: ringer export %s --out NAME.bot makes a bot of it, for bot(NAME.bot)", name, input.ShellWord(name))
}

// GameOf builds the game that a bot was made for. It opens no file, whatever the bot
// names; where is the bot's name in messages.
func GameOf(where string, bot *botfile.Bot) (env.Game, error) {
	return Restore(where, bot.Manifest.Game, bot.Manifest.Rules)
}

// Adapt returns a bot with the weights of one of other rules.
func Adapt(bot *botfile.Bot, spec *env.Spec) (*botfile.Bot, error) {
	adapted, _, err := AdaptTold(bot, spec)
	return adapted, err
}

// AdaptTold is Adapt, and also says which weights had a place.
func AdaptTold(bot *botfile.Bot, spec *env.Spec) (*botfile.Bot, *warm.Taken, error) {
	var own *env.Spec // whose labels tell inputs apart
	if g, err := GameOf(bot.Manifest.Name, bot); err == nil {
		own = g.Spec()
	}
	return warm.Adapt(bot, own, spec)
}

// BotTitle returns the name of a bot's records: the name of a shipped bot, or of a file
// without its folder.
func BotTitle(name string) string {
	if !IsBotFile(name) {
		return name
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// BotCall returns the agent of a bot, for every command.
func BotCall(nameOrFile string, options ...callexpr.Arg) string {
	return callexpr.Expr{Name: BotKind, Args: append([]callexpr.Arg{{Value: nameOrFile}}, options...)}.String()
}

// Measured returns the bots that records are of: those that are named, by bots that ship or files,
// or else all that ship. own is true where a file is among them.
func Measured(names []string) (bots []string, own bool, err error) {
	if len(names) == 0 {
		return checkpoints.Names(), false, nil
	}
	titled := map[string]string{}
	for _, name := range names {
		if other, ok := titled[BotTitle(name)]; ok && other != name {
			return nil, false, input.Badf("%s and %s: want bots of different names, which name their records", other, name)
		}
		titled[BotTitle(name)] = name
		if IsBotFile(name) {
			own = true
		} else if !slices.Contains(checkpoints.Names(), name) {
			return nil, false, input.Bad(&checkpoints.UnknownError{Name: name, Known: checkpoints.Names()})
		}
	}
	return names, own, nil
}
