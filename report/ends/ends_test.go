package ends_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/ends"
)

func play(t *testing.T, name string, n int) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Play(context.Background(), corpus.Config{
		Game: games.MustNew(name), Entries: []eval.Entry{{Name: "random", Agent: random.New()}}, Games: n, Seed: 4,
	})
	require.NoError(t, err)
	return c
}

func count(t *testing.T, c *corpus.Corpus) (map[string]float64, *ends.Study) {
	t.Helper()
	s, err := ends.Of(context.Background(), c, 0)
	require.NoError(t, err)
	shares, total := map[string]float64{}, 0.
	for _, e := range s.Ends {
		shares[e.Name] = e.Share.Value
		total += e.Share.Value
	}
	assert.InDelta(t, 1, total, 1e-9, "every game has one ending")
	again, err := ends.Of(context.Background(), c, 3)
	require.NoError(t, err)
	assert.Equal(t, s, again, "results do not depend on workers")
	return shares, s
}

// Every shipped game tells its endings apart.
func TestEndings(t *testing.T) {
	for name, want := range map[string][]string{
		"heat":                         {"the most money wins"},
		"payday":                       {"the last round is over"},
		"heist(max_rounds=2)":          {"the last round is over"},
		"fourdowns":                    {"one player is left"},
		"fourdowns(hands=2)":           {"the hands are used up"},
		"fivepossessions":              {"a seat leads at the goal"},
		"fivepossessions(max_pairs=1)": {"the possessions are used up", "the possessions are used up, and the yards are level"},
		"duel":                         {"one side is left"},
		"duel(rounds=1)":               {"the last round is over"},
		"tictactoe":                    {"one seat wins", "the win is shared"},
	} {
		shares, _ := count(t, play(t, name, 40))
		for _, end := range want {
			assert.Positive(t, shares[end], "%s: %s: %v", name, end, shares)
		}
	}
}

// Random play meets most of what the rules of a game know; what it never meets in enough
// games is flagged.
func TestRules(t *testing.T) {
	for name, want := range map[string][]string{
		"heat":            {"a phase of a card is cancelled", "a card is copied"},
		"payday":          {"an officer fires"},
		"heist":           {"a seat lies low", "a Thwarter plays"},
		"fourdowns":       {"a seat knocks", "a seat folds", "a seat calls", "the stake is 3 or more"},
		"fivepossessions": {"the offense scores", "the defense stops a possession", "an offense card of an earlier line lies open"},
	} {
		_, s := count(t, play(t, name, 30))
		met := map[string]float64{}
		for _, r := range s.Rules {
			met[r.Name] = r.Met.Value
		}
		for _, rule := range want {
			assert.Positive(t, met[rule], "%s: %s: %v", name, rule, met)
		}
	}
	_, s := count(t, play(t, "fourdowns(hands=1,file=mini)", 400))
	for _, f := range s.Flags {
		assert.NotContains(t, f.Subject, "knocks")
	}
	for text, want := range map[string][]string{ // one round is too short to take the treasure, or to meet
		"duel(rounds=1)":            {"a fighter carries the treasure"},
		"duel(rounds=1,melee=true)": {"fighters duel hand to hand", "a fighter carries the treasure"},
	} {
		_, s = count(t, play(t, text, 400))
		var never []string
		for _, f := range s.Flags {
			if f.Kind == "rule-never" {
				never = append(never, f.Subject)
			}
		}
		assert.Equal(t, want, never, text)
	}
}

// Nobody shares the win of Kuhn poker: no flag is raised, because a tie may be rare. A
// game whose only ending is ever met is flagged where the rules know another.
func TestFlags(t *testing.T) {
	_, s := count(t, play(t, "kuhn", 400))
	assert.Empty(t, s.Flags)

	_, s = count(t, play(t, "duel(rounds=1)", 400))
	require.NotEmpty(t, s.Flags)
	kinds := map[string]string{}
	for _, f := range s.Flags {
		kinds[f.Subject] = f.Kind
		assert.Equal(t, 400, f.N)
		assert.Len(t, f.Examples, 3)
	}
	assert.Equal(t, "ending-never", kinds["a fighter leaves with the treasure"])
	assert.Equal(t, "ending-always", kinds["the last round is over"])

	_, s = count(t, play(t, "fivepossessions", 400))
	assert.Empty(t, s.Flags, "no game reaches the limit, and none should")

	_, s = count(t, play(t, "duel(rounds=1)", 100))
	for _, f := range s.Flags {
		assert.NotEqual(t, "ending-never", f.Kind, "100 games are too few to say never")
	}
}

// Experts of the treasure hunt know how to leave with it.
func TestAnExpertLeavesWithTheTreasure(t *testing.T) {
	g := games.MustNew("duel(file=skirmish)")
	expert, err := roster.New("expert", roster.Sources{Game: g})
	require.NoError(t, err)
	c, err := corpus.Play(context.Background(), corpus.Config{Game: g, Entries: []eval.Entry{{Name: "expert", Agent: expert}}, Games: 20, Seed: 1})
	require.NoError(t, err)
	shares, s := count(t, c)
	assert.Positive(t, shares["a fighter leaves with the treasure"])
	for _, r := range s.Rules {
		assert.Positive(t, r.Met.Value, r.Name)
	}
}
