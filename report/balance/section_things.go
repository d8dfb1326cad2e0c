package balance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/env/things"
	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/ratio"
	"ringer/report/uplift"
)

const thingsID = "things"

// playThings measures what having and playing the things of the game are worth.
func playThings(ctx context.Context, w *work) (err error) {
	list, ok := things.Of(w.Game)
	if !ok || w.Plan.Blocks == 0 {
		return nil
	}
	c := uplift.Config{Game: w.Game, Things: list, Entries: w.Agents, Enter: w.Enter, Blocks: w.Plan.Blocks, Settle: true, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
	of := []any{names(w.Agents), c.Enter != nil}
	key, err := w.key(of)
	if err != nil {
		return err
	}
	for n := range c.Blocks { // those that are kept, in their order
		b, ok := load[uplift.Block](w.Store, fmt.Sprintf("%s block %d", thingsID, n), key)
		if !ok {
			break
		}
		c.Have = append(c.Have, *b)
	}
	over := slices.Clone(c.Have)
	c.Done = func(b uplift.Block) error {
		over = append(over, b)
		_, err := save(w.Store, fmt.Sprintf("%s block %d", thingsID, b.Number), key, &b)
		return err
	}
	study := func() error {
		w.report.Things, err = do(w, thingsID, []any{of, c.Blocks}, func(progress func(done, total int)) (*uplift.Study, error) {
			c.Progress = progress
			return uplift.Run(ctx, c)
		})
		return err
	}
	if err := study(); w.Clock == nil || !errors.Is(err, context.DeadlineExceeded) || len(over) < leastBlocks {
		return err
	}
	c.Have, c.Blocks, w.Plan.Blocks = over, len(over), len(over) // they are a whole study of as many
	w.report.Plan = w.Plan
	if err := w.Clock.Fix(thingsID, w.Plan); err != nil {
		return err
	}
	return study()
}

// leastBlocks is the number of blocks of a study of things that was ended by the clock: without
// one that looks and one that tries again what stood out it says nothing.
const leastBlocks = 2

// experiment is one of the two experiments with a thing.
type experiment struct {
	name, verb string
	of         func(*uplift.Row) *uplift.Uplift
}

var experiments = []experiment{
	{"had", "having", func(r *uplift.Row) *uplift.Uplift { return r.Had }},
	{"played", "playing", func(r *uplift.Row) *uplift.Uplift { return r.Played }},
}

func flagsOfThings(r *Report) []flag.Flag {
	flags := slices.Clone(r.Things.Flags)
	for i := range flags {
		f := &flags[i]
		f.Words = strings.ToUpper(f.Kind[:1]) + f.Kind[1:] + ": the " + f.Words + "."
	}
	return append(flags, r.deadByChoice()...)
}

// shunned is the share of the decisions where a thing could be played, below which it is dead by choice.
const shunned = 0.01

// deadByChoice reports whether a thing could be played, along with something else, and never was.
func deadByChoice(row *uplift.Row) bool {
	f := row.PlayRate
	return row.Kind != things.KindNothing && row.WhenPlayed.Of == 0 && f.Of > 0 && f.Value <= 0 && f.High < shunned
}

// deadByChoice raises a flag for each thing that could be played, along with something else, and never
// was. It may be strong: nobody finds out.
func (r *Report) deadByChoice() (flags []flag.Flag) {
	for i := range r.Things.Things {
		row, f := &r.Things.Things[i], r.Things.Things[i].PlayRate
		if !deadByChoice(row) {
			continue
		}
		flags = append(flags, flag.Flag{
			Kind: "dead-by-choice", Subject: row.Name, Low: f.Low, High: f.High, N: f.Of,
			Words: fmt.Sprintf("Dead by choice: the %s “%s” was played in none of %s decisions in which it could be.", row.Kind, row.Name, number(f.Of)) + r.forced(row),
		})
	}
	return flags
}

// forced says what it gains to play a thing that nobody plays.
func (r *Report) forced(row *uplift.Row) string {
	x := row.Forced
	if x.Of == 0 {
		return ""
	}
	u := &uplift.Uplift{Value: x.Value, Low: x.Low, High: x.High}
	unit := " " + r.Things.Unit
	if r.Things.Part == partGame {
		unit = " points of the win"
	}
	return fmt.Sprintf(" Played on purpose in place of what the agents do, it gains %s%s, in %s.", r.worth(u), unit, plural(x.Of, "fork", "forks"))
}

// worth writes a worth with its interval, in the study's unit.
func (r *Report) worth(u *uplift.Uplift) string {
	if r.Things.Part == partGame {
		return numbers.Points(u.Value, u.Low, u.High)
	}
	return numbers.Signed(u.Value, u.Low, u.High)
}

// partGame is the part of a game in which things are had for all of it.
const partGame = "game"

func measuresOfThings(r *Report) (out []Measure) {
	for i := range r.Things.Things {
		row := &r.Things.Things[i]
		for _, e := range experiments {
			if u := e.of(row); u != nil {
				out = append(out, Measure{
					Name: fmt.Sprintf("things.%s.%s.%s", slug(row.Kind), slug(row.ID), e.name), Words: fmt.Sprintf("worth of %s %s, %s", e.verb, row.Name, r.Things.Unit),
					Value: u.Value, Low: u.Low, High: u.High, N: u.Forks, Of: "forks",
				})
			}
		}
		if f := row.PlayRate; f.Of > 0 {
			out = append(out, measure(fmt.Sprintf("things.%s.%s.play_rate", slug(row.Kind), slug(row.ID)), "how often "+row.Name+" is played when it can be, along with something else", f, "decisions"))
		}
	}
	return out
}

func sectionOfThings(r *Report) (page.Section, error) {
	s := r.Things
	sec := page.Section{
		Name: "Cards and other things", Title: r.askThings().answer(r.Plan.Games),
		Lead: fmt.Sprintf("An experiment, not a count of who won: at random moments of %s games of %s one thing was put in the place of another, by chance or by a choice that the agent finds near-equal, and both ways were played on with the same dice. Forks go to the things at both ends of the ranking, to those that may belong there, and to those that are known least. The difference is caused by the thing alone. Things that stood out were measured again with fresh games; only what held there is flagged: where nothing is out of line, the chance that a report raises any flag is at most %.0f%%.", number(s.Games), list(s.Agents), 100*s.Rate),
	}
	if s.Settled {
		sec.Lead += fmt.Sprintf(" The study ended after %s, as both ends of the ranking are clear, and fresh games have decided on all that stood out.", plural(s.Forks, "fork", "forks"))
	}
	if flags := flagsOfThings(r); len(flags) > 0 {
		sec.Title = headline(flags)
	}
	for _, e := range experiments {
		if f := r.thingsChart(e); f != nil {
			sec.Blocks = append(sec.Blocks, page.Block{Figure: f})
		}
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: r.thingsTable()}, page.Block{Table: r.usualTable()})
	for _, x := range []struct {
		words string
		list  []things.Thing
	}{{"Never met in any game", s.NeverMet}, {"Never played, although they could have been", s.NeverPlayed}} {
		if len(x.list) > 0 {
			var names []string
			for _, t := range x.list {
				names = append(names, t.Name)
			}
			sec.Blocks = append(sec.Blocks, page.Block{Text: fmt.Sprintf("%s (%d): %s.", x.words, len(names), list(names))})
		}
	}
	var withheld []string
	for i := range s.Things {
		for _, e := range experiments {
			if u := e.of(&s.Things[i]); u != nil && u.Withheld != "" {
				withheld = append(withheld, fmt.Sprintf("%s (%s, %s)", s.Things[i].Name, u.Withheld, e.verb))
			}
		}
	}
	if len(withheld) > 0 {
		sec.Blocks = append(sec.Blocks, page.Block{Text: "Flags withheld, because the trainings disagree: " + list(withheld) + ". Train longer before you act."})
	}
	return sec, nil
}

func (r *Report) margin() string {
	if r.Things.Part == partGame {
		return fmt.Sprintf("%.0f points of the win", 100*r.Things.Margin)
	}
	return fmt.Sprintf("%.3g %s", r.Things.Margin, r.Things.Unit)
}

// mostDots is the number of things on a picture: the first and the last of them.
const mostDots = 40

// thingsChart draws the worth of things by an experiment; nil where there is none.
func (r *Report) thingsChart(e experiment) *page.Figure {
	s := r.Things
	rows := slices.Clone(s.Things)
	rows = slices.DeleteFunc(rows, func(x uplift.Row) bool { return e.of(&x) == nil })
	if len(rows) == 0 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b uplift.Row) int {
		switch x, y := e.of(&a).Value, e.of(&b).Value; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	c := &chart.Dots{
		Title: strings.ToUpper(e.verb[:1]) + e.verb[1:] + " it", Axis: "worth, " + s.Unit, Share: s.Part == partGame,
		Level: &chart.Level{Name: "the average of what stands in its place"}, Band: &chart.Band{Name: "ordinary", Low: -s.Margin, High: s.Margin},
	}
	data := [][]string{{"kind", "id", "name", "worth", "low", "high", "forks", "tier", "p", "q", "flag", "withheld"}}
	forks := 0
	for i := range rows {
		row, u := &rows[i], e.of(&rows[i])
		forks += u.Forks
		data = append(data, []string{row.Kind, row.ID, row.Name, raw(u.Value), raw(u.Low), raw(u.High), fmt.Sprint(u.Forks), fmt.Sprint(u.Tier), raw(u.P), raw(u.Q), u.Flag, u.Withheld})
		if i >= mostDots/2 && i < len(rows)-mostDots/2 {
			continue
		}
		label := row.Name
		if u.Flag != "" {
			label += " (" + u.Flag + ")"
		}
		c.Rows = append(c.Rows, chart.DotRow{Label: label, Note: "n " + number(u.Forks), Strong: u.Flag != "", Dots: []chart.Dot{{Value: u.Value, Low: u.Low, High: u.High}}})
	}
	c.Note = fmt.Sprintf("%s things, sorted; bars are 95%% intervals over games.", number(len(rows)))
	if len(rows) > mostDots {
		c.Note = fmt.Sprintf("The %d best and the %d worst of %s things; bars are 95%% intervals over games.", mostDots/2, mostDots/2, number(len(rows)))
	}
	return &page.Figure{Picture: c, Name: thingsID + "-" + e.name, Data: data, Caption: "With the whole interval right of the band: too strong, raise its price or cut its effect. With the whole interval left of it: nobody misses it. Where an interval crosses the edge of the band, more games decide."}
}

// thingsTable lists the things with the words on them.
func (r *Report) thingsTable() *page.Table {
	t := &page.Table{
		Caption: "By tier: things of one tier are not told apart. A name opens its text.", Name: thingsID,
		Head: []string{"thing", "kind", "flag", "tier", "having it", "n", "playing it", "n", "played when it could be"}, Left: []int{1, 2},
	}
	for i := range r.Things.Things {
		row := &r.Things.Things[i]
		if row.Had == nil && row.Played == nil && row.PlayRate.Of == 0 {
			continue // never met, which is said below
		}
		cells := []string{row.Name, row.Kind, "", "–"}
		measured := map[int][3]float64{}
		var flags []string
		for _, e := range experiments {
			u := e.of(row)
			if u == nil {
				cells = append(cells, "–", "")
				continue
			}
			if cells[3] == "–" {
				cells[3] = fmt.Sprint(u.Tier)
			}
			measured[len(cells)] = [3]float64{u.Value, u.Low, u.High}
			cells = append(cells, r.worth(u), number(u.Forks))
			if u.Flag != "" {
				flags = append(flags, u.Flag)
			}
		}
		rate := "–"
		if row.PlayRate.Of > 0 {
			rate = row.PlayRate.String()
		}
		if deadByChoice(row) {
			flags = append(flags, "dead by choice")
		}
		cells = append(cells, rate)
		cells[2] = strings.Join(flags, ", ")
		t.Rows = append(t.Rows, page.Row{Cells: cells, Measured: measured, Strong: len(flags) > 0, More: row.Text})
	}
	return t
}

// usualTable sets the usual figures beside the experiment, so that their bias shows.
func (r *Report) usualTable() *page.Table {
	t := &page.Table{
		Caption: "The usual figures, which choice confounds: those who are ahead play other cards. Compare with the experiment above, and trust that one.", Name: thingsID + "-usual",
		Head: []string{"thing", "outcome when held", "n", "outcome when drawn", "n", "outcome when played", "n"},
	}
	for i := range r.Things.Things {
		row := &r.Things.Things[i]
		cells := []string{row.Name}
		for _, f := range []ratio.Figure{row.WhenHeld, row.WhenDrawn, row.WhenPlayed} {
			if f.Of == 0 {
				cells = append(cells, "–", "")
				continue
			}
			cells = append(cells, f.String(), number(f.Of))
		}
		if row.WhenHeld.Of+row.WhenDrawn.Of+row.WhenPlayed.Of > 0 {
			t.Rows = append(t.Rows, page.Row{Cells: cells})
		}
	}
	return t
}
