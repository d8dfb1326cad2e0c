package draw

import (
	"math"

	"ringer/env/duel/space"
)

// Shade colours one point of the lattice, darker for a greater weight.
type Shade struct {
	At     space.Spot
	Weight float64 // share of the greatest, 0 to 1
	Note   string  // written on it
}

// heat draws the shades. Colour follows the square root of the weight, so that
// small weights stay visible.
func (d *drawing) heat() {
	if len(d.p.Heat) == 0 {
		return
	}
	side := d.p.Map.Step * inch
	d.add(`<g fill="#7a1fa2">`)
	for _, h := range d.p.Heat {
		if h.Weight <= 0 {
			continue
		}
		x, y := d.at(h.At)
		d.add(`<rect x="%s" y="%s" width="%s" height="%s" fill-opacity="%s"/>`, n(x-side/2), n(y-side/2), n(side), n(side), n(0.08+0.77*math.Sqrt(min(h.Weight, 1))))
	}
	d.add(`</g>`)
}

// heatNotes writes the notes of the shades, over everything else.
func (d *drawing) heatNotes() {
	for _, h := range d.p.Heat {
		if h.Note != "" {
			x, y := d.at(h.At)
			d.label(x, y+4, h.Note, 12)
		}
	}
}
