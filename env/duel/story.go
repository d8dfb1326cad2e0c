package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

func fieldsOf(s *turn.State, seat int) string {
	var names []string
	for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
		if m := rest.First(); !s.Unfielded(m) {
			names = append(names, s.Game.ModelName(m))
		}
	}
	return strings.Join(names, ", ")
}

// tellSubject names the model that the question is for, and the one that it concerns
// too.
func tellSubject(s *turn.State, p env.Player) string {
	text := ""
	if about(s, p) != turn.Nobody {
		text = " for " + s.Game.ModelName(s.Subject)
	}
	if e := concerned(s); s.Node < turn.NodeDecisions && e != turn.Nobody {
		text += " about " + s.Game.ModelName(e)
	}
	if s.Node == turn.NodeMobWay || s.Node == turn.NodeAside || s.Node == turn.NodeCrowd {
		for i := range s.Street.Crowds {
			if c := scenarios.Mob(s, i); c.Size() > 0 && c.At == s.Origin {
				text += fmt.Sprintf(" about mob %d", i+1)
			}
		}
	}
	return text
}

var statusNames = [...]string{"waits outside", "stands", "is prone", "is out of the game", "will be back", "is part of a mob", "has melted with the crowd"}

func tellModel(s *turn.State, b *strings.Builder, p int, m int8) {
	g, x := s.Game, &s.Models[m]
	name := g.ModelName(m)
	if title := s.Build(m).Name; title != "" {
		name += " (" + title + ")"
	}
	fmt.Fprintf(b, "%s %s", name, statusNames[x.Status])
	if s.InPlay.Has(m) {
		fmt.Fprintf(b, " at %s", g.Where(x.At))
		if h := s.Feet(m); h > 0 {
			fmt.Fprintf(b, ", %s up", h)
		}
	}
	for _, f := range [...]struct {
		is   bool
		word string
	}{
		{s.Street.Lying.Has(m), ", prone"},
		{x.Hits == 1, ", hit"},
		{x.Flags&turn.FlagJammed != 0, ", weapon jammed"},
		{x.Flags&turn.FlagActed != 0 && s.InPlay.Has(m), ", has acted"},
		{x.Flags&turn.FlagEngaged != 0, ", was in a Duel this round"},
		{x.Owed == 1, ", has its Duel to come"},
		{x.Flags&turn.FlagAimed != 0, ", takes aim"},
		{x.Flags&turn.FlagFresh != 0, ", is back this round"},
		{x.Status == turn.Away && x.Flags&turn.FlagRecovered != 0, ", recovered"},
	} {
		if f.is {
			b.WriteString(f.word)
		}
	}
	if x.Hits > 1 {
		fmt.Fprintf(b, ", hit %d times", x.Hits)
	}
	if x.Owed > 1 {
		fmt.Fprintf(b, ", has %d Duels to come", x.Owed)
	}
	if x.Flags&turn.FlagClimbing != 0 {
		fmt.Fprintf(b, ", climbing, %s up", x.Climbed)
	}
	if x.Status == turn.Away {
		fmt.Fprintf(b, " in round %d", max(int(x.Out)+g.Config.RoundsAway(), int(s.Round)))
	}
	if s.Boss.Called.Has(m) && g.Scenario.Sorts != nil {
		b.WriteString(", to rise for the boss")
	}
	if x.Facing >= 0 {
		b.WriteString(", shield " + turn.DirectionNames[x.Facing])
	}
	if x.Upgrade != 0 {
		b.WriteString(", " + turn.UpgradeNames[x.Upgrade])
	}
	if bidKnown(s, p, m) {
		fmt.Fprintf(b, ", bid %d", x.Bid)
	}
	if s.Own[p].Has(m) || !hidden(s) {
		tellHero(s, b, m)
	}
	b.WriteString(".\n")
}

// tellHero writes a model's kind, feats and traits, in games with Heroes.
func tellHero(s *turn.State, b *strings.Builder, m int8) {
	x := &s.Models[m]
	if !s.Game.Config.Heroes {
		return
	}
	b.WriteString(", a " + turn.KindNames[x.Kind])
	if x.Toughness > 0 || !s.Drafting && s.Bears(m, turn.TraitToughness) {
		fmt.Fprintf(b, ", toughness %d left", x.Toughness)
	}
	if k := heroes.ToField(s, m); k >= turn.Ganger {
		b.WriteString(", is to field " + turn.KindNames[k] + "s")
	}
	if x.Leader != turn.Nobody {
		b.WriteString(" of " + s.Game.ModelName(x.Leader))
	}
	if x.Flags&turn.FlagFrail != 0 {
		b.WriteString(", frail")
	}
	for i, n := range x.Marks {
		if n > 0 {
			fmt.Fprintf(b, ", %s %d", turn.MarkNames[i], n)
		}
	}
	for i, of := range x.Bonds {
		if of != turn.Nobody {
			fmt.Fprintf(b, ", %s: %s", turn.BondNames[i], s.Game.ModelName(of))
		}
	}
	for _, id := range limited {
		if (x.Spent | x.Used).Has(id) {
			b.WriteString(", " + id.Title() + " is spent")
		}
	}
	if n := s.Waits(m); n > 0 {
		fmt.Fprintf(b, ", %d of its feats to come", n)
	}
	if n := s.Due.Hits[m]; n > 0 {
		fmt.Fprintf(b, ", is to take %d", n)
	}
	if x.Struck != 0 {
		b.WriteString(", has interrupted " + namesOf(s.Game, x.Struck) + " this round")
	}
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		switch {
		case !s.Bears(m, id):
		case id.Trait():
			fmt.Fprintf(b, ", %s %d", id.Title(), s.Trait(m, id))
		default:
			b.WriteString(", " + id.Title())
		}
	}
	tellShapes(s, b, m)
}

// tellShapes writes the feats and traits of a Hero's other shapes.
func tellShapes(s *turn.State, b *strings.Builder, m int8) {
	for k := range heroes.OtherShapes(s, m) {
		r := &s.WardrobeOf(m).Shapes[k]
		if s.Drafting && r.Set == 0 {
			continue
		}
		fmt.Fprintf(b, ", as shape %d", k+1)
		sign := ": "
		for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
			if !r.Set.Has(id) || id.OfHero() {
				continue
			}
			b.WriteString(sign + id.Title())
			if id.Trait() {
				fmt.Fprintf(b, " %d", r.Traits[id-turn.FirstTrait])
			}
			sign = ", "
		}
		if sign == ": " {
			b.WriteString(": nothing")
		}
	}
}

func tellEnd(s *turn.State) string {
	g := s.Game
	var winners []string
	for side := range g.Sides {
		if seat := g.FirstSeat(int8(side)); s.Won[seat] {
			winners = append(winners, g.SideName(int8(side)))
		}
	}
	switch {
	case len(winners) != 1:
		return "The game is over: a tie of " + strings.Join(winners, " and ") + "."
	case g.Sides < g.Players:
		return "The game is over: " + winners[0] + " win."
	}
	return "The game is over: " + winners[0] + " wins."
}
