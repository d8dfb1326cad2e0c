package duel

import (
	"ringer/env"
	"ringer/env/duel/draw"
)

// Picture shows the table, which is public: terrain, models, tokens; the lines of
// sight of the model asked about; and, while a seat chooses where to go, the points
// that are legal. Package draw turns it into characters or SVG.
func (s *State) Picture() *draw.Picture {
	g := s.game
	p := &draw.Picture{Title: g.scene.Map().Title, Map: g.scene.Map(), Field: s.land}
	for m := range int8(g.models) {
		if has(s.inPlay, m) {
			p.Models = append(p.Models, s.figure(m))
		}
	}
	for k := range g.hooks.things {
		for i := range g.hooks.things[k].count {
			if t := g.hooks.things[k].show(s, i); t.there && t.free && g.scene.Holds(t.at) {
				p.Tokens = append(p.Tokens, draw.Token{At: draw.Place(g.scene, t.at), Label: t.label(), Kind: thingNames[g.hooks.things[k].kind], Side: int(t.side) + 1})
			}
		}
	}
	if m := s.subject; m != nobody && s.node != nodeOver && has(s.inPlay, m) {
		for rest := s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
			e := first(rest)
			p.Lines = append(p.Lines, draw.Line{
				From: draw.Place(g.scene, s.models[m].at), To: draw.Place(g.scene, s.models[e].at),
				Clear: s.sees(m, e) && s.terrainCover(m, e) == coverNone, Blocked: !s.sees(m, e),
			})
		}
	}
	if s.node == nodeAct || s.node == nodeGo || s.node == nodePlace || s.node == nodeCrowd || s.node == nodeAside {
		for id := g.actions.dest; id < g.actions.edge; id++ {
			if s.legal[id>>6]>>(id&63)&1 != 0 {
				p.Reach = append(p.Reach, draw.Place(g.scene, g.destOf(s.centre(), env.Action(id))))
			}
		}
	}
	return p
}

func (s *State) figure(m int8) draw.Figure {
	g, x := s.game, &s.models[m]
	f := draw.Figure{
		At: draw.Place(g.scene, x.at), Radius: s.base(m).Radius().Inches(), Seat: s.owner(m), Name: short(g.modelName(m)),
		Prone: x.status == prone, Acting: m == s.subject && s.node != nodeOver, Height: s.feet(m).Inches(), Facing: int(x.facing) + 1,
	}
	if f.Note = s.burden(m); f.Note == "" && x.flags&flagJammed != 0 {
		f.Note = "jammed"
	}
	return f
}

// short is as much of a name as fits a figure.
func short(name string) string { return name[:min(len(name), 2)] }
