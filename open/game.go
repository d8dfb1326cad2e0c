package open

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/play/replay"
	"ringer/train/checkpoint"
)

// Game builds a game from a game string, or from the name of a file that carries its rules:
// a bot (mine.bot, bot(NAME)), a saved game (game.replay.jsonl), or the folder of a run. It
// opens no other file.
func Game(text string) (env.Game, error) {
	switch carrierOf(text) {
	case botAgent:
		name, err := BotOf(text)
		if err != nil {
			return nil, input.Bad(err)
		}
		return gameOfBot(name)
	case botFile:
		return gameOfBot(text)
	case savedGame:
		record, err := replay.ReadFile(text)
		if err != nil {
			return nil, input.Bad(err)
		}
		return Restore(text, record.Game, record.Rules)
	case runFolder:
		run, err := OpenSource(text)
		if err != nil {
			return nil, err
		}
		return run.Game(text)
	}
	return Hinted(games.New(text))
}

// CarriesGame reports whether the name of a game names a file that carries its rules.
func CarriesGame(text string) bool { return carrierOf(text) != gameString }

// A carrier is the sort of thing that a game's name stands for.
type carrier int

const (
	gameString carrier = iota
	botAgent           // bot(NAME)
	botFile
	savedGame
	runFolder
)

func carrierOf(text string) carrier {
	switch ext := filepath.Ext(text); {
	case strings.HasPrefix(text, BotKind+"("):
		return botAgent
	case strings.EqualFold(ext, ".bot"):
		return botFile
	case strings.EqualFold(ext, ".jsonl"):
		return savedGame
	case !slices.Contains(games.Names(), text) && isRun(text):
		return runFolder
	}
	return gameString
}

func gameOfBot(name string) (env.Game, error) {
	bot, err := Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	return GameOf(name, bot)
}

// isRun reports whether a folder holds a run.
func isRun(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, checkpoint.ConfigName))
	return err == nil && info.Mode().IsRegular()
}

// Restore builds the game of a file that somebody else may have written, from its game
// string and the rules that it carries; where names the file.
func Restore(where, text string, rules json.RawMessage) (env.Game, error) {
	g, err := Hinted(games.Restore(text, rules))
	if err != nil {
		return nil, input.Badf("%s: %w", where, err)
	}
	return g, nil
}

// Hinted returns what a function of package games returned; an error is then bad input that
// says what would do.
func Hinted(g env.Game, err error) (env.Game, error) {
	if _, ok := errors.AsType[*callexpr.SyntaxError](err); ok {
		return nil, input.Badf("%w; a game is a name such as kuhn, or kuhn(players=3) in quotes", err)
	}
	if _, ok := errors.AsType[*games.UnknownGameError](err); ok {
		return nil, input.Badf("%w; ringer games describes them", err)
	}
	return g, input.Bad(err)
}

// GameInfo is one game of `ringer games --json`.
type GameInfo struct {
	Name            string          `json:"name"`
	Title           string          `json:"title"`
	Game            string          `json:"game"` // game string
	Version         int             `json:"version"`
	Players         int             `json:"players"`
	MinPlayers      int             `json:"min_players"`
	MaxPlayers      int             `json:"max_players"`
	Actions         int             `json:"actions"`
	ObservationSize int             `json:"observation_size"`
	MaxGameLength   int             `json:"max_game_length"`
	Utility         env.UtilityKind `json:"utility"`
	Parameters      []env.Parameter `json:"parameters"`
	SpecHash        string          `json:"spec_hash"`
	FactsHash       string          `json:"facts_hash"`       // of the game without observation wrappers
	Blocks          []env.Block     `json:"blocks,omitempty"` // with a name only
	Kinds           []string        `json:"kinds,omitempty"`  // of decisions
	Fields          []env.Field     `json:"fields,omitempty"`
}

// DescribeGame returns the description of a game, without the parts that are for one game alone.
func DescribeGame(spec *env.Spec) GameInfo {
	return GameInfo{
		Name: spec.Name, Title: spec.Title, Game: spec.String(), Version: spec.Version,
		Players: spec.Players, MinPlayers: spec.MinPlayers, MaxPlayers: spec.MaxPlayers,
		Actions: spec.NumActions(), ObservationSize: spec.ObservationSize(), MaxGameLength: spec.MaxGameLength,
		Utility: spec.Utility, Parameters: append([]env.Parameter{}, spec.Parameters...), SpecHash: spec.Hash, FactsHash: spec.FactsHash,
	}
}
