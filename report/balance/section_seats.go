package balance

import (
	"context"
	"fmt"
	"strings"

	"ringer/eval"
	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/seats"
)

const seatsID = "seats"

// topLevel stands in names of measures for the highest level of skill, whatever plays there.
const topLevel = "top"

// playSeats measures seats, sides and the order of play at every level of skill.
func playSeats(ctx context.Context, w *work) error {
	if _, err := w.strong(ctx); err != nil { // of which a level may need some
		return err
	}
	var levels []*corpus.Corpus
	for _, e := range w.Levels {
		c, err := w.played(ctx, []eval.Entry{e}, w.Plan.LevelGames)
		if err != nil {
			return err
		}
		levels = append(levels, c)
	}
	study, err := do(w, seatsID, []any{names(w.Levels), w.Plan.LevelGames, w.Band}, func(func(done, total int)) (*seats.Study, error) {
		return seats.Of(ctx, seats.Config{Game: w.Game, Seed: w.Seed, Workers: w.Workers, Band: w.Band}, levels)
	})
	w.report.Seats = study
	return err
}

func flagsOfSeats(r *Report) []flag.Flag { return r.Seats.Flags }

// below reports whether a flag is about a level of skill below the highest: better players
// may know what to do about it.
func (r *Report) below(f *flag.Flag) bool {
	levels := r.Seats.Levels
	return f.Level != "" && len(levels) > 0 && f.Level != levels[len(levels)-1].Agent
}

func measuresOfSeats(r *Report) (out []Measure) {
	for i, l := range r.Seats.Levels {
		at := levelName(i, len(r.Seats.Levels), l.Agent)
		for _, role := range l.Roles {
			for _, c := range role.Cells {
				name := fmt.Sprintf("seats.%s.%s.%s.win_rate", at, slug(role.Name), c.ID)
				wins := measure(name, fmt.Sprintf("share of the wins, %s, %s in every seat", c.Name, l.Agent), c.Wins, "games")
				equal := 1 / float64(len(role.Cells))
				wins.Who = c.Name
				over := wins
				over.Name, over.Words = strings.TrimSuffix(name, "win_rate")+"over_equal", "what "+c.Name+" wins beyond even, "+l.Agent+" in every seat"
				over.Value, over.Low, over.High = wins.Value-equal, wins.Low-equal, wins.High-equal
				out = append(out, wins, over)
			}
		}
		out = append(out, measure(fmt.Sprintf("seats.%s.ties", at), "games without a sole winner, "+l.Agent+" in every seat", l.Ties, "games"))
	}
	return out
}

func sectionOfSeats(r *Report) (page.Section, error) {
	s := r.Seats
	sec := page.Section{
		Name: "Seats and sides", Title: r.askSeats().answer(r.Plan.Games),
		Lead: fmt.Sprintf("The same agent sits in every seat, so a difference belongs to the game and not to the player. Even is %s: what every seat would win, were all as good. When a seat lies outside the band at the highest level, change who begins, or what the seat is given.", numbers.Even(s.Equal)),
	}
	if n := len(s.Flags); n > 0 {
		sec.Title = s.Flags[0].Words
		if n > 1 {
			sec.Title += fmt.Sprintf(" %s more.", plural(n-1, "flag", "flags"))
		}
	}
	if s.Differ != "" {
		sec.Blocks = append(sec.Blocks, page.Block{Text: "By the rules the seats differ: " + s.Differ + "."})
	}
	if len(s.Levels) == 0 {
		return sec, nil
	}
	table := &page.Table{
		Caption: "Share of the wins by level and seat, with 95% intervals over games.", Name: "seats",
		Head: []string{"agent in every seat", "who", "wins", "mean return", "games", "against the band"}, Left: []int{1, 5},
	}
	for k, role := range s.Levels[len(s.Levels)-1].Roles {
		if k > 0 && alike(s.Levels, k) {
			continue
		}
		c := &chart.Dots{
			Title: "By " + role.Name, Axis: "share of the wins", Share: true,
			Level: &chart.Level{Name: "even", Value: 1 / float64(len(role.Cells))},
			Band:  &chart.Band{Name: "target", Low: 1/float64(len(role.Cells)) - s.Band, High: 1/float64(len(role.Cells)) + s.Band},
		}
		from := max(0, len(s.Levels)-chart.MostLines)
		for _, l := range s.Levels[from:] {
			c.Names = append(c.Names, l.Agent)
		}
		data := [][]string{{"agent", role.Name, "value", "low", "high", "games"}}
		for i, cell := range role.Cells {
			row := chart.DotRow{Label: cell.Name}
			for series, l := range s.Levels[from:] {
				w := l.Roles[k].Cells[i].Wins
				row.Dots = append(row.Dots, dot(series, w))
				data = append(data, []string{l.Agent, cell.Name, raw(w.Value), raw(w.Low), raw(w.High), fmt.Sprint(w.Of)})
			}
			c.Rows = append(c.Rows, row)
		}
		c.Note = fmt.Sprintf("%s games of each level; bars are 95%% intervals over games.", number(s.Levels[len(s.Levels)-1].Games))
		sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{
			Picture: c, Name: "seats-" + slug(role.Name), Data: data,
			Caption: "Levels from weak to strong. An advantage that grows with skill is one that players will find.",
		}})
	}
	for i := len(s.Levels) - 1; i >= 0; i-- {
		l := s.Levels[i]
		for _, role := range l.Roles {
			for _, c := range role.Cells {
				table.Rows = append(table.Rows, page.Row{
					Strong: c.Verdict == "outside", Measured: map[int][3]float64{2: measured(c.Wins)},
					Cells: []string{l.Agent, c.Name, c.Wins.String(), fmt.Sprintf("%+.3f", c.Return.Value), number(l.Games), c.Verdict},
				})
			}
		}
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: table})
	return sec, nil
}

// alike reports whether a role tells the seats apart just as their numbers do.
func alike(levels []seats.Level, role int) bool {
	for _, l := range levels {
		for i, c := range l.Roles[role].Cells {
			if c.Wins != l.Roles[0].Cells[i].Wins {
				return false
			}
		}
	}
	return true
}
