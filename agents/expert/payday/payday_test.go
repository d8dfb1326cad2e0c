package payday_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/expert/experttest"
	paydayexpert "ringer/agents/expert/payday"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/payday"
	"ringer/env/tactics"
	"ringer/eval"
)

// build returns the shipped game with some settings on top.
func build(t testing.TB, settings ...string) *payday.Game { return buildDeck(t, "even", settings...) }

// buildDeck returns the game with a shipped deck.
func buildDeck(t testing.TB, deck string, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday/decks", deck), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// crime returns the share of games that the Criminal wins, the mean number of rounds, and
// the number of games that the last round ends.
func crime(t testing.TB, g *payday.Game, criminal, police agents.Agent, games int) (share, rounds float64, capped int) {
	b := experttest.NewTable(t, g, criminal, police)
	for i := range games {
		s := b.Play(uint64(i), 0).(*payday.State)
		if s.Winner() == payday.Criminal {
			share++
		}
		rounds += float64(s.Round())
		if s.Round() == s.Rounds() && s.Winner() == payday.Police {
			capped++
		}
	}
	return share / float64(games), rounds / float64(games), capped
}

// TestBalance plays the shipped decks among equals: at the default size each
// side wins 40 to 60% between experts, and fewer than 1% of the games last until the
// last round. With RINGER_LONG=1 the intervals say so, and it prints the table of
// docs/games/payday.md.
func TestBalance(t *testing.T) {
	var rows []string
	for _, x := range []struct {
		name     string
		deck     string
		settings []string
	}{
		{name: "payday", deck: "even"},
		{name: "payday(deck=book)", deck: "book"},
		{name: "payday(setup=random)", deck: "even", settings: []string{"setup=random"}},
		{name: "payday(loot_cards=1)", deck: "even", settings: []string{"loot_cards=1"}},
		{name: "payday(loot_cards=2)", deck: "even", settings: []string{"loot_cards=2"}},
		{name: "payday(loot_cards=5)", deck: "even", settings: []string{"loot_cards=5"}},
	} {
		games, usual := 40, x.name == "payday"
		switch {
		case experttest.Long && x.settings == nil:
			games = 4000
		case experttest.Long:
			games = 1000
		case !usual:
			continue
		}
		g := buildDeck(t, x.deck, x.settings...)
		e := paydayexpert.New(g)
		share, rounds, capped := crime(t, g, e, e, games)
		n := float64(games)
		wins, late := eval.Wilson(share*n, n), eval.Wilson(float64(capped), n)
		rows = append(rows, fmt.Sprintf("| `%s` | %d | %.1f%% (%.1f … %.1f) | %.1f | %.1f%% (%.1f … %.1f) |",
			x.name, games, 100*share, 100*wins.Low, 100*wins.High, rounds, 100*float64(capped)/n, 100*late.Low, 100*late.High))
		if !usual {
			continue // said, not asked for
		}
		assert.Less(t, wins.Low, .60, "the Criminal's share between experts")
		assert.Greater(t, wins.High, .40, "the Criminal's share between experts")
		assert.Less(t, late.Low, .01, "games that the last round ends")
		if experttest.Long {
			assert.Less(t, wins.High, .60, "the Criminal's share between experts")
			assert.Greater(t, wins.Low, .40, "the Criminal's share between experts")
			assert.Less(t, capped, games/100, "games that the last round ends")
		}
	}
	t.Logf("| game | games | the Criminal wins | rounds | ended by the cap |\n|---|--:|--:|--:|--:|\n%s", strings.Join(rows, "\n"))
}

// The expert beats greedy and random on both sides.
func TestStrength(t *testing.T) {
	games := 20
	if experttest.Long {
		games = 400
	}
	g := build(t)
	e := paydayexpert.New(g)
	for name, other := range map[string]agents.Agent{"random": random.New(), "greedy": greedy.New(2, tactics.Judge(g))} {
		asCriminal, _, _ := crime(t, g, e, other, games)
		against, _, _ := crime(t, g, other, e, games)
		t.Logf("against %s: as the Criminal %.1f%%, as the Police %.1f%% of %d games each", name, 100*asCriminal, 100-100*against, games)
		assert.Greater(t, asCriminal, .6, name)
		assert.Less(t, against, .2, name)
	}
}

// The decisions of the expert depend on nothing that its seat may not know.
func TestExpertDoesNotPeek(t *testing.T) {
	for _, settings := range [][]string{nil, {"setup=random", "loot_cards=2"}} {
		g := build(t, settings...)
		e := paydayexpert.New(g)
		viewer := agents.NewViewer(g)
		rng := env.Stream(3, "payday peek")
		s := g.NewInitialState().(*payday.State)
		for s.CurrentPlayer() != env.Terminal {
			if s.CurrentPlayer() == env.Chance {
				require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
				continue
			}
			v := viewer.View(s, rng)
			var first []float32
			for seed := range uint64(3) {
				v.Rand = env.Stream(seed, "peek")
				d, err := e.Decide(context.Background(), []agents.View{v})
				require.NoError(t, err)
				require.NoError(t, agents.Check(d, []agents.View{v}))
				if first == nil {
					first = d[0].Probs
				}
				require.Equal(t, first, d[0].Probs, "asked %s", s.Question())
			}
			require.NoError(t, s.Apply(agents.Sample(agents.Decision{Probs: first}, v.Legal, rng)))
		}
	}
}

// The expert takes a card that its seat may take back rather than nothing, and answers
// when nothing is all that there is (PAY-46).
func TestRecoversRatherThanNothing(t *testing.T) {
	g, e := experttest.Build(t, "payday")
	viewer := agents.NewViewer(g)
	asked := map[bool]int{} // by whether there is a card
	for i := range 5_000 {
		rng := env.Stream(7, eval.PurposeMatchAgents, uint64(i))
		s := g.NewInitialState().(*payday.State)
		for {
			p, err := drive.Roll(s, rng)
			require.NoError(t, err)
			if p == env.Terminal {
				break
			}
			legal := s.LegalActions(nil)
			nothing := legal[len(legal)-1]
			if s.Question() == payday.AskRecover && s.Decode(nothing).Step == payday.StepEnd {
				v := viewer.View(s, rng)
				d, err := e.Decide(context.Background(), []agents.View{v})
				require.NoError(t, err)
				asked[len(legal) > 1]++
				if len(legal) > 1 {
					assert.NotEqual(t, nothing, agents.Sample(d[0], v.Legal, rng))
				}
			}
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
		if asked[true] >= 2 && asked[false] >= 2 {
			return
		}
	}
	assert.Fail(t, "the question hardly came up", asked)
}

// After sixty rounds the Criminal does not wait where a key item is missing that lies in
// another column, and before that it does.
func TestSeeksMissingKeys(t *testing.T) {
	g := build(t, "loot_cards=4")
	moved := func(round int) (share float64) {
		p := g.NewPosition().(*payday.Position)
		require.NoError(t, configs.ReadInto(p, configs.Text("position", fmt.Appendf(nil, `round: %d
step: moves
secured: 1
columns:
  - {loot: key-card, obstacles: [locked-door, locked-door]}
  - {loot: thermite, gone: 2, taken: true, floor: [thermite], obstacles: [locked-door, locked-door]}
  - {loot: payday, gone: 2, taken: true, obstacles: [locked-door, vault-door]}
  - {loot: payday, gone: 1, progress: 2, obstacles: [locked-door, {id: turnstile, up: true}]}
heisters: [{id: ghost, column: 4}]`, round))))
		at, err := g.FromPosition(p)
		require.NoError(t, err)
		s := at.NewInitialState().(*payday.State)
		v := agents.NewViewer(g).View(s, env.Stream(1, eval.PurposeMatchAgents))
		d, err := experttest.Agent(t, g, "expert").Decide(context.Background(), []agents.View{v})
		require.NoError(t, err)
		for i, a := range v.Legal {
			if s.Decode(a).Step != payday.StepEnd {
				share += float64(d[0].Probs[i])
			}
		}
		return share
	}
	assert.Less(t, moved(60), .01)
	assert.Greater(t, moved(61), .99)
}
