package balance

import (
	"context"
	"fmt"
	"math"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/arc"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/luck"
	"ringer/report/page"
	"ringer/report/ratio"
)

// Names of the panels of how a game unfolds.
const (
	arcID  = "arc"
	luckID = "luck"
)

// playArc judges positions of the strong agents' games by playouts.
func playArc(ctx context.Context, w *work) (err error) {
	config := arc.Config{Judge: w.Agents[0], Games: min(w.Plan.Games, w.Plan.ArcGames), Positions: arcPositions, Playouts: arcPlayouts, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
	w.report.Arc, err = counted(ctx, w, arcID, []any{config.Games, config.Positions, config.Playouts}, func(c *corpus.Corpus, progress func(done, total int)) (*arc.Study, error) {
		config.Corpus, config.Progress = c, progress
		return arc.Play(ctx, config)
	})
	return err
}

// Positions of a game that are played out for its arc, and how often.
const (
	arcPositions = 8
	arcPlayouts  = 24
)

func flagsOfArc(r *Report) []flag.Flag { return r.Arc.Flags }

func measuresOfArc(r *Report) []Measure {
	s := r.Arc
	return []Measure{
		measure("arc.lead_changes", "changes of the lead in a game", s.LeadChanges, "games"),
		measure("arc.early", "games decided before half of their decisions", s.Early, "games"),
		measure("arc.open", "games that are open until the end", s.Open, "games"),
		measure("arc.comebacks", "games whose winner had half of an even chance or less at some point", s.Comeback, "games"),
		spread("arc.decided", "share of a game after which its winner stays above 90%", true, s.Decided, s.Games),
	}
}

// spread returns the mean of a number that differs from game to game as a measure.
func spread(name, words string, share bool, x ratio.Spread, n int) Measure {
	return Measure{Name: name, Words: words, Share: share, Value: x.Mean.Value, Low: x.Mean.Low, High: x.Mean.High, N: n, Of: "games"}
}

func sectionOfArc(r *Report) (page.Section, error) {
	s := r.Arc
	sec := page.Section{
		Name:  "Arc of a game",
		Title: fmt.Sprintf("%s; the lead changes %s times", r.arcOf(), s.LeadChanges.String()),
		Lead:  fmt.Sprintf("The chance to win is the share of %d playouts by %s, from positions of %s games; it knows all cards, as no seat does. A game that is decided early drags on; one whose lead says nothing until the end makes its first half idle.", s.Playouts, s.Judge, number(s.Games)),
	}
	if len(s.Flags) > 0 {
		sec.Title = headline(s.Flags)
	}
	fan := func(title string, of func(*arc.Point) arc.Fan) *chart.Lines {
		c := &chart.Lines{Title: title, Across: "share of the game's decisions, in percent", Up: "chance to win", Share: true, Note: fmt.Sprintf("Over %s games: mean with its 95%% interval, and the tenth, half and ninth of ten.", number(s.Games))}
		names := []string{"mean", "1 of 10 below", "half below", "9 of 10 below"}
		for k, name := range names {
			line := chart.Line{Label: name}
			for i := range s.Points {
				f := of(&s.Points[i])
				p := chart.Point{X: 100 * s.Points[i].Share, Value: []float64{f.Mean.Value, f.P10, f.Median, f.P90}[k], Low: math.NaN(), High: math.NaN()}
				if k == 0 {
					p.Low, p.High = f.Mean.Low, f.Mean.High
				}
				line.Points = append(line.Points, p)
			}
			c.Lines = append(c.Lines, line)
		}
		return c
	}
	data := [][]string{{"share", "who", "mean", "low", "high", "p10", "p25", "median", "p75", "p90"}}
	for i := range s.Points {
		for k, f := range []arc.Fan{s.Points[i].Leader, s.Points[i].Winner} {
			data = append(data, []string{raw(s.Points[i].Share), []string{"leader", "winner"}[k], raw(f.Mean.Value), raw(f.Mean.Low), raw(f.Mean.High), raw(f.P10), raw(f.P25), raw(f.Median), raw(f.P75), raw(f.P90)})
		}
	}
	sec.Blocks = append(sec.Blocks,
		page.Block{Figure: &page.Figure{Picture: fan("The seat that is ahead", func(p *arc.Point) arc.Fan { return p.Leader }), Name: arcID, Data: data, Caption: "A lead that is near 100% long before the end is a game that should end sooner."}},
		page.Block{Figure: &page.Figure{Picture: fan("The seat that wins in the end", func(p *arc.Point) arc.Fan { return p.Winner }), Caption: "The lower line shows how far behind a winner may have been."}},
	)
	table := &page.Table{Caption: "The arc in figures.", Name: "arc-figures", Head: []string{"figure", "value", "games"}}
	for _, m := range measuresOfArc(r) {
		table.Rows = append(table.Rows, page.Row{Cells: []string{m.Words, ofMeasure(&m), number(m.N)}})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: table})
	for _, x := range []struct {
		title string
		from  []flag.Example
	}{{"The game whose lead changes most", s.MostChanges}, {"The comeback from furthest behind", s.Comebacks}, {"The game that is decided first", s.Earliest}} {
		if len(x.from) > 0 {
			if err := r.tell(&sec, x.title, x.from[0]); err != nil {
				return sec, err
			}
		}
	}
	return sec, nil
}

// ofMeasure writes a measure with its interval.
func ofMeasure(m *Measure) string {
	if m.Share {
		return numbers.Share(m.Value, m.Low, m.High)
	}
	return numbers.Mean(m.Value, m.Low, m.High)
}

// playLuck takes the variance of a win apart, and measures a level against the next.
func playLuck(ctx context.Context, w *work) (err error) {
	c := luck.Config{Game: w.Game, Agent: w.Agents[0], Deals: w.Plan.LuckDeals, Levels: w.Levels, LevelGames: w.Plan.LevelGames, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
	w.report.Luck, err = do(w, luckID, []any{c.Agent.Name, c.Deals, names(c.Levels), c.LevelGames}, func(progress func(done, total int)) (*luck.Study, error) {
		c.Progress = progress
		return luck.Play(ctx, c)
	})
	return err
}

func measuresOfLuck(r *Report) []Measure {
	s := r.Luck
	out := []Measure{
		measure("luck.seat", "share of the variance of a win that belongs to the seat", s.Seat, "deals"),
		measure("luck.deal", "share of the variance of a win that belongs to the deal", s.Deal, "deals"),
		measure("luck.chance", "share of the variance of a win that belongs to later chance", s.Chance, "deals"),
		measure("luck.agents", "share of the variance of a win that belongs to what agents draw", s.Agents, "deals"),
		measure("luck.both", "share of the variance of a win that later chance and what agents draw decide together only", s.Both, "deals"),
	}
	for i, x := range s.Skill {
		at := slug(x.Better)
		if i == len(s.Skill)-1 {
			at = topLevel
		}
		out = append(out, measure("skill."+at+"."+slug(x.Weaker), x.Better+" against "+x.Weaker+": share of the wins", x.Wins, "games"))
	}
	return out
}

func sectionOfLuck(r *Report) (page.Section, error) {
	s := r.Luck
	sec := page.Section{
		Name:  "Luck and skill",
		Title: fmt.Sprintf("Seat and deal settle %s of who wins among equals, later chance alone %s; the rest arises in play", percent(max(0, s.Seat.Value+s.Deal.Value)), percent(max(0, s.Chance.Value))),
		Lead:  "Among players of equal strength the outcome comes from seat, deal, later chance, and what the players draw by lot themselves. Between levels, the number of games says how long a better player needs to be ahead of a weaker one with 95% certainty.",
	}
	c := &chart.Dots{
		Title: "Where the outcome comes from", Axis: "share of the variance of a win", Share: true,
		Note: fmt.Sprintf("%s games: %s deals of %s, each played on with %d seeds of chance and %d of the agents.", number(s.Games), number(s.Deals), s.Agent, s.Chances, s.Replays),
	}
	var parts []bar
	for _, x := range []struct {
		name string
		ratio.Figure
	}{{"seat", s.Seat}, {"deal, before the first decision", s.Deal}, {"later chance", s.Chance}, {"the agents' own lots", s.Agents}, {"later chance and lots together", s.Both}} {
		parts = append(parts, bar{x.name, x.Value, x.Low, x.High, s.Deals})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Figure: bars(c, luckID, "part", "deals", parts, "The five parts add up to the whole. The last is the interaction of choices and dice, most of it in a long game. A large part of the deal wants a mulligan, a draft, or several deals to a match.")})
	if len(s.Skill) > 0 {
		table := &page.Table{Caption: "One seat of the better agent, the weaker one in all others.", Name: "skill", Head: []string{"better", "weaker", "wins", "even", "games to be ahead of one opponent"}, Left: []int{1}}
		for i := range s.Skill {
			x := &s.Skill[len(s.Skill)-1-i]
			table.Rows = append(table.Rows, page.Row{Cells: []string{x.Better, x.Weaker, x.Wins.String(), numbers.Even(x.Equal), gamesWanted(x)}})
		}
		sec.Blocks = append(sec.Blocks, page.Block{Table: table})
	}
	return sec, nil
}

// gamesWanted writes the number of games until the better one is ahead.
func gamesWanted(x *luck.Step) string {
	if x.Games < 0 {
		return "not ahead"
	}
	high := math.Inf(1)
	if x.GamesHigh >= 0 {
		high = float64(x.GamesHigh)
	}
	return numbers.Mean(float64(x.Games), float64(x.GamesLow), high)
}
