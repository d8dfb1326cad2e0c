package balance

import (
	"context"
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/eval"
	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/duel/positioning"
	"ringer/report/duel/warbands"
	"ringer/report/page"
	"ringer/report/ratio"
)

const duelID = "duel"

// DuelStudy holds the studies that only DUEL has.
type DuelStudy struct {
	Positions *positioning.Study `json:"positions"`
	Maps      []Map              `json:"maps"`
	Drafts    *warbands.Study    `json:"drafts,omitempty"`   // where Heroes are built
	Warbands  *eval.Arena        `json:"warbands,omitempty"` // where they are given
}

// Map is a picture of a table.
type Map struct {
	Title string `json:"title"`
	Image string `json:"svg"`
}

// SVG returns the map, which fits any width.
func (m *Map) SVG(int) []byte { return []byte(m.Image) }

// playDuel measures where agents stand, which warbands win and what is drafted.
func playDuel(ctx context.Context, w *work) (err error) {
	g, ok := env.UnwrapGame(w.Game).(*duel.Game)
	if !ok {
		return nil
	}
	games := w.Plan.LevelGames
	w.report.Duel, err = do(w, duelID, []any{names(w.Agents), games, w.Warbands != nil}, func(progress func(done, total int)) (*DuelStudy, error) {
		s := &DuelStudy{}
		entries := w.Agents[:1]
		var err error
		if s.Positions, err = positioning.Run(ctx, positioning.Config{Game: g, Entries: entries, Games: games, Seed: w.Seed, Progress: progress}); err != nil {
			return nil, err
		}
		picture := s.Positions.Heat(0)
		title := fmt.Sprintf("Where %s stands when a Duel begins: %s", entries[0].Name, strings.Join(picture.Notes, "; "))
		picture.Title, picture.Notes = "", nil // the caption has room for them on any table
		s.Maps = append(s.Maps, Map{title, string(draw.SVG(picture))})
		if c := g.Config(); c.Heroes && c.Warband != duel.WarbandGiven {
			if s.Drafts, err = warbands.Picks(ctx, warbands.PicksConfig{Game: g, Entries: entries, Games: games, Seed: w.Seed, Workers: w.Workers, Place: w.Place, Progress: progress}); err != nil {
				return nil, err
			}
		}
		if w.Warbands != nil {
			if s.Warbands, err = w.Warbands(ctx, max(8, games/10), progress); err != nil {
				return nil, err
			}
		}
		return s, nil
	})
	return err
}

func measuresOfDuel(r *Report) (out []Measure) {
	for _, a := range r.Duel.Positions.Agents {
		for _, f := range a.Figures {
			if !vacuous(f) {
				out = append(out, measure("duel."+slug(f.Name), f.Name, f, "games"))
			}
		}
	}
	return out
}

func sectionOfDuel(r *Report) (page.Section, error) {
	s := r.Duel
	sec := page.Section{
		Name: "Positions and warbands", Title: "Where models stand, and who fights best",
		Lead: "A place where everybody stands, or that nobody visits, is terrain to move. A warband that beats all others is too cheap; one that loses to all is too dear.",
	}
	t := &page.Table{Caption: fmt.Sprintf("Figures of %s games.", number(s.Positions.Games)), Name: "duel-positions", Head: []string{"figure", "agent", "value", "cases"}, Left: []int{1}}
	for _, a := range s.Positions.Agents {
		for _, f := range a.Figures {
			if vacuous(f) {
				continue
			}
			t.Rows = append(t.Rows, page.Row{Cells: []string{f.Name, a.Name, f.String(), number(f.Of)}})
		}
	}
	for i := range s.Maps {
		sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{Picture: &s.Maps[i], Caption: s.Maps[i].Title + ". Darker is more often."}})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: t})
	if a := s.Warbands; a != nil {
		sec.Blocks = append(sec.Blocks, warbandBlocks(a)...)
		best := 0
		for i := range a.Agents {
			if a.Agents[i].WinRate > a.Agents[best].WinRate {
				best = i
			}
		}
		sec.Title = fmt.Sprintf("The warband %s wins most: %s of its games against the others", a.Agents[best].Name, numbers.Share(a.Agents[best].WinRate, a.Agents[best].Low, a.Agents[best].High))
	}
	if d := s.Drafts; d != nil {
		for _, x := range d.Agents {
			t := &page.Table{Caption: "What " + x.Name + " buys.", Name: "duel-drafts", Head: []string{"feat, trait or followers", "share of Heroes", "mean level", "wins of seats that have it"}}
			for _, p := range x.Skills {
				t.Rows = append(t.Rows, page.Row{Cells: []string{p.Name, p.Heroes.String(), decimal(p.Level), p.Wins.String()}})
			}
			sec.Blocks = append(sec.Blocks, page.Block{Table: t})
		}
	}
	return sec, nil
}

// vacuous reports whether a figure says nothing: there was no case, it could not have come
// out otherwise, as the wins of an agent against itself, or it may be anything.
func vacuous(f ratio.Figure) bool {
	return f.Of == 0 || f.Low == f.High || f.Share && f.Low <= 0 && f.High >= 1
}

// warbandBlocks draws who wins against whom.
func warbandBlocks(a *eval.Arena) []page.Block {
	c := &chart.Grid{Title: "Warbands against each other", Note: fmt.Sprintf("Share of the wins of the row; %s games in all, the same agent on both sides.", number(a.Games)), Down: "warband", Across: "against", Middle: .5, Share: true}
	n := len(a.Agents)
	at := map[string]int{}
	for i := range a.Agents {
		at[a.Agents[i].Name] = i
		c.Rows, c.Columns = append(c.Rows, a.Agents[i].Name), append(c.Columns, a.Agents[i].Name)
		row := make([]float64, n)
		for k := range row {
			row[k] = math.NaN()
		}
		c.Cells = append(c.Cells, row)
	}
	data := [][]string{{"warband", "against", "wins", "low", "high", "games"}}
	for _, p := range a.Pairs {
		i, k := at[p.A], at[p.B]
		c.Cells[i][k], c.Cells[k][i] = p.WinRate, p.WinRateB
		data = append(data, []string{p.A, p.B, raw(p.WinRate), raw(p.Low), raw(p.High), fmt.Sprint(p.Games)})
	}
	return []page.Block{{Figure: &page.Figure{Picture: c, Name: "duel-warbands", Data: data, Caption: "A blue row all through is a warband to make dearer. The data has the interval of every cell."}}}
}
