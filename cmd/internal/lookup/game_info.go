package lookup

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/internal/input"
	"ringer/play/odds"
	"ringer/play/puzzles"
)

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

func DescribeGame(spec *env.Spec) GameInfo {
	return GameInfo{
		Name: spec.Name, Title: spec.Title, Game: spec.String(), Version: spec.Version,
		Players: spec.Players, MinPlayers: spec.MinPlayers, MaxPlayers: spec.MaxPlayers,
		Actions: spec.NumActions(), ObservationSize: spec.ObservationSize(), MaxGameLength: spec.MaxGameLength,
		Utility: spec.Utility, Parameters: append([]env.Parameter{}, spec.Parameters...), SpecHash: spec.Hash, FactsHash: spec.FactsHash,
	}
}

// A ChangedGame says what a game changes in the shipped rules.
type ChangedGame struct {
	Game        string             `json:"game"`
	Shipped     string             `json:"shipped"` // game string
	SpecHash    string             `json:"spec_hash"`
	ShippedHash string             `json:"shipped_hash"`
	Differences []knobs.Difference `json:"differences"`
}

// ChangesOf returns what a game changes in the shipped rules that another one, which is
// itself or what it was made of, is based on.
func ChangesOf(g, base env.Game) (ChangedGame, error) {
	shipped, err := games.Shipped(base)
	if err != nil {
		return ChangedGame{}, err
	}
	list, err := knobs.Diff(shipped, g)
	return ChangedGame{
		Game: g.Spec().String(), Shipped: shipped.Spec().String(), SpecHash: g.Spec().Hash, ShippedHash: shipped.Spec().Hash, Differences: list,
	}, err
}

// String returns the differences in words, one a line.
func (c ChangedGame) String() string {
	if len(c.Differences) == 0 {
		return fmt.Sprintf("%s has the rules of %s as they ship.\n", c.Game, c.Shipped)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s changes %s:\n", c.Game, c.Shipped)
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "  %s\n", d.Words)
	}
	return b.String()
}

// GameAt returns a game that begins at the position of a text; file is its name in
// messages.
func GameAt(g env.Game, file, text string) (env.Game, error) {
	_, handicap := odds.Of(text)
	if _, ok := g.(env.Positioner); !ok && !handicap {
		return nil, input.Badf("--position: %s has no position files", g.Spec().Name)
	}
	at, err := puzzles.At(g, file, text)
	return at, input.Bad(err)
}
