package evidence

import (
	"fmt"

	"ringer/internal/chart"
	"ringer/internal/numbers"
)

// marks holds the look of each agent (Okabe and Ito's colours).
var marks = map[string]chart.Mark{
	Ringer:      {Colour: "#D55E00", Shape: "circle"},
	Expert:      {Colour: "#0072B2", Shape: "square"},
	Random:      {Colour: "#777777", Shape: "bar"},
	Equilibrium: {Colour: "#009E73", Shape: "diamond"},
}

// SVG draws a record: a dot with its interval for each agent in each row.
func SVG(r *Record) []byte {
	s := find(r.Study)
	c := chart.Chart{
		Title: r.Bot + ": " + Finding(r), Short: s.title + " (" + r.Bot + ")", Axis: s.what, Share: s.share,
		Note: fmt.Sprintf("%s, %s games; 95%% intervals over deals", r.Game, numbers.Count(r.Games)),
	}
	for _, agent := range r.Agents() {
		c.Series = append(c.Series, chart.Series{Name: agent, Mark: marks[agent], Plain: agent == Equilibrium || agent == Random})
	}
	for i := range r.Rows {
		row := chart.Row{Label: r.Rows[i].Label}
		for _, agent := range r.Agents() {
			if f, ok := r.Rows[i].Cell(agent); ok {
				row.Cells = append(row.Cells, f)
			}
		}
		c.Rows = append(c.Rows, row)
	}
	return c.SVG()
}
