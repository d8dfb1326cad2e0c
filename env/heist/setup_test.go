package heist_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/heist"
)

// toFirstTurn plays the setup at random and returns what came up, by question.
func toFirstTurn(t *testing.T, s *heist.State, seed uint64) map[string]int {
	t.Helper()
	rng := env.Stream(seed, "setup")
	counts := map[string]int{}
	for s.CurrentPlayer() == env.Chance && s.DeckSize() > 108-7*s.Game().Spec().Players || s.JobsDrawn() < s.Game().Spec().Players {
		require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
		require.NoError(t, s.Conservation())
	}
	for s.CurrentPlayer() == env.Chance {
		name := s.ActionString(s.LegalActions(nil)[0])
		if len(name) < 8 || name[:8] != "Security" {
			break
		}
		require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
		counts["security"]++
	}
	return counts
}

// HEIST-1, HEIST-22: who starts is one uniform draw, which has the distribution of
// rolling with ties rolled again among the tied; then turns go clockwise.
func TestStartIsOneUniformDraw_HEIST1_HEIST22(t *testing.T) {
	for n := 2; n <= 6; n++ {
		g := game(t, players(n))
		s := g.NewInitialState().(*heist.State)
		outcomes := s.ChanceOutcomes(nil)
		require.Len(t, outcomes, n)
		for _, o := range outcomes {
			assert.InDelta(t, 1/float64(n), o.Prob, 1e-12)
		}
		last := outcomes[n-1].Action
		require.NoError(t, s.Apply(last))
		assert.Equal(t, n-1, s.Turn(), "the seat that was drawn begins")
		toFirstTurn(t, s, 1)
		first := s.Turn()
		for s.Turn() == first {
			require.NoError(t, s.Apply(lastAction(s)))
		}
		assert.Equal(t, 0, s.Turn(), "then the seat to its left")
	}

	// Rolling dice until one seat is highest gives every seat the same chance,
	// by symmetry; here it is counted, for three seats and one reroll.
	wins := [3]float64{}
	var roll func(among []int, p float64, depth int)
	roll = func(among []int, p float64, depth int) {
		if depth == 0 {
			for _, i := range among {
				wins[i] += p / float64(len(among))
			}
			return
		}
		total := 1
		for range among {
			total *= 6
		}
		for x := range total {
			best, ties := -1, []int{}
			for k, y := 0, x; k < len(among); k, y = k+1, y/6 {
				switch v := y % 6; {
				case v > best:
					best, ties = v, []int{among[k]}
				case v == best:
					ties = append(ties, among[k])
				}
			}
			if len(ties) == 1 {
				wins[ties[0]] += p / float64(total)
			} else {
				roll(ties, p/float64(total), depth-1)
			}
		}
	}
	roll([]int{0, 1, 2}, 1, 2)
	for _, w := range wins {
		assert.InDelta(t, 1./3, w, 1e-9)
	}
}

// lastAction passes where one can: `pass` stands near the end of the list, and
// the highest number of a die at it.
func lastAction(s *heist.State) env.Action {
	legal := s.LegalActions(nil)
	for _, a := range legal {
		switch s.ActionString(a) {
		case "pass", "no 6":
			return a
		}
	}
	return legal[len(legal)-1]
}

func players(n int) string { return "players=" + string(rune('0'+n)) }

// HEIST-12: hands, then a Job each, then Security one card at a time round the
// table, until all Jobs are full or the deck is out; a Job is worth a point less
// for every card that it is short of.
func TestSetupDealsSecurityInTurns_HEIST12(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for seed := range uint64(20) {
			for _, rule := range []string{heist.ShortScaled, heist.ShortFull} {
				g := game(t, players(n), "short_jobs="+rule)
				s := g.NewInitialState().(*heist.State)
				dealt := toFirstTurn(t, s, seed)["security"]
				jobs, total, least, most := jobsInPlay(s), 0, 99, 0
				for i, j := range jobs {
					total += j.Security
					missing := j.Security - s.Line(i)
					least, most = min(least, s.Line(i)), max(most, s.Line(i))
					assert.GreaterOrEqual(t, missing, 0)
					want := j.Points
					if rule == heist.ShortScaled {
						want -= missing
						assert.Equal(t, s.Line(i), s.Value(i), "printed numbers are equal, so points are what lies in the line")
					}
					assert.Equal(t, want, s.Value(i))
					if missing > 0 {
						assert.Zero(t, heist.Left(s), "a Job is short only when the deck is out")
					}
				}
				assert.Equal(t, min(total, 38), dealt)
				if total > 38 {
					// Level: nobody who wanted more has two cards less than another.
					for i, j := range jobs {
						if s.Line(i) < j.Security {
							assert.LessOrEqual(t, most-s.Line(i), 1)
						}
					}
				}
				for i := range n {
					assert.Equal(t, 7, s.HandSize(i))
				}
			}
		}
	}
}

func jobsInPlay(s *heist.State) []heist.Job {
	jobs := []heist.Job{}
	for i := range s.Game().Spec().Players {
		jobs = append(jobs, *s.JobCard(i))
	}
	return jobs
}

// HEIST-14: from as many Jobs as players, and at least two, to all nine.
func TestJobsInTheGame_HEIST14(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for jobs := range 12 {
			c := config(t, players(n))
			c.Jobs = jobs
			if jobs >= n && jobs <= 9 {
				assert.NoError(t, c.Validate())
			} else {
				assert.ErrorContains(t, c.Validate(), "jobs: ")
			}
		}
	}
	// Removed Jobs stay hidden: each of the nine may come, whatever is left, and
	// only the size of the deck is known.
	s := blank(t, "jobs=3")
	heist.PutJob(s, 0, "Art Gallery")
	heist.PutJob(s, 1, "Bank Job")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job") // an empty line: a success at once
	rollOn(t, s)
	for s.JobsDrawn() < 3 {
		if outcomes := s.ChanceOutcomes(nil); len(outcomes) == 7 {
			for _, o := range outcomes {
				assert.InDelta(t, 1./7, o.Prob, 1e-12)
			}
			assert.Contains(t, s.Text(0), "Job deck (1 card)")
		}
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	assert.Contains(t, s.Text(0), "Job deck (0 cards)")
}

// HEIST-11, HEIST-22: the game ends at once when all but one Job are gone, before
// any die for the crew.
func TestEndIsImmediate_HEIST11_HEIST22(t *testing.T) {
	s := blank(t, "give_up=any", "jobs=2")
	withJobs(s)
	heist.Hire(s, 0, "Hustler")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "give up")
	assert.Equal(t, env.Terminal, s.CurrentPlayer(), "no crew dice")
	returns := make([]float64, 2)
	s.Returns(returns)
	assert.Equal(t, []float64{0, 0}, returns, "nobody has a point: a full tie")

	s = blank(t, "give_up=any", "jobs=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "no 6")
	assert.Equal(t, 9, s.Points(0))
	assert.Equal(t, env.Chance, s.CurrentPlayer(), "one of three Jobs is gone: the crew rolls")
	play(t, s, "a 6", "a 1") // the crew; lying low
	asksChanceTurn(t, s)
	heist.Begin(s, 1, "execution")
	play(t, s, "execute own Job", "give up")
	assert.Equal(t, env.Terminal, s.CurrentPlayer(), "two of three are gone")
	s.Returns(returns)
	assert.Equal(t, []float64{1, -1}, returns)

	// A discarded Job counts too.
	s = blank(t, "jobs=2")
	withJobs(s)
	heist.Deal(s, 1, "Cover Blown")
	heist.Score(s, 0, 5)
	heist.Begin(s, 1, "event")
	play(t, s, "play Cover Blown", "choose Art Gallery of seat 0")
	assert.Equal(t, env.Terminal, s.CurrentPlayer())
	s.Returns(returns)
	assert.Equal(t, []float64{1, -1}, returns)
}

func asksChanceTurn(t *testing.T, s *heist.State) {
	t.Helper()
	require.Equal(t, env.Chance, s.CurrentPlayer())
	require.Equal(t, 1, s.Turn())
}

// HEIST-11: with a shared lead the victory is shared.
func TestTiesShare_HEIST11(t *testing.T) {
	s := blank(t, "players=3", "jobs=3", "max_rounds=1")
	heist.Score(s, 0, 10)
	heist.Score(s, 2, 10)
	heist.Score(s, 1, 9)
	heist.Begin(s, 2, "job")
	play(t, s, "Job Art Gallery")
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	returns := make([]float64, 3)
	s.Returns(returns)
	assert.InDeltaSlice(t, []float64{.25, -.5, .25}, returns, 1e-12)
}

// HEIST-11, HEIST-15: after max_rounds rounds points decide; the default is 200.
func TestRoundCap_HEIST15(t *testing.T) {
	assert.Equal(t, 200, heist.Defaults().MaxRounds)
	s := blank(t, "max_rounds=7", "draw=0")
	heist.SetRound(s, 6)
	heist.Score(s, 1, 3)
	heist.Deal(s, 1, "Deception")
	heist.Begin(s, 0, "job")
	rollOn(t, s)
	require.Equal(t, 1, s.Turn(), "the second seat still has its turn in the last round")
	for s.CurrentPlayer() != env.Terminal {
		require.Equal(t, 1, s.Turn())
		require.NoError(t, s.Apply(lastAction(s)))
	}
	returns := make([]float64, 2)
	s.Returns(returns)
	assert.Equal(t, []float64{-1, 1}, returns)

	// A round ends with the seat before the one that began.
	s = blank(t, "max_rounds=7", "draw=0")
	heist.StartAt(s, 1)
	heist.SetRound(s, 6)
	heist.Deal(s, 0, "Deception")
	heist.Begin(s, 1, "job")
	rollOn(t, s)
	assert.Equal(t, 0, s.Turn(), "the round is not over")
	heist.Begin(s, 0, "job")
	rollOn(t, s)
	assert.Equal(t, env.Terminal, s.CurrentPlayer())
}

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

// game builds the shipped game with some settings: key=value.
func game(t testing.TB, pairs ...string) *heist.Game {
	t.Helper()
	key := strings.Join(pairs, ",")
	if g, ok := built.Load(key); ok {
		return g.(*heist.Game)
	}
	g, err := heist.New(config(t, pairs...))
	require.NoError(t, err)
	built.Store(key, g)
	return g
}

// built keeps games: they are immutable, and reading the decks takes a while.
var built sync.Map

func config(t testing.TB, pairs ...string) heist.Config {
	t.Helper()
	c := heist.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/heist", "default"), configs.Assignments("heist", pairs...)))
	return c
}

// blank returns a state of the shipped game before anything is dealt.
func blank(t testing.TB, pairs ...string) *heist.State { return heist.Blank(game(t, pairs...)) }

// play applies actions by their names, chance included, and keeps an eye on the
// cards.
func play(t testing.TB, s *heist.State, names ...string) {
	t.Helper()
	for _, name := range names {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err, "%s", s.Text(0))
		require.NoError(t, s.Apply(a))
		require.NoError(t, s.Conservation(), "after %s", name)
	}
}

// legal lists the names of the legal actions.
func legal(s *heist.State) []string {
	var names []string
	for _, a := range s.LegalActions(nil) {
		names = append(names, s.ActionString(a))
	}
	return names
}

// rollOn applies chance outcomes until somebody decides or the question changes
// to one that stops: the last outcome of a die is its highest number, so dice
// come up low.
func rollOn(t testing.TB, s *heist.State) {
	t.Helper()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		require.NoError(t, s.Conservation())
	}
}

// has and hasNot test the legal actions by name.
func has(t testing.TB, s *heist.State, names ...string) {
	t.Helper()
	for _, n := range names {
		assert.Contains(t, legal(s), n)
	}
}

func hasNot(t testing.TB, s *heist.State, names ...string) {
	t.Helper()
	for _, n := range names {
		assert.NotContains(t, legal(s), n)
	}
}

// asks tests who is asked what.
func asks(t testing.TB, s *heist.State, seat env.Player, q heist.Question) {
	t.Helper()
	require.Equal(t, q, s.Question(), "%s", strings.Join(legal(s), ", "))
	require.Equal(t, seat, s.CurrentPlayer())
}

// titles turns kinds into titles.
func titles(s *heist.State, kinds []int) []string {
	all := s.Game().Kinds()
	out := []string{}
	for _, k := range kinds {
		out = append(out, all[k].Title)
	}
	return out
}

func crew(s *heist.State, seat int) []string { return titles(s, s.Crew(seat, nil)) }
func hand(s *heist.State, seat int) []string { return titles(s, s.Hand(seat, nil)) }

// fieldOf returns a field of what a seat observes.
func fieldOf(s *heist.State, seat env.Player, field string) []float32 {
	spec := s.Game().Spec()
	row := make([]float32, spec.ObservationSize())
	s.Observe(seat, row)
	for _, f := range spec.Observation {
		if f.Name == field {
			return row[spec.FieldOffset(field):][:f.Size()]
		}
	}
	panic("no field " + field)
}

// withJobs gives both seats of a two-player game a Job that nobody reaches, so that
// the game goes on around a test.
func withJobs(s *heist.State) {
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards", "Safe")
	heist.PutJob(s, 1, "Bank Job", "Secrets", "Vault Doors", "Laser Sensors")
}
