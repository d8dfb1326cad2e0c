package algos_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
)

// settings are the settings of an algorithm that says what it was built with.
type settings struct {
	Rate  float64  `yaml:"rate"`
	Kinds []string `yaml:"kinds,flow"`
}

func (s *settings) Validate() error {
	var f env.Faults
	if s.Rate <= 0 {
		f.Add("rate", s.Rate, "a number above 0")
	}
	return f.Err()
}

func (s *settings) CheckKinds(kinds []string) error {
	var f env.Faults
	for i, k := range s.Kinds {
		if k != kinds[0] {
			f.Add("kinds", i, "the kind %s", kinds[0])
		}
	}
	return f.Err()
}

type builtWith struct{ settings }

func (b *builtWith) Error() string { return "built" }

func own(name string) algos.Entry {
	return algos.Of(name, func() settings { return settings{Rate: 0.5} }, func(s settings, _ *models.Weights) (train.Algorithm, error) {
		return nil, &builtWith{s}
	})
}

func TestARegisteredAlgorithmHasItsSection(t *testing.T) {
	before := algos.Defaults()
	require.Empty(t, before.Own)
	algos.Unregister(t)
	require.NoError(t, algos.Register(own("mine"), own("other")))
	assert.Equal(t, []string{"ppo", "mine", "other"}, algos.Names())

	file := algos.Defaults()
	require.NoError(t, configs.ReadAll(&file, configs.Text("a.yaml", []byte("game: leduc\nalgorithm: mine\nmine: {kinds: [bid]}\nother: {rate: 3}\n")), configs.Assignments("--set", "mine.rate=0.25")))
	require.NoError(t, file.CheckKinds(games.MustNew("leduc").Spec()))
	_, err := file.New(nil)
	var with *builtWith
	require.True(t, errors.As(err, &with))
	assert.Equal(t, settings{Rate: 0.25, Kinds: []string{"bid"}}, with.settings)
	assert.Equal(t, 0.5, algos.Defaults().Own["mine"].(*settings).Rate, "files share nothing")

	text, err := file.Text()
	require.NoError(t, err)
	assert.Contains(t, string(text), "\nmine:\n")
	assert.NotContains(t, string(text), "other", "settings of an algorithm that does not train")
	again := algos.Defaults()
	require.NoError(t, configs.ReadAll(&again, configs.Text("written", text)))
	assert.Equal(t, file.Own["mine"], again.Own["mine"])

	file = algos.Defaults()
	err = configs.ReadAll(&file, configs.Text("a.yaml", []byte("game: leduc\nalgorithm: mine\nmine: {rate: -1, raet: 2}\n")))
	assert.EqualError(t, err, "a.yaml:3:18: mine.raet: unknown key: want one of rate, kinds\na.yaml:3:14: mine.rate: -1: want a number above 0")
	file = algos.Defaults()
	err = configs.ReadAll(&file, configs.Text("a.yaml", []byte("game: leduc\nalgorithm: mien\n")))
	assert.ErrorContains(t, err, "algorithm: mien: want one of: ppo, mine, other")
	require.NoError(t, configs.ReadAll(&file, configs.Assignments("--set", "algorithm=mine", "mine.kinds=[play]", "game=leduc")))
	assert.EqualError(t, file.CheckKinds(games.MustNew("leduc").Spec()), "mine.kinds: 0: want the kind bid")
}

func TestRegisterRefusesAlgorithms(t *testing.T) {
	algos.Unregister(t)
	err := algos.Register(own("ppo"), own("fine"), own("fine"), own("seed"), own("imitation"), own("My-Own"))
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Len(t, faults, 5)
	assert.ErrorContains(t, err, "algorithm: seed: want a name that no other algorithm and no key")
	assert.ErrorContains(t, err, "algorithm: My-Own: want a name of lower-case letters")
	assert.Equal(t, []string{"ppo"}, algos.Names(), "nothing is added when something is wrong")
}
