package heist_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	rules "ringer/env/heist"
	"ringer/env/tactics/heist"
)

// The fields of dealings agree with exchanges that are tried one by one, in random
// positions.
func TestDealingsCountExchanges(t *testing.T) {
	g := games.MustNew("heist(players=4,wrap=dealings)")
	kinds := env.UnwrapGame(g).(*rules.Game).Kinds()
	met := map[rules.Question]int{}
	helpful := map[rules.Question]int{}
	for seed := range uint64(25) {
		rng := env.Stream(seed, "dealings")
		s := g.NewInitialState()
		var table drive.Table
		for range 6000 {
			p := s.CurrentPlayer()
			if p == env.Terminal {
				break
			}
			if p == env.Chance {
				table.Set(s)
				require.NoError(t, s.Apply(table.Draw(rng)))
				continue
			}
			f := env.UnwrapState(s).(rules.Position).Table()
			q := f.Question()
			switch q {
			case rules.AskPartner, rules.AskGive, rules.AskWant, rules.AskAnswer:
				met[q]++
				if checkExchanges(t, g, s, f, kinds, int(p)) {
					helpful[q]++
				}
			}
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
	for _, q := range []rules.Question{rules.AskPartner, rules.AskGive, rules.AskWant, rules.AskAnswer} {
		assert.Greater(t, met[q], 100, q)
		assert.Greater(t, helpful[q], 2, q)
	}
}

// checkExchanges compares the fields of a position with exchanges tried one by one, and
// reports whether any changes the cards that are left over.
func checkExchanges(t *testing.T, g env.Game, s env.State, f *rules.State, kinds []rules.Kind, p int) bool {
	t.Helper()
	swap, gives, gets := map[int]float32{}, map[string]float32{}, map[string]float32{}
	deal := float32(0)
	talents := env.UnwrapGame(g).(*rules.Game).Talents()
	offer := f.Offer()
	if f.HasJob(p) {
		now := left(f, kinds, p, -1, -1)
		switch f.Question() {
		case rules.AskAnswer:
			if offer.FromCrew && offer.Want >= 0 {
				deal = float32(now-left(f, kinds, p, offer.Want, offer.Given)) / 4
			}
		default:
			for seat := range 4 {
				if seat == p || offer.Partner >= 0 && f.Question() != rules.AskPartner && seat != offer.Partner {
					continue
				}
				for _, mine := range f.Crew(p, nil) {
					if f.Question() == rules.AskWant && mine != offer.Given {
						continue
					}
					for _, other := range f.Crew(seat, nil) {
						a, b := kinds[mine], kinds[other]
						if a.Type == rules.TypeLeader || b.Type == rules.TypeLeader || bits.OnesCount8(b.Skills) > bits.OnesCount8(a.Skills) {
							continue
						}
						if n := float32(now - left(f, kinds, p, mine, other)); n > 0 {
							k := (seat - p + 4) % 4
							swap[k] = max(swap[k], n/4)
							gives[talents[a.Talent]] = max(gives[talents[a.Talent]], n)
							gets[talents[b.Talent]] = max(gets[talents[b.Talent]], n)
						}
					}
				}
			}
		}
	}
	row, _ := fieldOf(g, s, env.Player(p), "swap")
	for k, x := range row {
		require.Equal(t, swap[k], x, "seat %d, %s", k, f.Question())
	}
	require.Equal(t, gives, marked(g, s, env.Player(p), "gives"), f.Question())
	require.Equal(t, gets, marked(g, s, env.Player(p), "gets"), f.Question())
	row, _ = fieldOf(g, s, env.Player(p), "deal")
	require.Equal(t, deal, row[0])
	return len(swap) > 0 || deal != 0
}

// left returns the cards of its Job that a seat leaves over with one Personnel, that is
// unspent outside of executions, for another.
func left(f *rules.State, kinds []rules.Kind, seat, gone, joins int) int {
	var tools []uint8
	have := uint8(0)
	crew := f.Crew(seat, nil)
	if i := slices.Index(crew, gone); i >= 0 {
		crew = slices.Delete(crew, i, i+1)
	}
	if joins >= 0 {
		crew = append(crew, joins)
	}
	for _, kind := range crew {
		have |= kinds[kind].Skills
		tools = append(tools, kinds[kind].Skills)
	}
	for _, con := range f.ConSkills(seat, nil) {
		tools = append(tools, con&have)
	}
	return heist.Lacking(tools, f.Obstacles(seat, nil))
}

// A seat with points, and a Job that its crew covers, is a threat.
func TestThreat(t *testing.T) {
	g := games.MustNew("heist(players=4,wrap=dealings)")
	_, s := middle(t, "heist(players=4,wrap=dealings)")
	f := env.UnwrapState(s).(rules.Position).Table()
	row, columns := fieldOf(g, s, 0, "threat")
	assert.Equal(t, "own", columns[0])
	assert.Zero(t, row[0])
	var k heist.Kit
	for seat := 1; seat < 4; seat++ {
		ready := k.Readiness(f, seat)
		assert.GreaterOrEqual(t, ready, 0.)
		assert.LessOrEqual(t, ready, 1.)
		value := 0.
		if f.HasJob(seat) {
			value = float64(f.Value(seat))
		}
		assert.InDelta(t, (0.3*float64(f.Points(seat))+value*ready)/15, row[seat], 1e-6)
	}
}

// What the wrappers say of every seat says so, as the fields of the game do.
func TestSeatsAreItems(t *testing.T) {
	seats := map[string]bool{}
	for _, f := range games.MustNew("heist(players=4,wrap=dealings)").Spec().Observation {
		seats[f.Name] = slices.Contains(f.Items, rules.SeatItems)
	}
	for _, name := range []string{"threat", "swap", "lacking", "covered", "left_over", "tight", "crew_lacking", "crew_tight"} {
		assert.True(t, seats[name], name)
	}
	for _, name := range []string{"deal", "gives", "gets", "helps", "keeps"} {
		of, shown := seats[name]
		assert.True(t, shown && !of, name)
	}
}
