package games

import (
	"cmp"
	"slices"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/internal/input"
	"ringer/open"
)

// showKnobs prints what can be changed in the rules of a game.
func showKnobs(t *shell.Terminal, text string, asJSON bool) error {
	g, err := open.Game(text)
	if err != nil {
		return err
	}
	list, err := knobs.List(g)
	if err != nil {
		return err
	}
	if asJSON {
		return t.JSON(map[string]any{"game": g.Spec().String(), "knobs": list})
	}
	rows := [][]string{{"KNOB", "VALUE", "MEANING"}}
	for _, k := range list {
		rows = append(rows, []string{k.Path, k.Value, k.Doc})
	}
	return cmp.Or(t.Table(rows), t.Printf("\nTurn one: ringer games GAME --diff PATH=VALUE says what it changes; %s(changes=PATH=VALUE) is the game.\n", g.Spec().Name))
}

// shippedWord stands for no file in --diff.
const shippedWord = "shipped"

// showDifferences prints what a game, or a game with files of changes, changes in the
// shipped rules.
func showDifferences(t *shell.Terminal, text string, files []string, asJSON bool) error {
	if len(files) > 1 && slices.Contains(files, shippedWord) {
		return input.Badf("games --diff: want %s alone, or files and changes", shippedWord)
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
	changed, err := lookup.ChangesOf(g, base)
	if err != nil {
		return err
	}
	if asJSON {
		return t.JSON(changed)
	}
	return t.Printf("%s", changed)
}

// showSeries prints the games of series along one knob each.
func showSeries(t *shell.Terminal, text string, series []string, asJSON bool) error {
	g, err := open.Game(text)
	if err != nil {
		return err
	}
	var variants []knobs.Variant
	for _, one := range series {
		more, err := knobs.Vary(g, one)
		if err != nil {
			return input.Bad(err)
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
	list, lines := []variant{}, ""
	for _, v := range variants {
		list = append(list, variant{v.Path, v.Value, v.Label, v.Game.Spec().String(), v.Game.Spec().Hash})
		lines += v.Game.Spec().String() + "\n"
	}
	if asJSON {
		return t.JSON(map[string]any{"games": list})
	}
	return t.Printf("%s", lines)
}
