package draw

import "ringer/env/duel/space"

// Picture holds everything to be drawn. A part whose field is empty is left out.
type Picture struct {
	Title  string
	Map    *space.Map
	Field  space.Field // terrain removed or added, and mobs
	Models []Figure
	Tokens []Token
	Lines  []Line       // of sight
	Reach  []space.Spot // points that the acting model can reach
	Heat   []Shade      // weights of places
	Notes  []string     // lines below the table
}

// Figure is a model on the table.
type Figure struct {
	At     space.Spot
	Radius float64 // of its base
	Seat   int     // picks the colour
	Name   string  // one or two characters
	Prone  bool
	Acting bool
	Height float64 // of its feet
	Note   string  // shown below it: treasure, jammed
	Facing int     // 1 to 8: its shield looks east, north-east and so on; 0: it has none
}

// Token is a small object on the table: a treasure, a flag, an upgrade.
type Token struct {
	At    space.Spot
	Label string // one or two characters
	Side  int    // its side, from 1: picks the colour; 0: none
}

// Line is a line of sight.
type Line struct {
	From, To space.Spot
	Clear    bool // nothing hides the target
	Blocked  bool // the target is not seen
}

// Place returns the place of a lattice point, in inches.
func Place(s *space.Scene, p space.Point) space.Spot {
	step := s.Step().Inches()
	return space.Spot{float64(p.X) * step, float64(p.Y) * step}
}

// typeOf returns a type of terrain by id; an unknown one is drawn grey.
func (p *Picture) typeOf(id string) space.Type {
	for _, t := range p.Map.Types {
		if t.ID == id {
			return t
		}
	}
	return space.Type{ID: id, Colour: "#cccccc", Symbol: "?"}
}

// standing returns the indices of the pieces not removed, lowest first, so that
// the piece on top is drawn last.
func (p *Picture) standing() []int {
	var order []int
	for i := range p.Map.Pieces {
		if p.Field.Gone>>i&1 == 0 {
			order = append(order, i)
		}
	}
	for i := 1; i < len(order); i++ { // few, and equal heights keep their order
		for j := i; j > 0 && p.height(order[j]) < p.height(order[j-1]); j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	return order
}

func (p *Picture) height(i int) float64 {
	if h := p.Map.Pieces[i].Height; h != 0 {
		return h
	}
	return p.typeOf(p.Map.Pieces[i].Type).Height
}

// outline returns the corners of a piece that is not a circle.
func outline(p *space.Piece) []space.Spot {
	if r := p.Rect; len(r) == 4 {
		return []space.Spot{{r[0], r[1]}, {r[0] + r[2], r[1]}, {r[0] + r[2], r[1] + r[3]}, {r[0], r[1] + r[3]}}
	}
	corners := make([]space.Spot, len(p.Polygon))
	for i, c := range p.Polygon {
		corners[i] = c
	}
	return corners
}
