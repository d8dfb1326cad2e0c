package duel

import (
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// This file gives those who draw the table the words of the game, and what these tell.
// Words name seats nowhere but in ScenarioInWords, which counts them from 1.

// Secret reports whether warbands are being drafted in secret.
func (s *State) Secret() bool { return hidden(&s.t) }

// About returns the model that the question is for and the one that it concerns, as far
// as seat p knows; -1 for none.
func (s *State) About(p env.Player) (subject, other int) {
	other = -1
	if s.t.Node < turn.NodeDecisions {
		other = int(concerned(&s.t))
	}
	return int(about(&s.t, p)), other
}

// Name returns what a model is called: its sign on the table.
func (g *Game) Name(m int) string { return g.t.ModelName(int8(m)) }

// Title returns the name that a model's warband gives it; empty for none.
func (s *State) Title(m int) string { return s.t.Build(int8(m)).Name }

// Fielded reports whether a model is part of the game.
func (s *State) Fielded(m int) bool { return !s.t.Unfielded(int8(m)) }

// OwnerOf returns the seat that commands a model now.
func (s *State) OwnerOf(m int) int { return s.t.Owner(int8(m)) }

// ModelInWords returns all that a seat may know of a model.
func (s *State) ModelInWords(p env.Player, m int) string {
	var b strings.Builder
	tellModel(&s.t, &b, int(p), int8(m))
	return strings.TrimSpace(b.String())
}

// TerrainInWords returns what has changed on the table, a line each.
func (s *State) TerrainInWords() []string {
	var b strings.Builder
	tellTerrain(&s.t, &b)
	return lines(&b)
}

// ScenarioInWords returns what the scenario and its add-ons keep track of, a line each.
func (s *State) ScenarioInWords() []string {
	g := s.t.Game
	var b strings.Builder
	for _, f := range g.Hooks.Tell {
		f(&s.t, &b)
	}
	var names []string
	for side := range g.Sides {
		names = append(names, g.SideName(int8(side)), s.game.SideInWords(side))
	}
	told := strings.NewReplacer(names...).Replace(b.String())
	b.Reset()
	b.WriteString(told)
	return lines(&b)
}

// SideInWords names the seats of a side, counted from 1: "seat 1", "seats 1 and 3".
func (g *Game) SideInWords(side int) string {
	var seats []string
	for seat := range g.t.Seats {
		if int(g.t.Side[seat]) == side {
			seats = append(seats, strconv.Itoa(seat+1))
		}
	}
	if len(seats) == 1 {
		return "seat " + seats[0]
	}
	return "seats " + strings.Join(seats, " and ")
}

// ActivationInWords returns how far the activation under way has come, a line each.
func (s *State) ActivationInWords() []string {
	var b strings.Builder
	tellActivation(&s.t, &b)
	return lines(&b)
}

// DuelInWords returns the Duel under way as far as a seat knows it; empty for none.
func (s *State) DuelInWords(p env.Player) string {
	var b strings.Builder
	tellDuel(&s.t, &b, int(p))
	return strings.TrimSpace(b.String())
}

// QuestionInWords returns what the seat that acts is asked.
func (s *State) QuestionInWords() string { return asks(&s.t) }

// BudgetInWords returns the points left to buy with, as in "4 points left".
func (s *State) BudgetInWords() string { return strings.TrimPrefix(budget(&s.t), ", with ") }

func lines(b *strings.Builder) []string {
	text := strings.TrimSpace(b.String())
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// StartsAt names the corner in which a seat starts; empty before it is known.
func (s *State) StartsAt(seat int) string {
	if c := s.t.Corner[seat]; c >= 0 {
		return turn.CornerNames[c]
	}
	return ""
}

// AnnouncedHigh reports whether a seat has announced a high result for Initiative.
func (s *State) AnnouncedHigh(seat int) bool { return s.t.Round > 0 && s.t.High>>seat&1 != 0 }

// First returns the first player, under bids; -1 where there is none.
func (s *State) First() int {
	if !s.t.Game.Bidding || s.t.Round == 0 {
		return -1
	}
	return int(s.t.First)
}

// Next returns the seat whose turn comes next, -1 for none.
func (s *State) Next() int {
	if s.t.Node == turn.NodeOver {
		return -1
	}
	return int(s.t.Ahead().Next)
}

// CoverOf returns how much of a target the terrain hides from an attacker.
func (s *State) CoverOf(attacker, target int) space.Cover {
	return s.t.Game.Scene.Sight(s.t.Spot(int8(attacker)), s.t.Spot(int8(target)), &s.t.Land).Cover
}

// SightFrom returns how a model would see another if it stood at a point, on the table as
// it is now.
func (s *State) SightFrom(m int, at space.Point, target int) space.View {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Sight(me, s.t.Spot(int8(target)), &s.t.Land)
}

// SightOf returns how another model would see a model that stood at a point.
func (s *State) SightOf(m int, at space.Point, by int) space.View {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Sight(s.t.Spot(int8(by)), me, &s.t.Land)
}

// Gap returns the distance of the bases of a model that stood at a point and of another, in
// inches.
func (s *State) Gap(m int, at space.Point, other int) float64 {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Range(me, s.t.Spot(int8(other)), &s.t.Land)
}

// HasScore reports whether a model has set a Duel Score in the Duel under way.
func (s *State) HasScore(m int) bool {
	d := &s.t.Duel
	return d.By != turn.Nobody && s.t.Node != turn.NodeOver && d.Set.Has(int8(m))
}

// ScoreFor returns a model's Duel Score if a seat may know it: its own, or one that is
// revealed.
func (s *State) ScoreFor(p env.Player, m int) (score int, avoids, known bool) {
	d := &s.t.Duel
	if !s.HasScore(m) || !d.Revealed && s.t.Owner(int8(m)) != int(p) {
		return 0, false, false
	}
	return int(d.Score[m]), d.Avoiding.Has(int8(m)), true
}

// Rolled returns the faces of the dice of the roll under way.
func (s *State) Rolled() []int {
	d := &s.t.Duel
	if d.By == turn.Nobody || s.t.Node == turn.NodeOver || d.Rolled == 0 || d.Faces[0] == 0 {
		return nil
	}
	var faces []int
	for _, f := range d.Faces[:d.Rolled] {
		faces = append(faces, int(f))
	}
	return faces
}

// Threatened returns the hits that are to come on a model.
func (s *State) Threatened(m int) int {
	if s.t.Duel.By == turn.Nobody || s.t.Node == turn.NodeOver {
		return 0
	}
	return s.t.Threatening(int8(m))
}

// Spent reports whether a model has used a feat that it can use a limited number of times.
func (s *State) Spent(m int, id Skill) bool {
	x := &s.t.Models[m]
	return (x.Spent | x.Used).Has(id)
}

// Token is a thing on the table that nobody carries, as it is drawn.
type Token struct {
	Kind ThingKind
	Name string // "treasure", "flag"
	At   space.Spot
	Sign string // one or two characters
	Side int    // -1: nobody's
}

// Tokens returns the things that lie on the table.
func (s *State) Tokens() []Token {
	g := s.t.Game
	var tokens []Token
	for k := range g.Hooks.Things {
		kind := &g.Hooks.Things[k]
		for i := range kind.Count {
			if t := kind.Show(&s.t, i); t.There && t.Free && g.Scene.Holds(t.At) {
				tokens = append(tokens, Token{kind.Kind, turn.ThingNames[kind.Kind], s.game.Spot(t.At), t.Label(), int(t.Side)})
			}
		}
	}
	return tokens
}

// Spot returns the place of a point of the lattice, in inches.
func (g *Game) Spot(p space.Point) space.Spot {
	step := g.t.Scene.Step().Inches()
	return space.Spot{float64(p.X) * step, float64(p.Y) * step}
}

// String returns the word of a direction: "northeast".
func (d Direction) String() string { return turn.DirectionNames[d] }

// EdgeInWords returns the word of an edge of the area.
func EdgeInWords(e space.Edge) string { return turn.EdgeNames[e] }

// Costs returns the price of a feat, or of a point of a trait, in resource points.
func (g *Game) Costs(id Skill) int { return g.t.Price(id) }
