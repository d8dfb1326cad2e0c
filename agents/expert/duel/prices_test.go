package duel_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"ringer/agents/expert/experttest"
	"ringer/agents/roster"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	expert "ringer/agents/expert/duel"
	"ringer/env"
	game "ringer/env/duel"
	"ringer/env/games"
)

// buyer plays as the expert does, but in a draft it buys anything, toughness and
// followers more often than the rest, so that games with several points of them occur.
type buyer struct{ agents.Agent }

const traitShare = 0.4 // 0.8 for the later games of the prices in env/tactics/duel

func (b buyer) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	v := &views[0]
	world := env.UnwrapState(v.Resample(v.Rand)).(*game.State)
	if q := world.Question(); q != game.AskBuy && q != game.AskFollowers || len(v.Legal) == 1 {
		return b.Agent.Decide(ctx, views)
	}
	d := agents.Decisions(views)
	var traits []int
	for i, a := range v.Legal {
		if c := world.Decode(a); c.Verb == game.UseSkill && (c.Skill == game.TraitToughness || c.Skill == game.TraitFollower) {
			traits = append(traits, i)
		}
	}
	for i := range v.Legal {
		p := 1 / float64(len(v.Legal))
		if len(traits) > 0 {
			p *= 1 - traitShare
			if slices.Contains(traits, i) {
				p += traitShare / float64(len(traits))
			}
		}
		d[0].Probs[i] = float32(p)
	}
	return d, nil
}

// TestPricesOfSkills measures the price of a point of each feat and trait: it
// regresses the results of games between experts on what they had bought, and prints
// the table that the expert drafts by. It only runs where RINGER_LONG is set.
func TestPricesOfSkills(t *testing.T) {
	if !experttest.Long {
		t.Skip("a measurement, not a test: RINGER_LONG=1 runs it")
	}
	number := 3000
	if n, err := strconv.Atoi(os.Getenv("PRICES")); err == nil {
		number = n
	}
	name := cmp.Or(os.Getenv("GAME"), "duel(file=gang)")
	g := games.MustNew(name).(*game.Game)
	e := buyer{expert.New(g, expert.Options{})}
	table := experttest.NewTable(t, g, e, e)
	var x map[string]float64
	table.Watch = func(s env.State) { bought(s.(*game.State), g, x) }
	var rows []map[string]float64
	var results []float64
	for i := range number {
		x = map[string]float64{}
		table.Play(uint64(i), 0)
		rows, results = append(rows, x), append(results, table.Returns[0])
	}
	names := map[string]int{}
	for _, x := range rows {
		for k := range x {
			names[k]++
		}
	}
	columns := slices.Sorted(maps.Keys(names))
	worth, errors := regress(rows, results, columns)
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	t.Logf("%s: %d games; what a point is worth of the return, from -1 to 1 (standard error; games with it)", name, number)
	for _, i := range order {
		t.Logf("%-22s %+.3f (%.3f; %d)", columns[i], worth[i], errors[i], names[columns[i]])
		if k := columns[i]; k == "follower ganger 1" || k == "follower rookie 2" {
			assert.Greater(t, worth[i], 2*errors[i], "%s is worth more than most", k)
		}
	}
}

// Warbands that the expert drafts win clearly against warbands that are drafted at
// random, with the expert on both sides.
func TestDraftsSoundly(t *testing.T) {
	for _, name := range []string{"duel(file=gang)", "duel(heroes=true,warband=draft,models_per_player=2,max_models=8,step=1,melee=true,avoid_hits=true)"} {
		g, e := experttest.Build(t, name)
		anything, err := roster.New("expert(draft=random)", roster.Sources{Game: g})
		require.NoError(t, err)
		deals := 15
		if experttest.Long {
			deals = 500
		}
		w, n := experttest.NewTable(t, g, e, anything).WinRate(deals), 2*deals
		half := 1.96 * math.Sqrt(w*(1-w)/float64(n))
		t.Logf("%s: sound drafts win %.1f%% (± %.1f) of %d games against random ones", name, 100*w, 100*half, n)
		assert.Greater(t, w-half, .6, name)
	}
}

// bought writes what seat 0 has more of than seat 1 into x, by name; each point of a
// trait has a name of its own, up to the fourth.
func bought(s *game.State, g *game.Game, x map[string]float64) {
	if s.Round() != 1 || len(x) > 0 {
		return
	}
	kinds := map[int]string{}
	for m := range g.Models() {
		if f := s.Fighter(m); f.Leader >= 0 && f.Leader != m {
			kinds[f.Leader] = f.Kind
		}
	}
	for m := range g.Models() {
		f := s.Fighter(m)
		if f.Kind != game.KindHero {
			continue
		}
		sign := 1.
		if f.Seat == 1 {
			sign = -1
		}
		for _, name := range f.Feats {
			x[name] += sign
		}
		for name, times := range f.Traits {
			if name == "follower" {
				name = "follower " + kinds[m]
			}
			for k := 1; k <= times; k++ {
				x[fmt.Sprintf("%s %d", name, min(k, 4))] += sign
			}
		}
	}
	for k, v := range x {
		if v == 0 {
			delete(x, k)
		}
	}
}

// regress fits results to rows by least squares, with a little ridge, and returns
// the coefficients, less their mean, and their standard errors.
func regress(rows []map[string]float64, results []float64, columns []string) (worth, errors []float64) {
	n := len(columns)
	at := map[string]int{}
	for i, c := range columns {
		at[c] = i
	}
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1+n)
		a[i][i], a[i][n+1+i] = 1, 1
	}
	for k, x := range rows {
		for p, v := range x {
			for q, w := range x {
				a[at[p]][at[q]] += v * w
			}
			a[at[p]][n] += v * results[k]
		}
	}
	for i := range n { // Gauss and Jordan; the inverse is on the right
		pivot := a[i][i]
		for j := range a[i] {
			a[i][j] /= pivot
		}
		for k := range n {
			if f := a[k][i]; k != i && f != 0 {
				for j := range a[k] {
					a[k][j] -= f * a[i][j]
				}
			}
		}
	}
	worth, errors = make([]float64, n), make([]float64, n)
	for i := range n {
		worth[i] = a[i][n]
	}
	rest := 0.
	for k, x := range rows {
		r := results[k]
		for p, v := range x {
			r -= v * worth[at[p]]
		}
		rest += r * r
	}
	// Everybody buys as many points: only differences from the mean can be told.
	mean, all := 0., 0.
	for i := range n {
		mean += worth[i] / float64(n)
		for j := range n {
			all += a[i][n+1+j] / float64(n*n)
		}
	}
	for i := range n {
		shared := 0.
		for j := range n {
			shared += a[i][n+1+j] / float64(n)
		}
		worth[i] -= mean
		errors[i] = math.Sqrt(rest / float64(len(rows)) * (a[i][n+1+i] - 2*shared + all))
	}
	return worth, errors
}
