package configs_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
)

type tuned struct {
	Rate  float64 `yaml:"rate"`
	Inner struct {
		Steps int `yaml:"steps"`
	} `yaml:"inner"`
}

func (t *tuned) Validate() error {
	var f env.Faults
	if t.Rate < 0 {
		f.Add("rate", t.Rate, "0 or more")
	}
	return f.Err()
}

type open struct {
	Game string           `yaml:"game"`
	Own  configs.Sections `yaml:",inline"`
}

func (o *open) Validate() error {
	var f env.Faults
	for name, section := range o.Own {
		f.AddUnder(name, section.(*tuned).Validate())
	}
	return f.Err()
}

func opened() *open { return &open{Own: configs.Sections{"mine": &tuned{Rate: 1}, "other": &tuned{}}} }

func TestSectionsAreReadAsFields(t *testing.T) {
	o := opened()
	require.NoError(t, configs.ReadAll(o, text("game: kuhn", "mine: {inner: {steps: 3}}"), configs.Assignments("--set", "mine.rate=0.5", "other.inner.steps=7")))
	assert.Equal(t, "kuhn", o.Game)
	assert.Equal(t, 0.5, o.Own["mine"].(*tuned).Rate)
	assert.Equal(t, 3, o.Own["mine"].(*tuned).Inner.Steps)
	assert.Equal(t, 7, o.Own["other"].(*tuned).Inner.Steps)

	written, err := configs.Write(o)
	require.NoError(t, err)
	again := opened()
	require.NoError(t, configs.ReadAll(again, configs.Text("written", written)), string(written))
	assert.Equal(t, o, again)

	changes, err := configs.Changes(opened(), o)
	require.NoError(t, err)
	assert.Equal(t, []string{"game=kuhn", "mine.rate=0.5", "mine.inner.steps=3", "other.inner.steps=7"}, changes)

	err = configs.ReadAll(opened(), text("mine: {rate: fast}", "thine: 1", "own: 2"), configs.Assignments("--set", "other.rate=-1", "yours.rate=1"))
	assert.EqualError(t, err, `deck.yaml:1:14: mine.rate: "fast": want a number`+
		"\ndeck.yaml:2:1: thine: unknown key: want one of game, mine, other"+
		"\ndeck.yaml:3:1: own: unknown key: want one of game, mine, other"+
		"\n--set: yours: unknown key: want one of game, mine, other"+
		"\n--set: other.rate: -1: want 0 or more")
	assert.Equal(t, []string{"game"}, configs.Fields(open{}))
}

func TestAStructMayHaveNoSections(t *testing.T) {
	written, err := configs.Write(&open{Game: "kuhn"})
	require.NoError(t, err)
	assert.Equal(t, "game: kuhn\n", string(written))
	require.NoError(t, configs.ReadAll(&open{}, configs.Text("written", written)))
}
