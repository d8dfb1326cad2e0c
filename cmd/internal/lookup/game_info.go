package lookup

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
)

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
