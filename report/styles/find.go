package styles

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env"
	"ringer/eval"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// finder looks for the styles of each group.
type finder struct {
	*Config
	seats  int
	groups []*group
	style  []int // by unit: the style in its group
}

// group holds all that is found of one group.
type group struct {
	name    string
	seats   []int
	table   *featureCounts
	choices []choice
	rows    [][]float64 // by unit; features of other seats are zero
	units   []int
	along   *directions
	n       int // directions in which seats differ
	centres [][]float64
	width   float64 // silhouette
	beaten  float64 // the largest of references
}

func newFinder(c *Config) *finder {
	f := &finder{Config: c, seats: c.Corpus.Game.Spec().Players}
	names, seats := sides(c.Corpus.Game)
	for i, name := range names {
		f.groups = append(f.groups, &group{name: name, seats: seats[i]})
	}
	f.style = make([]int, len(c.Corpus.Games)*f.seats)
	return f
}

// look finds the styles of every group.
func (f *finder) look(ctx context.Context) error {
	t := newFeatureCounts(f.Corpus.Game)
	choices, err := t.gather(ctx, f.Corpus, f.Workers)
	if err != nil {
		return err
	}
	for i, g := range f.groups {
		g.table = t
		for u := range f.style {
			if slices.Contains(g.seats, u%f.seats) {
				g.units = append(g.units, u)
			}
		}
		for _, x := range choices {
			if slices.Contains(g.seats, x.unit%f.seats) {
				g.choices = append(g.choices, x)
			}
		}
		if err := f.find(ctx, g, i); err != nil {
			return err
		}
		if g.rows == nil {
			continue // too few seats to tell styles apart: all have the first
		}
		for _, u := range g.units {
			f.style[u] = g.of(g.rows[u])
		}
	}
	return nil
}

// of returns the style of a vector.
func (g *group) of(row []float64) int {
	if len(g.centres) == 0 {
		return 0
	}
	return nearest(g.along.project([][]float64{row}, g.n)[0], g.centres)
}

// find looks for the styles of one group in three steps.
//
// Directions count in which seats differ by more than they would if each decision were
// another seat's: the variance of the k-th is larger than the variance of the k-th
// direction of every one of 39 references, whose decisions have been exchanged between
// seats (parallel analysis: Horn, "A rationale and test for the number of factors in factor
// analysis", 1965). Along them, seats are split into the number of clusters with the
// largest mean silhouette. Clusters count whose silhouette is at least Clear and larger
// than the silhouette of every reference, stretched to the same variances: one style with a
// wide spread, and with the same few values that few decisions leave. The idea comes from
// SigClust (Liu, Hayes, Nobel and Marron, "Statistical significance of clustering for
// high-dimension, low sample size data", 2008), whose reference is a normal distribution.
func (f *finder) find(ctx context.Context, g *group, number int) error {
	if len(g.table.list) == 0 || len(g.units) < fewest {
		return nil
	}
	total := len(f.style)
	g.rows = g.table.vectors(total, g.choices, nil)
	rng := env.Stream(f.Seed, purposeStyles, uint64(number))
	var references [][][]float64
	for range nulls {
		if err := ctx.Err(); err != nil {
			return err
		}
		references = append(references, pickRows(g.table.vectors(total, g.choices, shuffled(g.choices, rng)), g.units))
	}
	by := scale(slices.Concat(references...), len(g.table.list)) // what varies by luck alone has the variance 1
	spreads := make([][]float64, nulls)
	for k, rows := range references {
		if d := principal(rows, by); d != nil {
			spreads[k] = d.spread
		}
	}
	rows := pickRows(g.rows, g.units)
	if g.along = principal(rows, by); g.along == nil {
		return nil
	}
	for g.n < len(g.along.spread) && beats(g.along.spread, spreads, g.n) {
		g.n++
	}
	if g.n == 0 {
		return nil
	}
	centres, width := split(g.along.project(rows, g.n), rng)
	g.width = max(0, width)
	for _, rows := range references {
		if err := ctx.Err(); err != nil {
			return err
		}
		points := g.along.project(rows, g.n)
		stretch(points, g.along.spread)
		_, w := split(points, rng)
		g.beaten = max(g.beaten, w)
	}
	if g.width >= Clear && g.width > g.beaten {
		g.centres = centres
		slices.SortFunc(g.centres, slices.Compare)
	}
	return nil
}

// fewest is the number of units of a group in which styles are looked for.
const fewest = 100

// beats reports whether a direction is wider than the same direction of every reference.
func beats(spread []float64, references [][]float64, k int) bool {
	for _, r := range references {
		if k < len(r) && r[k] >= spread[k] {
			return false
		}
	}
	return true
}

func pickRows(rows [][]float64, which []int) [][]float64 {
	out := make([][]float64, 0, len(which))
	for _, u := range which {
		out = append(out, rows[u])
	}
	return out
}

// several reports whether every group has a choice of styles, or the only one has.
func (f *finder) several() bool {
	for _, g := range f.groups {
		if len(g.centres) > 1 {
			return true
		}
	}
	return false
}

// styles returns the number of styles of a group.
func (g *group) styles() int { return max(1, len(g.centres)) }

// describe puts what was found of a group in words.
func (f *finder) describe(number int) Group {
	g := f.groups[number]
	out := Group{Name: g.name, Seats: g.seats, Units: len(g.units), Features: len(g.table.list), Directions: g.n, Silhouette: g.width, Reference: g.beaten}
	switch {
	case len(g.centres) > 1:
		out.Words = fmt.Sprintf("%d styles of play are told apart.", len(g.centres))
	case len(g.units) < fewest:
		out.Words = fmt.Sprintf("Too few seats to tell styles of play apart: %d were seen, and %d would do.", len(g.units), fewest)
	case g.n > 0:
		out.Words = "One style of play: seats differ by degrees, in no clear groups."
	default:
		out.Words = "One style of play: seats differ no more than single decisions do."
	}
	for k := range g.styles() {
		out.Styles = append(out.Styles, f.describeStyle(g, k))
	}
	return out
}

// describeStyle names one style by its habits.
func (f *finder) describeStyle(g *group, k int) (out Style) {
	var mine []int
	agents := make([]float64, len(f.Corpus.Agents))
	all := make([]float64, len(f.Corpus.Agents))
	wins := 0.
	for _, u := range g.units {
		game := &f.Corpus.Games[u/f.seats]
		all[game.Seats[u%f.seats]]++
		if f.style[u] != k {
			continue
		}
		mine = append(mine, u)
		agents[game.Seats[u%f.seats]]++
		wins += game.Shares[u%f.seats]
		if len(out.Example) < 3 {
			out.Example = append(out.Example, flag.Example{History: game.History})
		}
	}
	for i := range agents {
		agents[i] /= max(1, all[i])
	}
	out.Agents = agents
	out.Share = ratio.OfShare("share", float64(len(mine)), len(g.units), eval.Confidence)
	out.Wins = ratio.OfShare("wins", wins, len(mine), eval.Confidence)
	out.Name = "the one style"
	if len(g.centres) > 1 {
		out.Habits = f.habits(g, k)
		var words []string
		for _, h := range out.Habits {
			word := "seldom "
			if h.Effect > 0 {
				word = "often "
			}
			words = append(words, word+h.Words)
		}
		out.Name = strings.Join(words, ", ")
	}
	return out
}

// habits returns the three preferences that tell a style from the others best.
func (f *finder) habits(g *group, k int) (out []Habit) {
	width := len(g.table.list)
	taken, offered := [2][]float64{make([]float64, width), make([]float64, width)}, [2][]float64{make([]float64, width), make([]float64, width)}
	for i := range g.choices {
		x := &g.choices[i]
		other := 1
		if f.style[x.unit] == k {
			other = 0
		}
		for j, feature := range x.features {
			offered[other][feature]++
			if x.residual[j] > 0 {
				taken[other][feature]++
			}
		}
	}
	sums, n := [2][]float64{make([]float64, width), make([]float64, width)}, [2]float64{}
	for _, u := range g.units {
		other := 1
		if f.style[u] == k {
			other = 0
		}
		n[other]++
		for c, x := range g.rows[u] {
			sums[other][c] += x / g.along.scale[c]
		}
	}
	for c := range width {
		h := Habit{Words: g.table.words[c], Effect: sums[0][c]/max(1, n[0]) - sums[1][c]/max(1, n[1])}
		h.Rate, h.Others = taken[0][c]/max(1, offered[0][c]), taken[1][c]/max(1, offered[1][c])
		out = append(out, h)
	}
	slices.SortStableFunc(out, func(a, b Habit) int { return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect)) })
	return out[:min(3, len(out))]
}
