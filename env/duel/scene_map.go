package duel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/draw"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// tableMap returns the table seen from above, without lines of sight.
func (l *look) tableMap() *scene.Map {
	of := l.g.Scene.Map()
	m := &scene.Map{Width: of.Width, Height: of.Depth, Unit: "inches", Step: of.Step, Shapes: l.corners()}
	m.Shapes = append(m.Shapes, l.areas()...)
	m.Shapes = append(m.Shapes, l.terrain()...)
	m.Shapes = append(m.Shapes, l.mobs()...)
	for i := range l.tokens {
		m.Bases = append(m.Bases, scene.Base{Thing: tokenID(i), At: point(l.tokens[i].at), Radius: 0.3})
	}
	for i := range int8(l.g.Models) {
		if !l.t.InPlay.Has(i) {
			continue
		}
		x := &l.t.Models[i]
		b := scene.Base{Thing: modelID(i), At: l.spot(i), Radius: x.Base.Radius().Inches(), Seat: l.seatOf(l.t.Owner(i))}
		if x.Status == turn.Prone {
			b.Marks = append(b.Marks, "prone")
		}
		if x.Facing >= 0 {
			b.Marks = append(b.Marks, "faces "+turn.DirectionNames[x.Facing])
		}
		if i == l.subject {
			b.Marks = append(b.Marks, "acts")
		}
		m.Bases = append(m.Bases, b)
	}
	return m
}

// spot returns the place of a model.
func (l *look) spot(m int8) scene.Point { return point(l.s.game.Spot(l.t.Models[m].At)) }

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
	for seat := range l.g.Players {
		c := l.t.Corner[seat]
		if c < 0 {
			continue
		}
		p := l.s.game.Spot(l.g.Corners[c])
		shapes = append(shapes, scene.Shape{
			ID: fmt.Sprintf("corner:%d", seat), Kind: "corner", Name: "Corner", Text: fmt.Sprintf("Models come into play within %g inches of it.", l.c.PlaceWithin),
			Points: circle(p[0], p[1], l.c.PlaceWithin), Seat: l.seatOf(seat),
		})
	}
	return shapes
}

// areas returns the areas of the scenario: the hill, the light.
func (l *look) areas() []scene.Shape {
	var shapes []scene.Shape
	for i := range l.tokens {
		t := &l.tokens[i]
		add := func(kind, name, text string, radius float64) {
			shapes = append(shapes, scene.Shape{ID: fmt.Sprintf("%s:%d", kind, i), Kind: kind, Name: name, Text: text, Points: circle(t.at[0], t.at[1], radius)})
		}
		switch t.kind {
		case turn.ThingHill:
			add("hill", "The hill", "Models here hold the token in Upkeep.", l.c.HillRadius)
		case turn.ThingLight:
			add("light", "Light", "Targets here are lit in the dark.", l.c.LightRadius)
		}
	}
	return shapes
}

// mobs returns the crowds, which stand on the terrain.
func (l *look) mobs() (shapes []scene.Shape) {
	for i, mob := range l.t.Land.Mobs() {
		p := l.s.game.Spot(mob.At)
		shapes = append(shapes, scene.Shape{ID: fmt.Sprintf("mob:%d", i), Kind: "mob", Name: "Mob", Text: "A crowd. It hides what is behind it, and may attack or run when a Duel is near.", Sign: "&", Points: circle(p[0], p[1], mob.Radius.Inches())})
	}
	return shapes
}

// A piece is a piece of the map as it is drawn.
type piece struct {
	i     int // in the map
	shape scene.Shape
}

// newPieces returns the pieces of the map, the lowest first.
func newPieces(g *turn.Game) (pieces []piece) {
	on := g.Scene
	of := on.Map()
	for i := range of.Pieces {
		t := on.TypeOf(i)
		name := t.ID
		for _, own := range [...]string{t.Title, of.Pieces[i].Name} {
			if own != "" {
				name = own
			}
		}
		pieces = append(pieces, piece{i, scene.Shape{
			ID: fmt.Sprintf("piece:%d", i), Kind: terrainLook(t), Name: name, Text: terrainText(&g.Config, t, on.TopOf(i).Inches()),
			Sign: string([]rune(t.Symbol + "#")[:1]), Points: outline(&of.Pieces[i]),
		}})
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(on.TopOf(a.i), on.TopOf(b.i)) })
	return pieces
}

// terrain returns the pieces that stand.
func (l *look) terrain() []scene.Shape {
	field := &l.t.Land
	var shapes []scene.Shape
	for i := range l.s.game.pieces {
		if p := &l.s.game.pieces[i]; field.Gone>>p.i&1 == 0 {
			shapes = append(shapes, p.shape)
		}
	}
	for i, added := range field.Added() {
		x := scene.Shape{ID: fmt.Sprintf("added:%d", i), Kind: "low log", Name: "A fallen tree", Text: "It blocks the way, can be seen over, and gives cover.", Sign: "="}
		if !added.See() {
			x.Kind, x.Name, x.Text = "block obstacle", "An obstacle", "It blocks the way and sight, gives cover, and can be stood on."
		}
		if i < int(l.t.PutDown) {
			x.Name = l.addedName(i)
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

// terrainLook returns a word for how a type of terrain is drawn, and its own id.
func terrainLook(t *space.Type) string {
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
func terrainText(c *config.Config, t *space.Type, top float64) string {
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
	add(t.Cover && c.Cover != CoverOff, "gives cover", "")
	add(t.Stand, "can be stood on", "")
	add(t.Aid, "has a ladder", "")
	text := scene.Sentence(scene.List(words, "and")) + "."
	if top > 0 {
		text = fmt.Sprintf("%s high. %s", inchesLong(top), text)
	}
	if t.Depth > 0 {
		text += fmt.Sprintf(" %s deep.", inchesLong(t.Depth))
	}
	for _, kind := range c.InteractiveTerrain {
		if kind == t.Kind.String() {
			text += " " + kindTexts[kind]
		}
	}
	return text
}

// kindTexts says what the kinds of interactive terrain do.
var kindTexts = map[string]string{
	Water:   "Water: covers a model inside, and a model that goes prone in it drowns.",
	Fragile: "Fragile: shots that miss models inside break it.",
	Laser:   "Laser: a model that crosses it takes a hit.",
	Tree:    "Tree: it can be toppled.",
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
	if m == turn.Nobody || !l.t.InPlay.Has(m) {
		return nil
	}
	var shapes []scene.Shape
	for e := range int8(l.g.Models) {
		if !l.t.InPlay.Has(e) || !l.enemies(m, e) {
			continue
		}
		kind, words := l.sight(m, e)
		shapes = append(shapes, scene.Shape{
			ID: fmt.Sprintf("sight:%d:%d", m, e), Kind: "sight " + kind, Name: fmt.Sprintf("%s to %s: %s", l.name(m), l.name(e), words),
			Points: []scene.Point{l.spot(m), l.spot(e)},
		})
	}
	return shapes
}

// sight returns the kind of a line of sight, and the words for it.
func (l *look) sight(m, e int8) (kind, words string) {
	if !l.t.Sees(m, e) {
		return "blocked", "not seen"
	}
	switch cover := l.t.TerrainCover(m, e); {
	case cover == turn.CoverNone:
		return "clear", "in plain sight"
	case l.c.Cover == CoverOff:
		return "clear", "in sight"
	case cover == turn.CoverLight || l.c.Cover == CoverSimple:
		return "cover", "in cover"
	}
	return "cover", "in heavy cover"
}

// inchesLong writes a length: "1 inch", "1.5 inches".
func inchesLong(x float64) string {
	if x == 1 {
		return "1 inch"
	}
	return fmt.Sprintf("%g inches", x)
}

// Picture returns a drawing of the table, which is public: terrain, models,
// tokens; the lines of sight of the model asked about; and, while a seat chooses a
// destination, the legal points. Package draw turns it into SVG.
func (s *State) Picture() *draw.Picture {
	g := s.t.Game
	p := &draw.Picture{Title: g.Scene.Map().Title, Map: g.Scene.Map(), Field: s.t.Land}
	for m := range int8(g.Models) {
		if s.t.InPlay.Has(m) {
			p.Models = append(p.Models, figure(&s.t, m))
		}
	}
	for k := range g.Hooks.Things {
		for i := range g.Hooks.Things[k].Count {
			if t := g.Hooks.Things[k].Show(&s.t, i); t.There && t.Free && g.Scene.Holds(t.At) {
				p.Tokens = append(p.Tokens, draw.Token{At: draw.Place(g.Scene, t.At), Label: t.Label(), Side: int(t.Side) + 1})
			}
		}
	}
	if m := s.t.Subject; m != turn.Nobody && s.t.Node != turn.NodeOver && s.t.InPlay.Has(m) {
		for rest := s.t.Enemies(s.t.Owner(m)); rest != 0; rest &= rest - 1 {
			e := rest.First()
			p.Lines = append(p.Lines, draw.Line{
				From: draw.Place(g.Scene, s.t.Models[m].At), To: draw.Place(g.Scene, s.t.Models[e].At),
				Clear: s.t.Sees(m, e) && s.t.TerrainCover(m, e) == turn.CoverNone, Blocked: !s.t.Sees(m, e),
			})
		}
	}
	if s.t.Node == turn.NodeAct || s.t.Node == turn.NodeGo || s.t.Node == turn.NodePlace || s.t.Node == turn.NodeCrowd || s.t.Node == turn.NodeAside {
		legal := s.t.Legal()
		for id := g.Actions.Dest; id < g.Actions.Edge; id++ {
			if legal[id>>6]>>(id&63)&1 != 0 {
				p.Reach = append(p.Reach, draw.Place(g.Scene, g.DestOf(observation.Centre(&s.t), env.Action(id))))
			}
		}
	}
	if s.t.Node == turn.NodeTerrain {
		s.t.EachLegal(func(a env.Action) {
			_, at := g.PutDownBy(a)
			if place := draw.Place(g.Scene, at); !slices.Contains(p.Reach, place) {
				p.Reach = append(p.Reach, place)
			}
		})
	}
	return p
}

func figure(s *turn.State, m int8) draw.Figure {
	g, x := s.Game, &s.Models[m]
	f := draw.Figure{
		At: draw.Place(g.Scene, x.At), Radius: s.Base(m).Radius().Inches(), Seat: s.Owner(m), Name: short(g.ModelName(m)),
		Prone: x.Status == turn.Prone, Acting: m == s.Subject && s.Node != turn.NodeOver, Height: s.Feet(m).Inches(), Facing: int(x.Facing) + 1,
	}
	if f.Note = s.Burden(m); f.Note == "" && x.Flags&turn.FlagJammed != 0 {
		f.Note = "jammed"
	}
	return f
}

// short returns the beginning of a name that fits a figure.
func short(name string) string { return name[:min(len(name), 2)] }
