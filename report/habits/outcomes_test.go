package habits

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	expert "ringer/agents/expert/heat"
	"ringer/agents/neural"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/heat"
	"ringer/eval"
	"ringer/models/botfile"
)

// aim is a target that the ringer named.
type aim struct {
	state  env.State // before it
	seat   int
	legal  []env.Action
	chosen int   // index in legal
	best   []int // those of the best price
}

// collector keeps some aims of every card whose targets differ in price.
type collector struct {
	*crimes
	of map[string][]aim
}

// mostAims is the number of aims that are kept of a card, and playouts that of games that
// are played on from each target.
const mostAims, playouts = 160, 64

func (c *collector) decided(d *decision) {
	s := d.state.(*heat.State)
	if s.Question() != heat.AskTarget || !d.ringer {
		return
	}
	c.board.Look(s, d.seat)
	x := aim{seat: d.seat}
	var prices []float64
	top, low := math.Inf(-1), math.Inf(1)
	for i, a := range d.legal {
		p := max(0, c.board.Target(s.Target(c.game.Decode(a))))
		prices, top, low = append(prices, p), max(top, p), min(low, p)
		if a == d.action {
			x.chosen = i
		}
	}
	card := c.kinds[c.board.Acting()].Title
	if top-low < 1e-6 || len(c.of[card]) == mostAims {
		return
	}
	for i, p := range prices {
		if top-p < 1e-6 {
			x.best = append(x.best, i)
		}
	}
	x.state, x.legal = s.Clone(), append(x.legal, d.legal...)
	c.of[card] = append(c.of[card], x)
}

// gains are shares of wins, one an aim: of the target of the best price over a random one,
// of the ringer's over a random one, and of the ringer's over the best price.
type gains struct{ price, ringer, over []float64 }

// What targets are worth: every target of some aims is played on, with equal seeds, and the
// figures are logged (-v). With three cards the ringer's win more than random ones.
func TestAimsByOutcome(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("minutes of games: RINGER_LONG=1")
	}
	g := games.MustNew("heat")
	hg := env.UnwrapGame(g).(*heat.Game)
	file, err := checkpoints.Open("heat-4p")
	require.NoError(t, err)
	bot, err := botfile.Read(file, file.Size())
	require.NoError(t, err)
	ringer, err := neural.FromBot(g.Spec(), bot)
	require.NoError(t, err)
	config := &Config{Game: g, Ringer: eval.Entry{Name: "one", Agent: ringer}, Expert: eval.Entry{Name: "other", Agent: expert.New(hg)}, Games: 2400, Seed: 1234}
	match := eval.MatchConfig{Game: g, Entries: []eval.Entry{config.Ringer, config.Expert}, Games: config.Games, Seed: config.Seed, Keep: config.Games}
	m, err := eval.PlayMatch(t.Context(), match)
	require.NoError(t, err)
	c := &collector{crimes: newCrimes(hg), of: map[string][]aim{}}
	for _, deal := range m.FirstDeals {
		for i := range deal.Games {
			require.NoError(t, replay(config, c, &deal.Games[i]))
		}
	}
	known := map[string]bool{"Understudy": true, "Informant": true, "Heavy": true}
	for card, aims := range c.of {
		x := playOn(t, match, aims)
		mean, reach := interval(x.ringer)
		price, priceReach := interval(x.price)
		over, overReach := interval(x.over)
		t.Logf("%-14s %3d aims; wins over random targets: ringer %+.4f ± %.4f, best price %+.4f ± %.4f; ringer over best price %+.4f ± %.4f",
			card, len(aims), mean, reach, price, priceReach, over, overReach)
		if known[card] {
			assert.Greater(t, mean, reach, card)
		}
		delete(known, card)
	}
	assert.Empty(t, known, "cards that never aimed")
}

// playOn plays on from every target of some aims, against experts.
func playOn(t *testing.T, match eval.MatchConfig, aims []aim) (x gains) {
	var starts []eval.Start
	for i, a := range aims {
		seating := []int{1, 1, 1, 1}
		seating[a.seat] = 0
		for _, target := range a.legal {
			s := a.state.Clone()
			require.NoError(t, s.Apply(target))
			for k := range playouts {
				starts = append(starts, eval.Start{State: s, Seed: uint64(1 + i*playouts + k), Seating: seating})
			}
		}
	}
	episodes, err := eval.PlayFrom(t.Context(), match, starts)
	require.NoError(t, err)
	shares := make([]float64, len(episodes[0].Returns))
	for _, a := range aims {
		value, mean, best := make([]float64, len(a.legal)), 0., 0.
		for j := range value {
			for _, e := range episodes[:playouts] {
				eval.WinShares(e.Returns, shares)
				value[j] += shares[a.seat] / playouts
			}
			episodes = episodes[playouts:]
			mean += value[j] / float64(len(value))
		}
		for _, j := range a.best {
			best += value[j] / float64(len(a.best))
		}
		x.price, x.ringer, x.over = append(x.price, best-mean), append(x.ringer, value[a.chosen]-mean), append(x.over, value[a.chosen]-best)
	}
	return x
}

// interval returns a mean and half of its 95% interval.
func interval(x []float64) (mean, reach float64) {
	mean, variance := stat.MeanVariance(x, nil)
	return mean, 1.96 * math.Sqrt(variance/float64(len(x)))
}
