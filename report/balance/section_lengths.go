package balance

import (
	"context"
	"fmt"
	"slices"

	"ringer/eval"
	"ringer/internal/chart"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/lengths"
	"ringer/report/page"
	"ringer/report/ratio"
)

const lengthsID = "length"

// playLengths counts how long games are and what they never meet.
func playLengths(ctx context.Context, w *work) (err error) {
	w.report.Lengths, err = counted(ctx, w, lengthsID, nil, func(c *corpus.Corpus, _ func(done, total int)) (*lengths.Study, error) {
		return lengths.Of(ctx, c, w.Workers)
	})
	if err != nil {
		return err
	}
	for _, e := range w.Levels {
		c, err := w.played(ctx, []eval.Entry{e}, w.Plan.LevelGames) // which the seats ask for, too
		if err != nil {
			return err
		}
		s, err := do(w, lengthsID+" of "+e.Name, []any{c.Agents, len(c.Games)}, func(func(done, total int)) (*lengths.Study, error) {
			return lengths.Of(ctx, c, w.Workers)
		})
		if err != nil {
			return err
		}
		w.report.LevelLength = append(w.report.LevelLength, LevelLength{e.Name, s.Games, s.Decisions, s.Choices, s.Rounds, s.AtBound})
	}
	return nil
}

func flagsOfLengths(r *Report) []flag.Flag { return r.Lengths.Flags }

func measuresOfLengths(r *Report) []Measure {
	s := r.Lengths
	out := []Measure{
		measure("length.capped", "games that reach the largest number of decisions", s.AtBound, "games"),
		spread("length.minutes", minutesOf, false, lengths.Minutes(s.Choices), s.Games),
		spread("length.decisions", "decisions of a game, all seats together", false, s.Decisions, s.Games),
		spread("length.choices", "decisions of a game with a choice", false, s.Choices, s.Games),
	}
	if s.Rounds != nil {
		out = append(out, spread("length.rounds", s.Unit+"s of a game", false, *s.Rounds, s.Games))
	}
	for i := range r.LevelLength {
		l := &r.LevelLength[i]
		at, who := "length."+levelName(i, len(r.LevelLength), l.Agent), ", "+l.Agent+" in every seat"
		out = append(
			out, measure(at+".capped", "games that reach the largest number of decisions"+who, l.AtBound, "games"),
			spread(at+".minutes", minutesOf+who, false, lengths.Minutes(l.Choices), l.Games),
			spread(at+".decisions", "decisions of a game, all seats together"+who, false, l.Decisions, l.Games),
			spread(at+".choices", "decisions of a game with a choice"+who, false, l.Choices, l.Games),
		)
	}
	return out
}

var minutesOf = fmt.Sprintf("minutes of a game, where people decide one after the other in %d seconds", lengths.Pace)

// levelName returns what names of measures call a level of several, the weakest first.
func levelName(i, of int, agent string) string {
	if i == of-1 {
		return topLevel
	}
	return slug(agent)
}

// lengthByLevel sets the length of games beside the skill of those who play them.
func (r *Report) lengthByLevel() *page.Table {
	t := &page.Table{
		Caption: "Minutes of a game by level of skill, the weakest first. A game that is much longer for beginners than for others is longest when it is new.", Name: "length-levels",
		Head: []string{"agent in every seat", "games", "minutes", "10%", "median", "90%", "longest", "decisions", "at the limit"},
	}
	unit := r.Lengths.Unit
	if unit != "" {
		t.Head = slices.Insert(t.Head, 7, unit+"s")
	}
	for i := range r.LevelLength {
		l := &r.LevelLength[i]
		x := lengths.Minutes(l.Choices)
		line := page.Row{
			Cells:    []string{l.Agent, number(l.Games), x.Mean.String(), decimal(x.P10), decimal(x.Median), decimal(x.P90), decimal(x.Max), decimal(l.Decisions.Mean.Value), l.AtBound.String()},
			Measured: map[int][3]float64{2: measured(x.Mean)},
		}
		if unit != "" {
			rounds := "–"
			if l.Rounds != nil {
				rounds = decimal(l.Rounds.Mean.Value)
			}
			line.Cells = slices.Insert(line.Cells, 7, rounds)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// lengthChart draws how long games are at every level of skill.
func (r *Report) lengthChart() *page.Figure {
	c := &chart.Dots{
		Title: "Minutes of a game by level of skill", Note: "The same agent in every seat, the weakest first.", Axis: fmt.Sprintf("minutes, %d seconds for each choice", lengths.Pace),
		Names: []string{"mean, with its 95% interval", "median, with eight games of ten"},
	}
	data := [][]string{{"agent", "mean", "low", "high", "10%", "median", "90%", "games"}}
	for i := range r.LevelLength {
		l := &r.LevelLength[i]
		x := lengths.Minutes(l.Choices)
		c.Rows = append(c.Rows, chart.DotRow{Label: l.Agent, Note: "n " + number(l.Games), Dots: []chart.Dot{dot(0, x.Mean), {Series: 1, Value: x.Median, Low: x.P10, High: x.P90}}})
		data = append(data, []string{l.Agent, raw(x.Mean.Value), raw(x.Mean.Low), raw(x.Mean.High), raw(x.P10), raw(x.Median), raw(x.P90), fmt.Sprint(l.Games)})
	}
	return &page.Figure{Picture: c, Name: "length-by-level", Data: data, Caption: "Where the first rows lie far right of the last, the game is longest when it is new: plan an evening by those."}
}

// mostUnused is the number of unused actions on the page; the data has all.
const mostUnused = 25

func sectionOfLengths(r *Report) (page.Section, error) {
	s := r.Lengths
	sec := page.Section{
		Name: "Length and dead rules",
		Lead: "A question that is never asked, or an action that is legal and never taken, is a rule to cut, to price anew, or to test by hand. Actions of options that are switched off are not met either.",
	}
	minutes := lengths.Minutes(s.Choices)
	sec.Title = fmt.Sprintf("Half of the games take %s minutes or less, one in ten more than %s", decimal(minutes.Median), decimal(minutes.P90))
	if len(s.Flags) > 0 {
		sec.Title = headline(s.Flags)
	}
	length := &page.Table{
		Caption: fmt.Sprintf("Length of %s games of %s. A minute is one of people who decide one after the other, in %d seconds where there is a choice. The rules allow %s decisions; %s reach them.", number(s.Games), list(s.Agents), lengths.Pace, number(s.Bound), s.AtBound.String()),
		Name:    "length", Head: []string{"of a game", "mean", "shortest", "10%", "median", "90%", "longest"},
	}
	type row struct {
		name string
		ratio.Spread
	}
	rows := []row{{"minutes", minutes}}
	if s.Rounds != nil {
		rows = append(rows, row{s.Unit + "s", *s.Rounds})
	}
	for _, x := range append(rows, row{"decisions of all seats", s.Decisions}, row{"decisions with a choice", s.Choices}, row{"actions, chance included", s.Actions}) {
		length.Rows = append(length.Rows, page.Row{
			Cells:    []string{x.name, x.Mean.String(), decimal(x.Min), decimal(x.P10), decimal(x.Median), decimal(x.P90), decimal(x.Max)},
			Measured: map[int][3]float64{1: measured(x.Mean)},
		})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: length})
	if len(r.LevelLength) > 1 {
		sec.Blocks = append(sec.Blocks, page.Block{Figure: r.lengthChart()}, page.Block{Table: r.lengthByLevel()})
	}
	asked := &page.Table{Caption: "What seats are asked.", Name: "questions", Head: []string{"question", "kind", "times", "share of games in which it is asked"}, Left: []int{1}}
	for _, q := range s.Questions {
		asked.Rows = append(asked.Rows, page.Row{Strong: q.Times == 0, Cells: []string{q.Name, q.Kind, number(q.Times), q.Met.String()}, Measured: map[int][3]float64{3: measured(q.Met)}})
	}
	blocks := &page.Table{Caption: "Actions by block of the rules.", Name: "blocks", Head: []string{"block", "actions", "ever legal", "ever taken", "share of games with one"}}
	for _, b := range s.Blocks {
		blocks.Rows = append(blocks.Rows, page.Row{
			Strong: b.Used == 0, More: b.Doc, Measured: map[int][3]float64{4: measured(b.Met)},
			Cells: []string{b.Name, number(b.Size), number(b.Legal), number(b.Used), b.Met.String()},
		})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: asked}, page.Block{Table: blocks})
	if len(s.Unused) > 0 {
		unused := &page.Table{
			Caption: fmt.Sprintf("Legal and never taken, the most often legal first (%s of %s).", number(min(mostUnused, len(s.Unused))), number(len(s.Unused))),
			Name:    "unused", Head: []string{"action, where it was legal first", "block", "times legal", "games", "taken in at most"}, Left: []int{1},
		}
		for _, a := range s.Unused[:min(mostUnused, len(s.Unused))] {
			unused.Rows = append(unused.Rows, page.Row{Cells: []string{a.Text, a.Block, number(a.Legal), number(a.Games), percent(a.Share.High) + " of them"}})
		}
		sec.Blocks = append(sec.Blocks, page.Block{Table: unused})
	}
	return sec, nil
}
