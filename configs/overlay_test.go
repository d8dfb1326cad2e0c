package configs_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
)

// A pack has cards with effects, as the games have them.
type pack struct {
	Players int     `yaml:"players"`
	Rows    []int   `yaml:"rows"`
	Cards   []thing `yaml:"cards"`
	Board   *board  `yaml:"board"`
	Odds    [2]bool `yaml:"odds"`
}

type thing struct {
	ID      string         `yaml:"id,key"`
	Title   string         `yaml:"title"`
	Cost    int            `yaml:"cost"`
	Copies  int            `yaml:"copies,one"`
	Traits  map[string]int `yaml:"traits"`
	Effects []deed         `yaml:"effects,through"`
}

type deed struct {
	Op     string `yaml:"op,key"`
	Amount sum    `yaml:"amount,through"`
	Who    string `yaml:"who"`
}

type sum struct {
	Base int `yaml:"base,scalar"`
	Each int `yaml:"each"`
}

type board struct {
	Width float64 `yaml:"width"`
}

func (d pack) Validate() error {
	var f env.Faults
	for i, c := range d.Cards {
		for j, e := range c.Effects {
			if e.Amount.Base > 9 {
				f.Add("cards["+string(rune('0'+i))+"].effects["+string(rune('0'+j))+"].amount", e.Amount.Base, "at most 9")
			}
		}
	}
	return f.Err()
}

const base = `
players: 3
rows: [1, 2, 3]
board: {width: 2}
cards:
  - {id: lookout, title: Lookout, cost: 1, traits: {tough: 1}, effects: [{op: look, who: left}, {op: gain, amount: 2}]}
  - {id: till, title: Hand in the Till, effects: [{op: gain, amount: 3}, {op: gain, amount: {each: 2}, who: all}]}
  - {id: Pro Set, cost: 4, effects: [{op: cost, amount: 5}]}
`

func withChanges(t *testing.T, more ...configs.Source) (pack, error) {
	t.Helper()
	var d pack
	err := configs.ReadAll(&d, append([]configs.Source{configs.Text("base.yaml", []byte(base))}, more...)...)
	return d, err
}

func changes(text string) configs.Source { return configs.Text("my.yaml", []byte(text)).Changes() }

func TestChangesKeepWhatTheyDoNotName(t *testing.T) {
	was, err := withChanges(t)
	require.NoError(t, err)
	for name, source := range map[string]configs.Source{
		"a file": changes("players: 4\ncards:\n  lookout: {gain: 5, cost: 2, traits: {fast: 1}}\n  till: {gain: 4, \"gain[1]\": {each: 3}, \"gain[1].who\": left}\n" +
			"  pro-set: {cost: 5, effects: {cost: 6}}\nboard: {width: 3}\nrows: [7]\n"),
		"paths": changes("cards.lookout.gain: 5\ncards.lookout.cost: 2\ncards.lookout.traits.fast: 1\ncards.till.gain: 4\ncards.till.gain[1].each: 3\n" +
			"cards.till.gain[1].who: left\ncards.Pro Set.cost: 5\ncards.pro-set.effects.cost: 6\nboard.width: 3\nrows: [7]\nplayers: 4\n"),
		"assignments": configs.Assignments("changes", "players=4", "cards.lookout.gain=5", "cards.lookout.cost=2", "cards.lookout.traits.fast=1", "cards.till.gain=4",
			"cards.till.gain[1].each=3", "cards.till.gain[1].who=left", "cards.pro-set.cost=5", "cards.pro-set.effects.cost=6", "board.width=3", "rows=[7]").Changes(),
	} {
		d, err := withChanges(t, source)
		require.NoError(t, err, name)
		want := was
		want.Players, want.Rows, want.Board = 4, []int{7}, &board{3}
		want.Cards = []thing{
			{ID: "lookout", Title: "Lookout", Cost: 2, Traits: map[string]int{"tough": 1, "fast": 1}, Effects: []deed{{Op: "look", Who: "left"}, {Op: "gain", Amount: sum{Base: 5}}}},
			{ID: "till", Title: "Hand in the Till", Effects: []deed{{Op: "gain", Amount: sum{Base: 4}}, {Op: "gain", Amount: sum{Each: 3}, Who: "left"}}},
			{ID: "Pro Set", Cost: 5, Effects: []deed{{Op: "cost", Amount: sum{Base: 6}}}},
		}
		assert.Equal(t, want, d, name)
	}
	d, err := withChanges(t, changes("cards: {lookout: {effects: [{op: gain}]}}\nrows: {1: 9}"))
	require.NoError(t, err)
	assert.Equal(t, []deed{{Op: "gain"}}, d.Cards[0].Effects, "a list takes the place of a list")
	assert.Equal(t, []int{1, 9, 3}, d.Rows)
}

// Every fault of a file of changes is told at once, with its line, by the path that such a
// file has, and with the names that there are, the nearest first.
func TestFaultsOfChanges(t *testing.T) {
	_, err := withChanges(t, changes("plyers: 4\ncards:\n  lokout: {gain: 5}\n  lookout: {gian: 5, title: [3]}\n  till: {gain: lots}\n  pro-set:\n    effects: {cost: 10}\nrows: {7: 1}\n"))
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	for i, want := range []string{
		"my.yaml:1:1: plyers: unknown key: want players? or another of players, rows, cards, board, odds",
		"my.yaml:3:3: cards.lokout: no such element: want lookout? or another of lookout, till, pro-set",
		"my.yaml:4:13: cards.lookout.gian: unknown key: want gain? or another of id, title, cost, copies, traits, effects, look, gain",
		"my.yaml:4:29: cards.lookout.title: a list: want text",
		`my.yaml:5:16: cards.till.gain: "lots": want a whole number`,
		"my.yaml:8:8: rows[7]: no such element: want an index from 0 to 2",
		"my.yaml:7:21: cards.pro-set.effects.cost: 10: want at most 9",
	} {
		require.Greater(t, len(faults), i, err.Error())
		assert.EqualError(t, faults[i], want)
	}
	assert.Len(t, faults, 7)

	for pair, want := range map[string]string{
		"lookout.gain=5":    "lookout: unknown key: want cards.lookout.gain? or one of players, rows, cards, board, odds",
		"cards.lookout=[3]": "cards.lookout: a list: want names with values, each NAME: VALUE",
		"players=3.5":       `players: "3.5": want a whole number`,
		"cards.till.gain=1" + strings.Repeat("0", 30): `cards.till.gain: "1` + strings.Repeat("0", 30) + `": want a whole number, of at most 18 digits`,
	} {
		_, err := withChanges(t, configs.Assignments("changes", pair).Changes())
		assert.EqualError(t, err, "changes: "+want)
	}

	// A file that is not one of changes has no such names.
	_, err = withChanges(t, configs.Text("plain.yaml", []byte("cards: {lookout: {gain: 5}}")))
	assert.EqualError(t, err, "plain.yaml:1:8: cards: names with values: want a list")
	_, err = withChanges(t, configs.Assignments("--set", "cards.lookout.gain=5"))
	assert.ErrorContains(t, err, "--set: cards[lookout]: no such element: want an index from 0 to 2")
}

func TestStepsAndParts(t *testing.T) {
	file := changes("players: 5\ncards.lookout.gain: 4\n")
	isPlayers := func(key string) bool { return key == "players" }
	var d pack
	err := configs.ReadAll(&d, file.Only(isPlayers), configs.Step(func() error {
		assert.Equal(t, 5, d.Players)
		d.Cards = []thing{{ID: "lookout", Effects: []deed{{Op: "gain"}}}}
		return nil
	}), file.Only(func(key string) bool { return !isPlayers(key) }))
	require.NoError(t, err)
	assert.Equal(t, 4, d.Cards[0].Effects[0].Amount.Base)

	stop := errors.New("no cards")
	assert.ErrorIs(t, configs.ReadAll(&d, configs.Step(func() error { return stop })), stop)
	err = configs.ReadAll(&d, changes("players: x"), configs.Step(func() error { t.Error("a step after a fault"); return nil }))
	assert.ErrorContains(t, err, "my.yaml:1:10: players")

	// Sources behind a step that was left out tell their faults, but for what it would have given.
	d = pack{Players: 2}
	err = configs.ReadAll(&d, changes("players: x"), configs.Step(func() error { return stop }), changes("rows: [a]\nplyers: 2\ncards.lookout.gain: 2\n"))
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Len(t, faults, 2)
	assert.ErrorContains(t, faults[1], "my.yaml:2:1: plyers: unknown key: want players?")
}

// What Leaves lists can be set by its path, and Differences says what was set.
func TestLeavesAndDifferences(t *testing.T) {
	was, err := withChanges(t)
	require.NoError(t, err)
	leaves := configs.Leaves(&was)
	got := map[string]string{}
	for _, leaf := range leaves {
		got[leaf.Path] = leaf.Value
		d, err := withChanges(t, configs.Assignments("changes", leaf.Path+"="+leaf.Value).Changes())
		require.NoError(t, err, leaf.Path)
		assert.Empty(t, configs.Differences(&was, &d), leaf.Path)
		other := map[string]string{"whole": "8", "number": "8.5", "text": "word", "switch": "true", "list": "[]"}[leaf.Kind]
		if d, err = withChanges(t, configs.Assignments("changes", leaf.Path+"="+other).Changes()); leaf.Value == other || leaf.Left && leaf.Kind == "list" {
			continue
		}
		require.NoError(t, err, leaf.Path)
		require.Len(t, configs.Differences(&was, &d), 1, leaf.Path)
	}
	for path, want := range map[string]string{
		"players": "3", "rows[2]": "3", "board.width": "2", "cards.lookout.cost": "1", "cards.lookout.traits.tough": "1", "cards.lookout.copies": "1",
		"cards.lookout.gain": "2", "cards.lookout.look.who": "left", "cards.till.gain": "3", "cards.till.gain[1].each": "2", "cards.pro-set.effects.cost": "5",
	} {
		assert.Equal(t, want, got[path], path)
	}

	now := was
	now.Cards = []thing{was.Cards[0], {ID: "new", Title: "New"}}
	now.Rows = []int{1}
	list := configs.Differences(&was, &now)
	require.Len(t, list, 4)
	assert.Equal(t, configs.Difference{Path: "rows", From: "[1, 2, 3]", To: "[1]"}, list[0])
	assert.Equal(t, "cards.till", list[1].Path)
	assert.Empty(t, list[1].To)
	assert.Equal(t, "cards.new", list[3].Path)
	assert.Empty(t, list[3].From)
}
