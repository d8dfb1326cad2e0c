package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/heroes"
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

func tellSubject(s *turn.State, p env.Player) string {
	if about(s, p) == turn.Nobody {
		return ""
	}
	return " for " + s.Game.ModelName(s.Subject)
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
		{x.Hits > 0, ", hit"},
		{x.Flags&turn.FlagJammed != 0, ", weapon jammed"},
		{x.Flags&turn.FlagActed != 0 && s.InPlay.Has(m), ", has acted"},
		{x.Flags&turn.FlagAimed != 0, ", takes aim"},
		{x.Flags&turn.FlagClimbing != 0, ", climbing"},
	} {
		if f.is {
			b.WriteString(f.word)
		}
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
	if x.Toughness > 0 {
		fmt.Fprintf(b, ", toughness %d", x.Toughness)
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

// tellDuel writes the Duel under way, as far as a seat knows it.
func tellDuel(s *turn.State, b *strings.Builder, p int) {
	d, g := &s.Duel, s.Game
	if d.By == turn.Nobody || s.Node == turn.NodeOver {
		return
	}
	verb := " duels"
	for rest := s.Initiators(); rest != 0; rest &= rest - 1 {
		if b.WriteString(g.ModelName(rest.First())); rest&(rest-1) != 0 {
			verb = " duel"
			b.WriteString(" and ")
		}
	}
	b.WriteString(verb)
	if d.Melee {
		b.WriteString(" hand to hand")
	}
	b.WriteString(" with")
	for rest := s.Responders(); rest != 0; rest &= rest - 1 {
		b.WriteString(" " + g.ModelName(rest.First()))
	}
	b.WriteByte('.')
	for rest := d.Set; rest != 0; rest &= rest - 1 {
		m := rest.First()
		switch {
		case !d.Revealed && s.Owner(m) != p:
			fmt.Fprintf(b, " %s has set a score.", g.ModelName(m))
		case d.Avoiding.Has(m):
			fmt.Fprintf(b, " %s avoids hits with %d.", g.ModelName(m), d.Score[m])
		default:
			fmt.Fprintf(b, " %s has score %d.", g.ModelName(m), d.Score[m])
		}
	}
	if d.Rolled > 0 && (s.Node == turn.NodeReroll || s.Node == turn.NodeCover) {
		b.WriteString(" Dice:")
		for _, f := range d.Faces[:d.Rolled] {
			fmt.Fprintf(b, " %d", f)
		}
		fmt.Fprintf(b, ", %+d each.", d.Bonus)
	}
	b.WriteByte('\n')
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
