package duel

import (
	"slices"

	"ringer/env"
	"ringer/env/duel/draw"
	"ringer/env/duel/internal/turn"
)

// Picture returns a drawing of the table, which is public: terrain, models,
// tokens; the lines of sight of the model asked about; and, while a seat chooses a
// destination, the legal points. Package draw turns it into characters or SVG.
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
				p.Tokens = append(p.Tokens, draw.Token{At: draw.Place(g.Scene, t.At), Label: t.Label(), Kind: turn.ThingNames[g.Hooks.Things[k].Kind], Side: int(t.Side) + 1})
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
		for id := g.Actions.Dest; id < g.Actions.Edge; id++ {
			if s.t.Legal[id>>6]>>(id&63)&1 != 0 {
				p.Reach = append(p.Reach, draw.Place(g.Scene, g.DestOf(centre(&s.t), env.Action(id))))
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
