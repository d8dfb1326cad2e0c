package balance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ringer/env/things"
	"ringer/eval"
	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/ratio"
	"ringer/report/uplift"
)

// levelsID is the panel that sets what things are worth among beginners beside what they are worth among the strongest.
// It is made where it is asked for by name: it plays as much as two studies of things.
const levelsID = "levels"

// ThingLevels says what the things of a game are worth at two levels of skill.
type ThingLevels struct {
	Weak   string       `json:"weak"` // agents in every seat
	Strong string       `json:"strong"`
	Unit   string       `json:"unit"`
	Part   string       `json:"part"`
	Margin float64      `json:"margin"` // up to which a worth is ordinary
	Forks  [2]int       `json:"forks"`  // of both
	Things []LevelThing `json:"things"` // those known at both levels, the largest difference first, in lengths of its interval
}

// LevelThing is the worth of one thing at two levels.
type LevelThing struct {
	things.Thing
	Experiment string       `json:"experiment"` // had or played
	Weak       ratio.Figure `json:"weak"`
	Strong     ratio.Figure `json:"strong"`
	Differs    ratio.Figure `json:"differs"`         // Weak less Strong
	Clear      bool         `json:"clear,omitempty"` // it stands when one in twenty of those that stand may be wrong (Benjamini and Hochberg, 1995)
}

// playLevels measures the things of the game with the weakest level in every seat, and with the strongest.
func playLevels(ctx context.Context, w *work) error {
	list, ok := things.Of(w.Game)
	if !slices.Contains(w.Only, levelsID) || !ok || w.Weak == nil || w.Weak.Name == w.Agents[0].Name || w.Plan.Blocks == 0 {
		return nil
	}
	var studies [2]*uplift.Study
	for i, e := range []eval.Entry{*w.Weak, w.Agents[0]} {
		c := uplift.Config{Game: w.Game, Things: list, Entries: []eval.Entry{e}, Blocks: w.Plan.Blocks, Settle: true, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
		var err error
		studies[i], err = do(w, levelsID+" "+e.Name, []any{e.Name, c.Blocks}, func(progress func(done, total int)) (*uplift.Study, error) {
			c.Progress = progress
			return uplift.Run(ctx, c)
		})
		if err != nil {
			return err
		}
	}
	w.report.Levels = levelsOf(w.Weak.Name, w.Agents[0].Name, studies[0], studies[1])
	return nil
}

// levelsOf compares two studies of the same things.
func levelsOf(weak, strong string, a, b *uplift.Study) *ThingLevels {
	out := &ThingLevels{Weak: weak, Strong: strong, Unit: b.Unit, Part: b.Part, Margin: b.Margin, Forks: [2]int{a.Forks, b.Forks}, Things: []LevelThing{}}
	var ps []float64
	for i := range b.Things {
		k := slices.IndexFunc(a.Things, func(r uplift.Row) bool { return r.Thing == b.Things[i].Thing })
		if k < 0 {
			continue
		}
		for _, e := range experiments {
			x, y := e.of(&a.Things[k]), e.of(&b.Things[i])
			if x == nil || y == nil {
				continue
			}
			half := math.Hypot(x.High-x.Low, y.High-y.Low) / 2 // two studies have no game in common
			d := x.Value - y.Value
			out.Things = append(out.Things, LevelThing{
				Thing: b.Things[i].Thing, Experiment: e.name, Weak: worthOf(x), Strong: worthOf(y),
				Differs: ratio.Figure{Value: d, Low: d - half, High: d + half, Of: x.Forks + y.Forks},
			})
			ps = append(ps, math.Erfc(z*math.Abs(d)/max(half, 1e-12)/math.Sqrt2))
			break
		}
	}
	for i, rate := range ratio.DiscoveryRates(ps) {
		out.Things[i].Clear = rate <= .05
	}
	slices.SortStableFunc(out.Things, func(a, b LevelThing) int {
		x, y := apart(&a.Differs), apart(&b.Differs)
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return out
}

func worthOf(u *uplift.Uplift) ratio.Figure {
	return ratio.Figure{Value: u.Value, Low: u.Low, High: u.High, Of: u.Forks}
}

// apart returns the size of a difference in halves of its interval.
func apart(f *ratio.Figure) float64 { return math.Abs(f.Value) / max((f.High-f.Low)/2, 1e-12) }

func flagsOfLevels(*Report) []flag.Flag { return nil }

// show writes a worth, with its unit.
func (s *ThingLevels) show(f *ratio.Figure) string {
	if s.Part == partGame {
		return points(f.Value, f.Low, f.High)
	}
	return numbers.Signed(f.Value, f.Low, f.High) + " " + s.Unit
}

// answerLevels says which things are worth clearly more, or less, among beginners.
func (r *Report) answerLevels() string {
	s := r.Levels
	weak, strong := r.who(s.Weak), r.who(s.Strong)
	if len(s.Things) == 0 {
		return fmt.Sprintf("Nothing is known of any thing at both levels, %s and %s: they came up too seldom.", weak, strong)
	}
	var clear []string
	widest := 0.
	for i := range s.Things {
		t := &s.Things[i]
		widest = max(widest, (t.Differs.High-t.Differs.Low)/2)
		if t.Clear {
			if len(clear) > 0 {
				weak, strong = r.short(s.Weak), r.short(s.Strong)
			}
			clear = append(clear, fmt.Sprintf("%s %s with %s, %s with %s", t.Name, s.show(&t.Weak), weak, s.show(&t.Strong), strong))
		}
	}
	size := abovePoints(widest)
	if s.Part != partGame {
		size = "±" + rough(widest) + " " + s.Unit
	}
	if len(clear) == 0 {
		return fmt.Sprintf("Of %s no one is worth clearly more, or less, with %s in every seat than with %s, but this report could only see differences above %s of every one; about %s would show half of that.",
			plural(len(s.Things), "thing", "things"), weak, strong, size, more(r.Plan.Games, 4))
	}
	text := list(clear[:min(3, len(clear))])
	if n := len(clear) - 3; n > 0 {
		text += fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("Worth clearly something else by skill: %s. Of the others this report could see differences above %s.", text, size)
}

func measuresOfLevels(r *Report) (out []Measure) {
	for i := range r.Levels.Things {
		t := &r.Levels.Things[i]
		out = append(out, Measure{
			Name: fmt.Sprintf("levels.%s.%s.differs", slug(t.Kind), slug(t.ID)), Words: fmt.Sprintf("what %s is worth more with %s than with %s, %s", t.Name, r.Levels.Weak, r.Levels.Strong, r.Levels.Unit),
			Value: t.Differs.Value, Low: t.Differs.Low, High: t.Differs.High, N: t.Differs.Of, Of: "forks",
		})
	}
	return out
}

// mostLevels is the number of things on the picture; the table has all.
const mostLevels = 16

func sectionOfLevels(r *Report) (page.Section, error) {
	s := r.Levels
	sec := page.Section{
		Name: "Things by skill", Title: r.answerLevels(),
		Lead: fmt.Sprintf("The experiment of the panel on cards and other things, once with %s in every seat and once with %s: a card that only the first win by is strong until they learn, and one that only the second win by is one to learn.", r.who(s.Weak), r.who(s.Strong)),
	}
	c := &chart.Dots{
		Title: "Furthest apart", Note: fmt.Sprintf("The first %d of %s; bars are 95%% intervals over games.", min(mostLevels, len(s.Things)), plural(len(s.Things), "thing", "things")),
		Axis: "worth, " + s.Unit, Share: s.Part == partGame, Level: &chart.Level{Name: "the average of what stands in its place"}, Band: &chart.Band{Name: "ordinary", Low: -s.Margin, High: s.Margin},
		Names: []string{s.Weak, s.Strong},
	}
	t := &page.Table{Caption: "Bold: the difference stands when one in twenty of those that stand may be wrong.", Name: levelsID, Head: []string{"thing", "kind", "way", s.Weak, s.Strong, "differs", "n"}, Left: []int{1, 2}}
	data := [][]string{{"id", "agent", "worth", "low", "high", "forks"}}
	for i := range s.Things {
		x := &s.Things[i]
		if i < mostLevels {
			c.Rows = append(c.Rows, chart.DotRow{Label: x.Name, Strong: x.Clear, Note: "n " + number(x.Differs.Of), Dots: []chart.Dot{dot(0, x.Weak), dot(1, x.Strong)}})
		}
		for k, f := range []*ratio.Figure{&x.Weak, &x.Strong} {
			data = append(data, []string{x.ID, []string{s.Weak, s.Strong}[k], raw(f.Value), raw(f.Low), raw(f.High), fmt.Sprint(f.Of)})
		}
		t.Rows = append(t.Rows, page.Row{
			Strong: x.Clear, Cells: []string{x.Name, x.Kind, x.Experiment, s.show(&x.Weak), s.show(&x.Strong), s.show(&x.Differs), number(x.Differs.Of)},
			Measured: map[int][3]float64{3: measured(x.Weak), 4: measured(x.Strong), 5: measured(x.Differs)},
		})
	}
	if len(c.Rows) > 0 {
		sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{Picture: c, Name: levelsID, Data: data, Caption: "Where the two bars of a thing do not meet, its worth goes by skill."}}, page.Block{Table: t})
	}
	return sec, nil
}
