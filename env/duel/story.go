package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/draw"
)

// Text implements env.Texter: the table as one seat sees it, a map of it, and
// what is asked.
func (s *State) Text(p env.Player) string {
	var b strings.Builder
	g := s.game
	fmt.Fprintf(&b, "DUEL, round %d of %d. You are seat %d: %s.\n", s.round, g.config.Rounds, p, s.fieldsOf(int(p)))
	if g.teamed {
		fmt.Fprintf(&b, "One team: %s.\n", g.sideName(g.side[p]))
	}
	if s.seated > 0 && s.round > 0 {
		b.WriteString("Order:")
		for _, seat := range s.order[:s.seated] {
			fmt.Fprintf(&b, " seat %d", seat)
		}
		b.WriteString(".\n")
	}
	table := s.Picture()
	table.Lines, table.Reach = nil, nil
	b.WriteString(strings.TrimRight(draw.Text(table), "\n"))
	b.WriteByte('\n')
	for m := range int8(g.models) {
		if s.unfielded(m) {
			continue
		}
		s.tellModel(&b, int(p), m)
	}
	for _, f := range g.hooks.tell {
		f(s, &b)
	}
	s.tellDuel(&b, int(p))
	switch {
	case s.node == nodeOver:
		b.WriteString(s.tellEnd())
	case s.actor == p:
		fmt.Fprintf(&b, "You are to decide%s: %s.", s.tellSubject(p), s.asks())
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "Chance decides%s: %s.", s.tellSubject(p), s.asks())
	default:
		fmt.Fprintf(&b, "Seat %d is to decide%s.", s.actor, s.tellSubject(p))
	}
	return b.String()
}

func (s *State) fieldsOf(seat int) string {
	var names []string
	for rest := s.own[seat]; rest != 0; rest &= rest - 1 {
		if m := first(rest); !s.unfielded(m) {
			names = append(names, s.game.modelName(m))
		}
	}
	return joined(names)
}

// unfielded says whether nobody has the place of a model: a follower's of whom
// there is none, or that of a boss's helper.
func (s *State) unfielded(m int8) bool {
	if s.game.scenario.arms != nil && s.game.automatic(m) {
		return s.models[m].status == gone && m != s.game.firstOf(s.game.players)
	}
	return s.game.config.Heroes && s.models[m].kind == fighter
}

func (s *State) tellSubject(p env.Player) string {
	if s.about(p) == nobody {
		return ""
	}
	return " for " + s.game.modelName(s.subject)
}

var statusNames = [...]string{"waits outside", "stands", "is prone", "is out of the game", "will be back", "is part of a mob", "has melted with the crowd"}

func (s *State) tellModel(b *strings.Builder, p int, m int8) {
	g, x := s.game, &s.models[m]
	name := g.modelName(m)
	if title := s.build(m).name; title != "" {
		name += " (" + title + ")"
	}
	fmt.Fprintf(b, "%s %s", name, statusNames[x.status])
	if has(s.inPlay, m) {
		fmt.Fprintf(b, " at %s", g.where(x.at))
		if h := s.feet(m); h > 0 {
			fmt.Fprintf(b, ", %s up", h)
		}
	}
	for _, f := range [...]struct {
		is   bool
		word string
	}{
		{x.hits > 0, ", hit"},
		{x.flags&flagJammed != 0, ", weapon jammed"},
		{x.flags&flagActed != 0 && has(s.inPlay, m), ", has acted"},
		{x.flags&flagAimed != 0, ", takes aim"},
		{x.flags&flagClimbing != 0, ", climbing"},
	} {
		if f.is {
			b.WriteString(f.word)
		}
	}
	if x.facing >= 0 {
		b.WriteString(", shield " + directionNames[x.facing])
	}
	if x.upgrade != 0 {
		b.WriteString(", " + upgradeNames[x.upgrade])
	}
	if s.bidKnown(p, m) {
		fmt.Fprintf(b, ", bid %d", x.bid)
	}
	if has(s.own[p], m) || !s.hidden() {
		s.tellHero(b, m)
	}
	b.WriteString(".\n")
}

// tellHero tells what a model is and has where Heroes are played.
func (s *State) tellHero(b *strings.Builder, m int8) {
	x := &s.models[m]
	if !s.game.config.Heroes {
		return
	}
	b.WriteString(", a " + kindNames[x.kind])
	if x.toughness > 0 {
		fmt.Fprintf(b, ", toughness %d", x.toughness)
	}
	for i, n := range x.marks {
		if n > 0 {
			fmt.Fprintf(b, ", %s %d", markNames[i], n)
		}
	}
	for i, of := range x.bonds {
		if of != nobody {
			fmt.Fprintf(b, ", %s: %s", bondNames[i], s.game.modelName(of))
		}
	}
	for id := noSkill + 1; id < skillIDs; id++ {
		switch {
		case !s.bears(m, id):
		case id.trait():
			fmt.Fprintf(b, ", %s %d", id.title(), s.trait(m, id))
		default:
			b.WriteString(", " + id.title())
		}
	}
	s.tellShapes(b, m)
}

// tellShapes tells what a Hero has in its other shapes.
func (s *State) tellShapes(b *strings.Builder, m int8) {
	for k := range s.otherShapes(m) {
		r := &s.wardrobeOf(m).shapes[k]
		if s.drafting && r.set == 0 {
			continue
		}
		fmt.Fprintf(b, ", as shape %d", k+1)
		sign := ": "
		for id := noSkill + 1; id < skillIDs; id++ {
			if !r.set.has(id) || id.ofHero() {
				continue
			}
			b.WriteString(sign + id.title())
			if id.trait() {
				fmt.Fprintf(b, " %d", r.traits[id-firstTrait])
			}
			sign = ", "
		}
		if sign == ": " {
			b.WriteString(": nothing")
		}
	}
}

// tellDuel tells of the Duel under way, as far as a seat knows it.
func (s *State) tellDuel(b *strings.Builder, p int) {
	d, g := &s.duel, s.game
	if d.by == nobody || s.node == nodeOver {
		return
	}
	verb := " duels"
	for rest := s.initiators(); rest != 0; rest &= rest - 1 {
		if b.WriteString(g.modelName(first(rest))); rest&(rest-1) != 0 {
			verb = " duel"
			b.WriteString(" and ")
		}
	}
	b.WriteString(verb)
	if d.melee {
		b.WriteString(" hand to hand")
	}
	b.WriteString(" with")
	for rest := s.responders(); rest != 0; rest &= rest - 1 {
		b.WriteString(" " + g.modelName(first(rest)))
	}
	b.WriteByte('.')
	for rest := d.set; rest != 0; rest &= rest - 1 {
		m := first(rest)
		switch {
		case !d.revealed && s.owner(m) != p:
			fmt.Fprintf(b, " %s has set a score.", g.modelName(m))
		case has(d.avoiding, m):
			fmt.Fprintf(b, " %s avoids hits with %d.", g.modelName(m), d.score[m])
		default:
			fmt.Fprintf(b, " %s has score %d.", g.modelName(m), d.score[m])
		}
	}
	if d.rolled > 0 && (s.node == nodeReroll || s.node == nodeCover) {
		b.WriteString(" Dice:")
		for _, f := range d.faces[:d.rolled] {
			fmt.Fprintf(b, " %d", f)
		}
		fmt.Fprintf(b, ", %+d each.", d.bonus)
	}
	b.WriteByte('\n')
}

func (s *State) tellEnd() string {
	g := s.game
	var winners []string
	for side := range g.sides {
		if seat := g.firstSeat(int8(side)); s.won[seat] {
			winners = append(winners, g.sideName(int8(side)))
		}
	}
	switch {
	case len(winners) != 1:
		return "The game is over: a tie of " + strings.Join(winners, " and ") + "."
	case g.sides < g.players:
		return "The game is over: " + winners[0] + " win."
	}
	return "The game is over: " + winners[0] + " wins."
}
