package duel

import (
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// tableMap returns the table seen from above.
func (l *look) tableMap() *scene.Map {
	of := l.game.Scene().Map()
	m := &scene.Map{Width: of.Width, Height: of.Depth, Unit: "inches"}
	m.Shapes = append(m.Shapes, l.corners()...)
	m.Shapes = append(m.Shapes, l.areas()...)
	m.Shapes = append(m.Shapes, l.terrain(of)...)
	m.Shapes = append(m.Shapes, l.sights()...)
	for i, t := range l.tokens {
		m.Bases = append(m.Bases, scene.Base{Thing: tokenID(i), At: point(t.At), Radius: 0.3})
	}
	for i := range l.game.Models() {
		if !l.s.InPlay().Has(int8(i)) {
			continue
		}
		f := l.s.Plain(i)
		b := scene.Base{Thing: modelID(i), At: point(l.game.Spot(f.At)), Radius: f.Base.Radius().Inches(), Seat: l.seatOf(l.s.OwnerOf(i))}
		if f.Prone {
			b.Marks = append(b.Marks, "prone")
		}
		if f.Facing >= 0 {
			b.Marks = append(b.Marks, "faces "+duel.Direction(f.Facing).String())
		}
		if i == l.subject {
			b.Marks = append(b.Marks, "acts")
		}
		m.Bases = append(m.Bases, b)
	}
	return m
}

func point(s space.Spot) scene.Point { return scene.Point{X: round(s[0]), Y: round(s[1])} }

// round keeps three decimals.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// circle returns the corners of a polygon that looks like a circle.
func circle(x, y, radius float64) []scene.Point {
	const corners = 32
	points := make([]scene.Point, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = scene.Point{X: round(x + radius*cos), Y: round(y + radius*sin)}
	}
	return points
}

// corners returns the places where the seats come into play.
func (l *look) corners() []scene.Shape {
	var shapes []scene.Shape
	for seat := range l.game.Seats() {
		at := l.s.Corner(seat)
		if at == space.Nowhere || l.seatOf(seat) == nil {
			continue
		}
		p := l.game.Spot(at)
		shapes = append(shapes, scene.Shape{
			ID: fmt.Sprintf("corner:%d", seat), Kind: "corner", Name: "Corner", Text: fmt.Sprintf("Models come into play within %g inches of it.", l.config.PlaceWithin),
			Points: circle(p[0], p[1], l.config.PlaceWithin), Seat: l.seatOf(seat),
		})
	}
	return shapes
}

// areas returns the areas of the scenario: the hill, the light, mobs.
func (l *look) areas() []scene.Shape {
	var shapes []scene.Shape
	for i, t := range l.tokens {
		add := func(kind, name, text string, radius float64) {
			shapes = append(shapes, scene.Shape{ID: fmt.Sprintf("%s:%d", kind, i), Kind: kind, Name: name, Text: text, Points: circle(t.At[0], t.At[1], radius)})
		}
		switch t.Kind {
		case duel.ThingHill:
			add("hill", "The hill", "Models here hold the token in Upkeep.", l.config.HillRadius)
		case duel.ThingLight:
			add("light", "Light", "Targets here are lit in the dark.", l.config.LightRadius)
		}
	}
	field := l.s.Field()
	for i, mob := range field.Mobs() {
		p := l.game.Spot(mob.At)
		shapes = append(shapes, scene.Shape{ID: fmt.Sprintf("mob:%d", i), Kind: "mob", Name: fmt.Sprintf("Mob %d", i+1), Text: "A crowd. It hides what is behind it, and may attack or run when a Duel is near.", Points: circle(p[0], p[1], mob.Radius.Inches())})
	}
	return shapes
}

// terrain returns the pieces that stand.
func (l *look) terrain(of *space.Map) []scene.Shape {
	var shapes []scene.Shape
	on := l.game.Scene()
	field := l.s.Field()
	for i := range of.Pieces {
		if field.Gone>>i&1 != 0 {
			continue
		}
		piece, t := &of.Pieces[i], on.TypeOf(i)
		name := t.Title
		if piece.Name != "" {
			name = piece.Name
		}
		if name == "" {
			name = t.ID
		}
		shapes = append(shapes, scene.Shape{
			ID: fmt.Sprintf("piece:%d", i), Kind: terrainKind(t), Name: name, Text: l.terrainText(t, on.TopOf(i).Inches()), Points: outline(piece),
		})
	}
	for i, added := range field.Added() {
		x := scene.Shape{ID: fmt.Sprintf("added:%d", i), Kind: "low log", Name: "A fallen tree", Text: "It blocks the way, can be seen over, and gives cover."}
		if !added.See() {
			x.Kind, x.Name, x.Text = "block obstacle", "An obstacle", "It blocks the way and sight, gives cover, and can be stood on."
		}
		if k, ok := l.s.PutDownAs(i); ok {
			x.Name = scene.Sentence(k.String())
			if added.See() {
				x.Kind = "low fence"
			}
		}
		for _, c := range added.Corners() {
			x.Points = append(x.Points, point(c))
		}
		shapes = append(shapes, x)
	}
	return shapes
}

// terrainKind returns a word for how a type of terrain is drawn, and its own id.
func terrainKind(t *space.Type) string {
	look := "block"
	switch {
	case t.Kind == space.Gap:
		look = "hole"
	case t.Walk && !t.See:
		look = "thick"
	case t.Walk && t.Cover:
		look = "rough"
	case t.Walk:
		look = "ground"
	case t.See:
		look = "low"
	}
	return look + " " + strings.ReplaceAll(t.ID, "_", "-")
}

// terrainText says what a type of terrain does.
func (l *look) terrainText(t *space.Type, top float64) string {
	var words []string
	add := func(on bool, yes, no string) {
		if on && yes != "" {
			words = append(words, yes)
		} else if !on && no != "" {
			words = append(words, no)
		}
	}
	add(t.Walk, "can be walked through", "blocks the way")
	add(t.See, "can be seen through", "blocks sight")
	add(t.Cover && l.config.Cover != duel.CoverOff, "gives cover", "")
	add(t.Stand, "can be stood on", "")
	add(t.Aid, "has a ladder", "")
	text := scene.Sentence(scene.List(words, "and")) + "."
	if top > 0 {
		text = fmt.Sprintf("%s high. %s", inchesLong(top), text)
	}
	if t.Depth > 0 {
		text += fmt.Sprintf(" %s deep.", inchesLong(t.Depth))
	}
	for _, kind := range l.config.InteractiveTerrain {
		if kind == t.Kind.String() {
			text += " " + kindTexts[kind]
		}
	}
	return text
}

// kindTexts says what the kinds of interactive terrain do.
var kindTexts = map[string]string{
	duel.Water:   "Water: covers a model inside, and a model that goes prone in it drowns.",
	duel.Fragile: "Fragile: shots that miss models inside break it.",
	duel.Laser:   "Laser: a model that crosses it takes a hit.",
	duel.Tree:    "Tree: it can be toppled.",
}

// outline returns the corners of a piece.
func outline(p *space.Piece) []scene.Point {
	if c := p.Circle; len(c) == 3 {
		return circle(c[0], c[1], c[2])
	}
	if r := p.Rect; len(r) == 4 {
		return []scene.Point{{X: r[0], Y: r[1]}, {X: round(r[0] + r[2]), Y: r[1]}, {X: round(r[0] + r[2]), Y: round(r[1] + r[3])}, {X: r[0], Y: round(r[1] + r[3])}}
	}
	var points []scene.Point
	for _, c := range p.Polygon {
		points = append(points, scene.Point{X: c[0], Y: c[1]})
	}
	return points
}

// sights returns the lines of sight from the model asked about to its enemies.
func (l *look) sights() []scene.Shape {
	m := l.subject
	if m < 0 || l.s.CurrentPlayer() == env.Terminal || !l.s.InPlay().Has(int8(m)) {
		return nil
	}
	var shapes []scene.Shape
	for e := range l.game.Models() {
		if !l.s.InPlay().Has(int8(e)) || !l.enemies(m, e) {
			continue
		}
		kind, words := l.sight(l.s.Sees(m, e), l.s.CoverOf(m, e))
		shapes = append(shapes, scene.Shape{
			ID: fmt.Sprintf("sight:%d:%d", m, e), Kind: "sight " + kind, Name: fmt.Sprintf("%s to %s: %s", l.name(m), l.name(e), words),
			Points: []scene.Point{point(l.game.Spot(l.s.At(m))), point(l.game.Spot(l.s.At(e)))},
		})
	}
	return shapes
}

// sight returns the kind of a line of sight, and the words for it.
func (l *look) sight(sees bool, cover space.Cover) (kind, words string) {
	switch {
	case !sees:
		return "blocked", "not seen"
	case cover == space.NoCover:
		return "clear", "in plain sight"
	case l.config.Cover == duel.CoverOff:
		return "clear", "in sight"
	case cover == space.LightCover || l.config.Cover == duel.CoverSimple:
		return "cover", "in cover"
	}
	return "cover", "in heavy cover"
}

func (l *look) enemies(a, b int) bool {
	return l.game.Side(l.s.OwnerOf(a)) != l.game.Side(l.s.OwnerOf(b))
}

// inchesLong writes a length: "1 inch", "1.5 inches".
func inchesLong(x float64) string {
	if x == 1 {
		return "1 inch"
	}
	return fmt.Sprintf("%g inches", x)
}
