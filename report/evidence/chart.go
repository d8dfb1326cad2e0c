package evidence

import (
	"fmt"
	"math"

	"ringer/internal/chart"
	"ringer/internal/numbers"
)

// Bounds of a picture: its width in pixels, and the letters of a finding that has room above it.
const (
	pictureWidth = 760
	longFinding  = 240
)

// SVG draws a record: a dot with its interval for each agent in each row.
func SVG(r *Record) []byte {
	s := find(r.Study)
	c := chart.Dots{
		Title: r.Bot + ": " + Finding(r), Axis: s.what, Share: s.share,
		Note: fmt.Sprintf("%s, %s games; 95%% intervals over deals", r.Game, numbers.Count(r.Games)), Names: r.Agents(),
	}
	if len(c.Title) > longFinding { // the rows say it better
		c.Title = s.title + " (" + r.Bot + ")"
	}
	if s.gain {
		c.Level = &chart.Level{Name: Random}
	}
	for i := range r.Rows {
		row := chart.DotRow{Label: r.Rows[i].Label}
		for k, agent := range c.Names {
			f, ok := r.Rows[i].Cell(agent)
			if !ok {
				continue
			}
			if agent == Equilibrium || agent == Random {
				f.Low, f.High = math.NaN(), math.NaN()
			}
			row.Dots = append(row.Dots, chart.Dot{Series: k, Value: f.Value, Low: f.Low, High: f.High})
		}
		c.Rows = append(c.Rows, row)
	}
	return c.SVG(pictureWidth)
}
