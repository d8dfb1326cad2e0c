package balance

import (
	"context"
	"fmt"
	"math"
	"strings"

	"ringer/internal/chart"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/styles"
)

const stylesID = "strategies"

// playStyles looks for ways to play in the strong agents' games, and lets them meet.
func playStyles(ctx context.Context, w *work) (err error) {
	config := styles.Config{Base: w.Agents[0], ForcedGames: w.Plan.ForcedGames, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
	w.report.Styles, err = counted(ctx, w, stylesID, []any{config.Base.Name, config.ForcedGames}, func(c *corpus.Corpus, progress func(done, total int)) (*styles.Study, error) {
		config.Corpus, config.Progress = c, progress
		return styles.Play(ctx, config)
	})
	return err
}

func flagsOfStyles(r *Report) []flag.Flag { return r.Styles.Flags }

func measuresOfStyles(r *Report) (out []Measure) {
	for _, g := range r.Styles.Groups {
		for _, s := range g.Styles {
			at := "strategies." + slug(g.Name) + "." + slug(s.Name)
			out = append(out, measure(at+".share", "how often "+g.Name+" play: "+s.Name, s.Share, "seats"), measure(at+".win_rate", "share of the wins of: "+s.Name, s.Wins, "seats"))
		}
	}
	return out
}

func sectionOfStyles(r *Report) (page.Section, error) {
	s := r.Styles
	sec := page.Section{
		Name: "Strategies", Title: "One style of play",
		Lead: fmt.Sprintf("Seats of %s games by %s are grouped by the actions that they prefer over a whole game. Where groups are clear, agents were tilted towards each style and met on fresh deals: a style that beats all others dominates; a cycle of styles keeps a game alive.", number(s.Games), list(s.Agents)),
	}
	for i, g := range s.Groups {
		if i == 0 && g.Words != "" {
			sec.Title = strings.TrimSuffix(g.Words, ".")
		}
		sec.Blocks = append(sec.Blocks, page.Block{Text: fmt.Sprintf("%s: %s %s in games compared by %s.", g.Name, g.Words, plural(g.Units, "seat", "seats"), plural(g.Features, "preference", "preferences"))})
	}
	if len(s.Flags) > 0 {
		sec.Title = headline(s.Flags)
	}
	table := &page.Table{Caption: "Styles, by what they do.", Name: stylesID, Head: []string{"style", "seats", "how often", "wins", "share in equilibrium"}, Left: []int{1}}
	habits := &page.Table{Caption: "What tells a style from the others.", Name: stylesID + "-habits", Head: []string{"habit", "style", "taken when legal", "by the others"}, Left: []int{1}}
	for _, g := range s.Groups {
		if len(g.Styles) < 2 {
			continue
		}
		for _, x := range g.Styles {
			table.Rows = append(table.Rows, page.Row{Cells: []string{x.Name, g.Name, x.Share.String(), x.Wins.String(), percent(x.Weight)}})
			for _, h := range x.Habits[:min(mostActions, len(x.Habits))] {
				habits.Rows = append(habits.Rows, page.Row{Cells: []string{h.Words, x.Name, percent(h.Rate), percent(h.Others)}})
			}
		}
	}
	if len(table.Rows) > 0 {
		sec.Blocks = append(sec.Blocks, page.Block{Table: table}, page.Block{Table: habits})
	}
	for _, x := range []struct {
		title string
		p     *styles.Payoffs
	}{{"Styles that were made to meet, on fresh deals", s.Forced}, {"Styles as they met in the games", s.Played}} {
		if x.p != nil {
			sec.Blocks = append(sec.Blocks, payoffs(x.title, x.p)...)
		}
	}
	for _, g := range s.Groups {
		for _, x := range g.Styles {
			if len(g.Styles) > 1 && len(x.Example) > 0 {
				if err := r.tell(&sec, "A game of: "+x.Name, x.Example[0]); err != nil {
					return sec, err
				}
			}
		}
	}
	return sec, nil
}

// payoffs draws what styles win against each other.
func payoffs(title string, p *styles.Payoffs) []page.Block {
	c := &chart.Grid{Title: title, Note: "Wins of the row's seat less the wins of the column's, in a game; blue is good for the row.", Down: "style", Across: "against", Rows: p.Rows, Columns: p.Columns}
	data := [][]string{{"style", "against", "lead", "low", "high", "games"}}
	for i, row := range p.Lead {
		var cells []float64
		for k, f := range row {
			v := f.Value
			if f.Of == 0 && f.Games == 0 {
				v = math.NaN()
			}
			cells = append(cells, v)
			data = append(data, []string{p.Rows[i], p.Columns[k], raw(v), raw(f.Low), raw(f.High), fmt.Sprint(max(f.Of, f.Games))})
		}
		c.Cells = append(c.Cells, cells)
	}
	blocks := []page.Block{{Figure: &page.Figure{Picture: c, Name: stylesID + "-" + slug(title), Data: data, Caption: "A blue row all through is a dominant strategy. The data has the interval of every cell."}}}
	for _, cycle := range p.Cycles {
		blocks = append(blocks, page.Block{Text: "A cycle: " + strings.Join(cycle, " beats ") + ", and the last beats the first."})
	}
	return blocks
}
