package cmd

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/open"
)

// showKnobs prints what can be changed in the rules of a game.
func showKnobs(t *terminal, text string, asJSON bool) error {
	g, err := open.Game(text)
	if err != nil {
		return err
	}
	list, err := knobs.List(g)
	if err != nil {
		return err
	}
	if asJSON {
		return t.json(map[string]any{"game": g.Spec().String(), "knobs": list})
	}
	rows := [][]string{{"KNOB", "VALUE", "MEANING"}}
	for _, k := range list {
		rows = append(rows, []string{k.Path, k.Value, k.Doc})
	}
	if err := t.table(rows); err != nil {
		return err
	}
	return t.printf("\nTurn one: ringer games GAME --diff PATH=VALUE says what it changes; %s(changes=PATH=VALUE) is the game.\n", g.Spec().Name)
}

// A changedGame says what a game changes in the shipped rules.
type changedGame struct {
	Game        string             `json:"game"`
	Shipped     string             `json:"shipped"` // game string
	SpecHash    string             `json:"spec_hash"`
	ShippedHash string             `json:"shipped_hash"`
	Differences []knobs.Difference `json:"differences"`
}

// changesOf returns what a game changes in the shipped rules that another one, which is
// itself or what it was made of, is based on.
func changesOf(g, base env.Game) (changedGame, error) {
	shipped, err := games.Shipped(base)
	if err != nil {
		return changedGame{}, err
	}
	list, err := knobs.Diff(shipped, g)
	return changedGame{
		Game: g.Spec().String(), Shipped: shipped.Spec().String(), SpecHash: g.Spec().Hash, ShippedHash: shipped.Spec().Hash, Differences: list,
	}, err
}

// String returns the differences in words, one a line.
func (c changedGame) String() string {
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

// shippedWord stands for no file in --diff.
const shippedWord = "shipped"

// showDifferences prints what a game, or a game with files of changes, changes in the
// shipped rules.
func showDifferences(t *terminal, text string, files []string, asJSON bool) error {
	if len(files) > 1 && slices.Contains(files, shippedWord) {
		return badf("games --diff: want %s alone, or files and changes", shippedWord)
	}
	base, err := open.Game(text)
	if err != nil {
		return err
	}
	g := base
	switch {
	case files[0] == shippedWord:
	case open.CarriesGame(text):
		g, err = open.Hinted(games.Changed(base, files...))
	default:
		g, err = open.Hinted(games.NewChanged(text, files...))
	}
	if err != nil {
		return err
	}
	changed, err := changesOf(g, base)
	if err != nil {
		return err
	}
	if asJSON {
		return t.json(changed)
	}
	return t.printf("%s", changed)
}

// showSeries prints the games of series along one knob each.
func showSeries(t *terminal, text string, series []string, asJSON bool) error {
	g, err := open.Game(text)
	if err != nil {
		return err
	}
	var variants []knobs.Variant
	for _, one := range series {
		more, err := knobs.Vary(g, one)
		if err != nil {
			return bad(err)
		}
		variants = append(variants, more...)
	}
	type variant struct {
		Path     string `json:"path"`
		Value    string `json:"value"`
		Label    string `json:"label"`
		Game     string `json:"game"` // game string
		SpecHash string `json:"spec_hash"`
	}
	list := []variant{}
	for _, v := range variants {
		list = append(list, variant{v.Path, v.Value, v.Label, v.Game.Spec().String(), v.Game.Spec().Hash})
		if !asJSON {
			if err := t.printf("%s\n", v.Game.Spec().String()); err != nil {
				return err
			}
		}
	}
	if asJSON {
		return t.json(map[string]any{"games": list})
	}
	return nil
}
