package fourdowns_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/expert/experttest"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/fourdowns"
	"ringer/env/games"
	"ringer/env/tactics"
)

// What the expert does depends on nothing that its seat may not know: whatever
// world it draws, the decision is the same to the bit. It plays every variant.
func TestTheExpertDoesNotPeek(t *testing.T) {
	experttest.DoesNotPeek(t, 1, "fourdowns", "fourdowns(players=3)", "fourdowns(players=2)", "fourdowns(first_downs=false)", "fourdowns(knock_when=any_time)", "fourdowns(players=2,knock_when=any_time)", "fourdowns(file=mini)", "fourdowns(players=3,hands=2)", "fourdowns(returns=yards,hands=3)")
}

// One expert among weaker players has far more than its share, with two, three and
// four seats, with knocking and without.
func TestStrength(t *testing.T) {
	for _, x := range []struct {
		game           string
		random, greedy float64 // win rates to be passed in a long run
	}{
		{"fourdowns", .60, .32},
		{"fourdowns(players=3)", .70, .42},
		{"fourdowns(players=2)", .88, .75},
		{"fourdowns(first_downs=false)", .52, .35},
		{"fourdowns(knock_when=any_time)", .60, .32},
	} {
		deals, slack := 12, .12 // a short run has wide intervals
		if experttest.Long {
			deals, slack = 400, 0
		}
		g, e := experttest.Build(t, x.game)
		n := g.Spec().Players
		vsRandom := experttest.NewTable(t, g, experttest.Against(n, e, random.New())...).WinRate(deals)
		t.Logf("%s: one expert wins %.1f%% of %d games against random (share %.1f%%)", x.game, 100*vsRandom, deals*n, 100/float64(n))
		assert.Greater(t, vsRandom, x.random-slack, x.game)
		if !experttest.Long {
			continue // greedy is slow
		}
		vsGreedy := experttest.NewTable(t, g, experttest.Against(n, e, greedy.New(greedy.DefaultWorlds, tactics.Judge(g)))...).WinRate(deals)
		t.Logf("%s: one expert wins %.1f%% of %d games against greedy", x.game, 100*vsGreedy, deals*n)
		assert.Greater(t, vsGreedy, x.greedy, x.game)
	}
}

// tableAt deals a hand of two players, by colour, side and strength (bo7 is the
// blue offense 7), and plays some actions.
func tableAt(t *testing.T, name string, first, second, actions string) (*fourdowns.State, agents.Agent) {
	g, e := experttest.Build(t, name)
	game := g.(*fourdowns.Game)
	card := func(code string) env.Action {
		for i := range game.Config().Cards {
			if c := game.Card(i); code == fmt.Sprintf("%c%c%d", c.Colour.String()[0], c.Side.String()[0], c.Strength) {
				return env.Action(i)
			}
		}
		t.Fatal(code)
		return 0
	}
	s := g.NewInitialState().(*fourdowns.State)
	require.NoError(t, s.Apply(1)) // seat 1 deals, seat 0 opens
	one, two := strings.Fields(first), strings.Fields(second)
	for i := range one {
		require.NoError(t, s.Apply(card(one[i])))
		require.NoError(t, s.Apply(card(two[i])))
	}
	for name := range strings.FieldsSeq(actions) {
		a, err := env.ParseAction(s, name)
		if err != nil {
			a = card(name)
		}
		require.NoError(t, s.Apply(a))
	}
	return s, e
}

// probability returns how likely the expert plays an action.
func probability(t *testing.T, s *fourdowns.State, e agents.Agent, action string) float64 {
	v := agents.NewViewer(s.Game()).View(s, env.Stream(1, "decision"))
	d, err := e.Decide(context.Background(), []agents.View{v})
	require.NoError(t, err)
	for i, a := range v.Legal {
		if s.ActionString(a) == action {
			return float64(d[0].Probs[i])
		}
	}
	return math.NaN()
}

// The expert bids as a person would: it knocks with cards that cannot lose, passes
// with poor ones, calls when the odds are worth it and folds when they are not.
func TestBids(t *testing.T) {
	const two = "fourdowns(players=2,eight_cards_for_two=false)"
	const good, poor, fair = "bo7 bd7 go7 gd7", "po4 oo5 bd4 gd4", "po7 gd6 bo6 od5"
	for _, x := range []struct {
		name, first, second, actions, action string
		low, high                            float64
	}{
		{"cards that nobody beats", good, poor, "", "knock", .55, 1},
		{"poor cards", poor, good, "", "pass", .5, 1},
		{"fair cards call", good, fair, "knock", "fold", 0, .5},
		{"a fourth knock is not called with poor cards", good, poor, "knock knock knock", "fold", .5, 1},
		{"sure to win, it raises again", good, poor, "pass knock", "knock", .5, 1},
		{"not sure, it does not", good, fair, "knock", "knock", 0, 0},
	} {
		s, e := tableAt(t, two, x.first, x.second, x.actions)
		p := probability(t, s, e, x.action)
		assert.True(t, p >= x.low && p <= x.high, "%s: %s with probability %.3f", x.name, x.action, p)
	}
}

// It plays as a person would: it wins the round before the last when what is left
// cannot be beaten, and keeps what cannot be answered for the end.
func TestPlays(t *testing.T) {
	const two = "fourdowns(players=2,first_downs=false,eight_cards_for_two=false,hand_cards=2)"
	s, e := tableAt(t, two, "bo4 po4", "bd7 bd4", "bo4")
	assert.Greater(t, probability(t, s, e, "play Quarter"), .9, "the 4 is enough to take the lead, and the 7 is better to open with")
	s, e = tableAt(t, two, "bo6 po4", "bd7 bd4", "bo6")
	assert.Greater(t, probability(t, s, e, "play Nickel"), .9, "now only the 7 takes it: whoever opens the last round has the better of it")
	s, e = tableAt(t, "fourdowns(players=2,first_downs=false,eight_cards_for_two=false,hand_cards=3)", "bo7 bd7 oo5", "po4 gd4 od4", "")
	assert.Less(t, probability(t, s, e, "play Wildcat"), .1, "two cards that nobody beats keep the lead, the weak one loses it")
}

func TestTheExpertRefusesOtherGames(t *testing.T) {
	_, e := experttest.Build(t, "fourdowns")
	experttest.Visit(t, "fourdowns(file=mini)", 1, func(_ *fourdowns.State, v agents.View, _ agents.Agent) {
		_, err := e.Decide(context.Background(), []agents.View{v})
		require.ErrorContains(t, err, "asked to play fourdowns(file=mini)")
	})
	experttest.Visit(t, "fourdowns(file=mini)", 1, func(_ *fourdowns.State, v agents.View, a agents.Agent) {
		v.Resample = nil
		if len(v.Legal) > 1 {
			_, err := a.Decide(context.Background(), []agents.View{v})
			require.ErrorIs(t, err, agents.ErrNoWorlds)
		}
	})
	_, err := roster.New("expert", roster.Sources{Game: games.MustNew("kuhn")})
	assert.ErrorContains(t, err, "fourdowns")
}
