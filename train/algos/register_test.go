package algos_test

import (
	"errors"
	"strings"
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
	shipped := algos.Names()
	require.NotContains(t, algos.Defaults().Own, "mine")
	algos.Unregister(t)
	require.NoError(t, algos.Register(own("mine"), own("other")))
	assert.Equal(t, append(shipped, "mine", "other"), algos.Names())

	file := algos.Defaults()
	require.NoError(t, configs.ReadAll(&file, configs.Text("a.yaml", []byte("game: leduc\nalgorithm: mine\nmine: {kinds: [bid]}\nother: {rate: 3}\n")), configs.Assignments("--set", "mine.rate=0.25")))
	require.NoError(t, file.CheckGame(games.MustNew("leduc").Spec()))
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
	assert.ErrorContains(t, err, "algorithm: mien: want one of: "+strings.Join(append(shipped, "mine", "other"), ", "))
	require.NoError(t, configs.ReadAll(&file, configs.Assignments("--set", "algorithm=mine", "mine.kinds=[play]", "game=leduc")))
	assert.EqualError(t, file.CheckGame(games.MustNew("leduc").Spec()), "mine.kinds: 0: want the kind bid")
}

// choosy are settings of an algorithm that not every training suits.
type choosy struct{ settings }

func (*choosy) CheckRun(of train.Setup) error {
	var f env.Faults
	if of.Imitates {
		f.Add("imitation.agent", of.Run.Game, "no agent")
	}
	if of.Starts {
		f.Add("start", of.Run.Algorithm, "no bot")
	}
	return f.Err()
}

func (*choosy) CheckGame(spec *env.Spec) error {
	var f env.Faults
	if spec.Players != 2 {
		f.Add("game", spec, "two seats")
	}
	return f.Err()
}

// An algorithm refuses what it cannot train, where the file says it, and nobody else's.
func TestAnAlgorithmRefuses(t *testing.T) {
	algos.Unregister(t)
	require.NoError(t, algos.Register(own("mine"), algos.Of("choosy", func() choosy { return choosy{settings{Rate: 0.5}} },
		func(choosy, *models.Weights) (train.Algorithm, error) { return nil, nil })))
	for text, want := range map[string]string{
		"algorithm: mine\nimitation: {agent: greedy}\n":   "",
		"algorithm: choosy\n":                             "",
		"algorithm: choosy\nimitation: {agent: greedy}\n": "a.yaml:3:20: imitation.agent: kuhn: want no agent",
		"algorithm: choosy\nstart: bot(kuhn)\n":           "a.yaml:3:8: start: choosy: want no bot",
	} {
		file := algos.Defaults()
		err := configs.ReadAll(&file, configs.Text("a.yaml", []byte("game: kuhn\n"+text)))
		if want == "" {
			require.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, want)
	}
	file := algos.Defaults()
	file.Algorithm = "choosy"
	require.NoError(t, file.CheckGame(games.MustNew("kuhn").Spec()))
	assert.EqualError(t, file.CheckGame(games.MustNew("kuhn(players=3)").Spec()), "game: kuhn(players=3): want two seats")
	file.Algorithm = "mine"
	assert.NoError(t, file.CheckGame(games.MustNew("kuhn(players=3)").Spec()))
}

func TestRegisterRefusesAlgorithms(t *testing.T) {
	algos.Unregister(t)
	shipped := algos.Names()
	err := algos.Register(own("ppo"), own("fine"), own("fine"), own("seed"), own("imitation"), own("My-Own"))
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Len(t, faults, 5)
	assert.ErrorContains(t, err, "algorithm: seed: want a name that no other algorithm and no key")
	assert.ErrorContains(t, err, "algorithm: My-Own: want a name of lower-case letters")
	assert.Equal(t, shipped, algos.Names(), "nothing is added when something is wrong")
}
