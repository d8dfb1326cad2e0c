package observation

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// Frames returns how observations and actions turn into the frame of each corner in which a seat can start; nil for a
// table that looks the same from no two of them. The rows of things and of terrain keep their order: they are sets.
func (l *Observer) Frames(g *turn.Game) *env.Frames {
	width, depth := scaled(g, g.Columns-1), scaled(g, g.Rows-1)
	f := &env.Frames{
		Placed: l.seats.At + seatCornered, X: l.seats.At + seatX, Y: l.seats.At + seatY,
		MiddleX: width / 2, MiddleY: depth / 2,
	}
	some := false
	for corner := range f.Turns {
		if g.TurnsTo(corner) {
			f.Turns[corner] = l.turned(g, corner)
			some = true
		}
	}
	if !some {
		return nil
	}
	return f
}

// A turner writes a turn of the table, clockwise by some quarters.
type turner struct {
	*env.Turn
	quarters int
	size     [2]float32 // of the table, from west to east and from south to north
}

// turned returns the turn that brings a corner to where the first one is.
func (l *Observer) turned(g *turn.Game, corner int) *env.Turn {
	t := turner{&env.Turn{}, corner, [2]float32{scaled(g, g.Columns-1), scaled(g, g.Rows-1)}}
	for i := range l.size {
		t.From = append(t.From, int32(i))
	}
	for a := range g.Actions.Size {
		t.Own, t.Table = append(t.Own, a), append(t.Table, a)
	}
	t.lattice(g, l.column.At, l.row.At)
	t.difference(l.context.At + contextHomeX)
	if l.modelFoe > 0 {
		t.place(l.context.At + contextGoalX)
	}
	if l.modelPass > 0 {
		t.place(l.context.At + contextFromX)
	}
	rows(l.seats, func(at int) { t.placeWhere(at+seatX, at+seatCornered) })
	rows(l.models, func(at int) {
		t.difference(at + modelDX)
		t.place(at + modelX)
		t.difference(at + modelFacingX)
	})
	rows(l.tokens, func(at int) {
		t.difference(at + tokenDX)
		t.placeWhere(at+tokenX, at+tokenThere)
	})
	rows(l.terrain, func(at int) {
		t.difference(at + terrainDX)
		t.placeWhere(at+terrainX, at+terrainThere)
		for d := range turn.Directions {
			t.From[at+terrainFar+t.direction(d)] = int32(at + terrainFar + d)
		}
	})
	rows(l.shapes, func(at int) { t.place(at + shapeX) })
	t.actions(g, l.exposed)
	return t.Turn
}

// rows calls visit with the first element of each row of a field.
func rows(s layout.Span, visit func(at int)) {
	for i := range s.Rows {
		visit(s.At + i*s.Width)
	}
}

// lattice turns the one-hot fields of a column and a row.
func (t *turner) lattice(g *turn.Game, column, row int) {
	from := [2]int{column, row}
	points := [2]int{g.Columns, g.Rows}
	for axis := range 2 {
		was, flipped := t.axis(axis)
		for i := range points[axis] {
			j := i
			if flipped {
				j = points[axis] - 1 - i
			}
			t.From[from[axis]+i] = int32(from[was] + j)
		}
	}
}

// axis returns the axis that an axis of the frame is on the table, and whether it runs the other way there.
func (t *turner) axis(axis int) (was int, flipped bool) {
	switch t.quarters {
	case 1: // (x, y) becomes (y, -x)
		return 1 - axis, axis == 1
	case 2:
		return axis, true
	}
	return 1 - axis, axis == 0
}

// pair turns the elements of a difference or a place, y after x.
func (t *turner) pair(x int, flip func(at, was int)) {
	for axis := range 2 {
		was, flipped := t.axis(axis)
		t.From[x+axis] = int32(x + was)
		if flipped {
			flip(x+axis, was)
		}
	}
}

// difference turns a difference of places, or a direction.
func (t *turner) difference(x int) {
	t.pair(x, func(at, _ int) { t.Flip = append(t.Flip, env.Flip{At: int32(at)}) })
}

// place turns a place of a model, which stands in no corner: both elements are 0 where there is none.
func (t *turner) place(x int) {
	t.pair(x, func(at, was int) {
		t.Flip = append(t.Flip, env.Flip{At: int32(at), Size: t.size[was], When: [2]int32{int32(x), int32(x + 1)}})
	})
}

// placeWhere turns a place that is one where an element is not 0.
func (t *turner) placeWhere(x, there int) {
	t.pair(x, func(at, was int) {
		t.Flip = append(t.Flip, env.Flip{At: int32(at), Size: t.size[was], When: [2]int32{int32(there), int32(there)}})
	})
}

// direction returns what one of the eight directions, counter-clockwise from the east, becomes.
func (t *turner) direction(d int) int { return (d + turn.Directions - 2*t.quarters) % turn.Directions }

// point returns what a place of a lattice of this size, or with sizes of 1 a difference, becomes.
func (t *turner) point(x, y, columns, rows int) (int, int) {
	switch t.quarters {
	case 1:
		return y, columns - 1 - x
	case 2:
		return columns - 1 - x, rows - 1 - y
	}
	return rows - 1 - y, x
}

// actions turns destinations, with what is shown of them, edges and directions.
func (t *turner) actions(g *turn.Game, exposed layout.Span) {
	a := &g.Actions
	name := func(action, own env.Action) { t.Own[action], t.Table[own] = own, action }
	for i := range a.Dests() {
		id := a.Dest + env.Action(i)
		to := id
		if a.Absolute {
			x, y := t.point(i%g.Columns, i/g.Columns, g.Columns, g.Rows)
			to = a.Dest + env.Action(y*g.Columns+x)
		} else {
			o := a.Disc.Offset(i)
			x, y := t.point(int(o.X), int(o.Y), 1, 1)
			to = a.Dest + env.Action(a.Disc.ID(space.Offset{X: int8(x), Y: int8(y)}))
		}
		name(id, to)
		if exposed.Exists() {
			t.From[exposed.At+int(to-a.Dest)] = int32(exposed.At + i)
		}
	}
	for e := range space.Edges {
		name(a.Edge+env.Action(e), a.Edge+env.Action((e+space.Edges-t.quarters)%space.Edges))
	}
	if a.Direction != turn.Absent {
		for d := range turn.Directions {
			name(a.Direction+env.Action(d), a.Direction+env.Action(t.direction(d)))
		}
	}
}
