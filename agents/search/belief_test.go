package search_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/search"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// partial is a policy that hardly hides what it holds, so that beliefs move: its
// probabilities follow from the observation, and sum to 1.
var partial = scripted(func(v *agents.View) agents.Decision {
	d := agents.Decision{Probs: make([]float32, len(v.Legal))}
	sum := float32(0)
	for i, a := range v.Legal {
		x := float64(a + 1)
		for j, o := range v.Observation {
			x += float64(o) * math.Sin(float64(int(a)*31+j*17))
		}
		d.Probs[i] = float32(math.Exp(2 * math.Sin(x)))
		sum += d.Probs[i]
	}
	for i := range d.Probs {
		d.Probs[i] /= sum
	}
	return d
})

// posterior walks a whole game and returns the probability of every state that seat
// cannot tell from s, when all others play the policy mixed with some random play.
func posterior(t *testing.T, game env.Game, policy agents.Agent, s env.State, seat env.Player, doubt float64) map[string]float64 {
	t.Helper()
	want := s.(env.InfoStater).InformationState(seat)
	viewer := agents.NewViewer(game)
	at := map[string]float64{}
	total := 0.0
	var walk func(s env.State, p float64)
	walk = func(s env.State, p float64) {
		actor := s.CurrentPlayer()
		if actor == seat && s.(env.InfoStater).InformationState(seat) == want {
			at[situation(s)] += p
			total += p
			return
		}
		probs := map[env.Action]float64{}
		switch actor {
		case env.Terminal:
			return
		case env.Chance:
			for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
				probs[o.Action] = o.Prob
			}
		case seat: // its own choices are the same in all worlds
			for _, a := range s.LegalActions(nil) {
				probs[a] = 1
			}
		default:
			view := viewer.View(s, env.Stream(1, "test"))
			d, err := policy.Decide(context.Background(), []agents.View{view})
			require.NoError(t, err)
			for i, a := range view.Legal {
				probs[a] = (1-doubt)*float64(d[0].Probs[i]) + doubt/float64(len(view.Legal))
			}
		}
		for a, q := range probs {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			walk(next, p*q)
		}
	}
	walk(game.NewInitialState(), 1)
	for k := range at {
		at[k] /= total
	}
	return at
}

// situation returns the text of a state without the log that 4 Downs begins with: worlds are
// told apart by the cards in the hands, not by the order in which they were dealt.
func situation(s env.State) string {
	if _, rest, ok := strings.Cut(s.String(), "; | "); ok {
		return rest
	}
	return s.String()
}

// The weights of worlds come out as Bayes' rule has them, computed from the whole tree,
// and the chosen worlds as often as their weights.
func TestBeliefIsBayesRule(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long and shares nothing")
	}
	for _, text := range []string{"kuhn", "kuhn(players=3)", "leduc", "liarsdice(sides=3)", "goofspiel", "goofspiel(impinfo=false,order=random)", "goofspiel(players=3,cards=3,impinfo=false)"} {
		game := games.MustNew(text)
		moved := 0.0
		for episode := range uint64(6) {
			rng := env.Stream(episode, "test/belief")
			s := game.NewInitialState()
			for step := 0; s.CurrentPlayer() != env.Terminal; step++ {
				actor := s.CurrentPlayer()
				if actor == env.Chance {
					_, err := drive.Roll(s, rng)
					require.NoError(t, err)
					continue
				}
				if step == int(episode)%3+1 || step == 4 {
					moved = max(moved, compareWithBayes(t, game, s, rng))
				}
				legal := s.LegalActions(nil)
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
		assert.Greater(t, moved, 0.1, "%s: nothing was learned from the others' play", text)
	}
}

// A follower must answer a card that it can answer, so worlds differ by how many cards it
// could choose among. They are dealt without regard to that, and weighed without it.
func TestBeliefWhereOthersHadFewerChoices(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long and shares nothing")
	}
	game := games.MustNew("fourdowns(file=mini)")
	rng := env.Stream(9, "test/belief")
	s := game.NewInitialState()
	compared := false
	for s.CurrentPlayer() != env.Terminal {
		if s.CurrentPlayer() == env.Chance {
			_, err := drive.Roll(s, rng)
			require.NoError(t, err)
			continue
		}
		log, _, _ := strings.Cut(s.String(), " | ")
		if strings.Contains(log, " plays ") && strings.HasSuffix(log, " passes;") && !compared {
			compareWithBayes(t, game, s, rng)
			compared = true
		}
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	assert.True(t, compared, "nobody followed")
}

// compareWithBayes returns the largest difference of a world's probability from its
// probability under random play.
func compareWithBayes(t *testing.T, game env.Game, s env.State, rng env.Rand) (moved float64) {
	t.Helper()
	const draws, chosen = 3000, 1000
	seat := s.CurrentPlayer()
	want := posterior(t, game, partial, s, seat, search.Doubt)
	prior := posterior(t, game, random.New(), s, seat, 0)
	view := agents.NewViewer(game).View(s, rng)
	worlds, weights, some, err := search.Weighed(t.Context(), game, partial, &view, draws, chosen)
	require.NoError(t, err)
	got, often := map[string]float64{}, map[string]float64{}
	for i, w := range worlds {
		got[situation(w)] += weights[i]
	}
	for _, w := range some {
		often[situation(w)] += 1. / chosen
	}
	for world, p := range want {
		// At most 1 in 1,000 draws differs by more than three deviations; weights reach 7 or so.
		assert.InDelta(t, p, got[world], 0.06, "%s\n%s", game.Spec(), world)
		assert.InDelta(t, got[world], often[world], 0.05, "%s\n%s", game.Spec(), world)
		moved = max(moved, math.Abs(p-prior[world]))
	}
	for world := range got {
		assert.Contains(t, want, world)
	}
	return moved
}

// In every game that retraces, the way leads from the earlier state to the very state,
// in worlds of the seats as well.
func TestRetraceLeadsBack(t *testing.T) {
	for _, text := range []string{
		"kuhn(players=3)", "leduc(players=3)", "liarsdice(dice=2)", "goofspiel(order=random)", "goofspiel(players=3,impinfo=false)", "goofspiel(players=3)", "fivepossessions", "fivepossessions(file=mini)", "fivepossessions(wrap=levelk)", "fourdowns", "fourdowns(players=2)", "fourdowns(file=mini)",
	} {
		game, err := games.New(text)
		require.NoError(t, err)
		rng := env.Stream(1, "test/retrace")
		for range 2 {
			s := game.NewInitialState()
			for {
				sameWay(t, game, s)
				actor := s.CurrentPlayer()
				if actor == env.Terminal {
					break
				}
				if actor == env.Chance {
					require.NoError(t, s.Apply(env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)))
					continue
				}
				sameWay(t, game, s.(env.Resampler).ResampleFromInfoState(actor, rng))
				legal := s.LegalActions(nil)
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
	}
}

func sameWay(t *testing.T, game env.Game, s env.State) {
	t.Helper()
	want := s.String()
	from, way := env.UnwrapState(s).(env.Retracer).Retrace(nil)
	from = env.WrapState(game, from)
	for _, a := range way {
		require.NoError(t, from.Apply(a), "%s\n%s\n%v", game.Spec(), s, way)
	}
	require.Equal(t, want, from.String(), "%s", game.Spec())
	require.Equal(t, want, s.String())
}
