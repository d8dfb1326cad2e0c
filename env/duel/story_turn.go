package duel

import (
	"fmt"
	"strings"

	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// This file tells the turn in words: the seats, the activation and the Duel under way.

// namesOf returns the names of a set of models.
func namesOf(g *turn.Game, set turn.ModelSet) string {
	var names []string
	for rest := set; rest != 0; rest &= rest - 1 {
		names = append(names, g.ModelName(rest.First()))
	}
	return strings.Join(names, " and ")
}

// tellSeats writes where the seats start, which are out, what they have announced, and
// whose turn comes next.
func tellSeats(s *turn.State, b *strings.Builder) {
	g := s.Game
	for seat := range g.Seats {
		if c := s.Corner[seat]; c >= 0 {
			fmt.Fprintf(b, "Seat %d starts %s", seat, turn.CornerNames[c])
			if s.Lost[seat] {
				b.WriteString(", and is out")
			}
			if s.High>>seat&1 != 0 {
				b.WriteString(", and has announced a high result")
			}
			b.WriteString(". ")
		}
	}
	if g.Bidding && s.Round > 0 {
		fmt.Fprintf(b, "The first player is seat %d. ", s.First)
	}
	if next := s.Ahead().Next; next != turn.Nobody && s.Node != turn.NodeOver {
		fmt.Fprintf(b, "The next turn is that of seat %d.", next)
	}
	b.WriteByte('\n')
}

// tellTerrain writes what has changed on the table.
func tellTerrain(s *turn.State, b *strings.Builder) {
	scene := s.Game.Scene
	for i := range scene.Pieces() {
		at := scene.ExtentOf(i).At
		switch {
		case s.Land.Gone>>i&1 != 0:
			fmt.Fprintf(b, "Piece %d (%s) at %g,%g is gone.\n", i+1, scene.TypeOf(i).ID, at[0], at[1])
		case s.Damage[i] > 0:
			fmt.Fprintf(b, "Piece %d (%s) at %g,%g has taken %d of %d dice.\n", i+1, scene.TypeOf(i).ID, at[0], at[1], s.Damage[i], s.Game.Config.FragileHits)
		}
	}
	for i := range s.Land.Added() {
		x := &s.Land.Added()[i]
		e := x.Extent()
		what := "A log"
		if i < int(s.PutDown) {
			k, _ := s.Game.Yard.Lies(x)
			what = strings.ToUpper(k.String()[:1]) + k.String()[1:]
		} else if x.Stand() {
			what = "An obstacle"
			if by := s.Builders[i] - 1; by >= 0 {
				what += " of " + s.Game.ModelName(by)
			}
		}
		fmt.Fprintf(b, "%s lies at %g,%g; it extends", what, e.At[0], e.At[1])
		for d, far := range e.Far {
			fmt.Fprintf(b, " %.2g %s", far, turn.DirectionNames[d])
		}
		b.WriteString(".\n")
	}
}

// legNames holds the words for the parts of a Move.
var legNames = [turn.MoveKinds]string{
	turn.GoMove: "a Move", turn.GoLeg: "the first leg of two", turn.GoLastLeg: "the last leg of two", turn.GoFree: "a Move out of a melee",
	turn.GoBoost: "a boost", turn.GoCharge: "a charge", turn.GoMirage: "a mirage",
}

// tellActivation writes how far the activation under way has come, and what follows.
func tellActivation(s *turn.State, b *strings.Builder) {
	act, ahead := &s.Act, s.Ahead()
	if s.Node == turn.NodeOver {
		return
	}
	if act.M != turn.Nobody {
		fmt.Fprintf(b, "%s is activated", s.Game.ModelName(act.M))
		for _, f := range [...]struct {
			is   bool
			word string
		}{
			{act.Given, " by a feat"},
			{act.Exhausting, ", exhausts"},
			{act.Long, ", has had the long action"},
			{act.Second, ", has had an action"},
			{act.Again, ", has had a brawler's extra Move"},
			{act.Missed(), ", has missed its charge"},
			{act.NoDuel, ", no Duel follows"},
			{ahead.Prone, ", goes prone at the end"},
		} {
			if f.is {
				b.WriteString(f.word)
			}
		}
		if n := ahead.Actions + int(act.More); n > 0 {
			fmt.Fprintf(b, ", %d more to come", n)
		}
		if act.Moved+act.Left > 0 {
			fmt.Fprintf(b, "; %s gone, %s left of its Move", act.Moved, act.Left)
		}
		b.WriteString(".\n")
	}
	if g := s.Game; g.Foretells() && ahead.To != space.Nowhere {
		fmt.Fprintf(b, "The interrupted Move leads to %s.\n", g.Where(ahead.To))
	}
	if ahead.Moving && ahead.Leg != turn.GoMove {
		fmt.Fprintf(b, "It is %s.\n", legNames[ahead.Leg])
	}
	tellInterrupted(s.Game, b, &ahead)
	if ahead.Duels > 0 {
		fmt.Fprintf(b, "Duels to come: %d", ahead.Duels)
		if ahead.Duel.OneDie() {
			b.WriteString(", the first with one die")
		}
		if ahead.Duel.AvoidOnly() {
			b.WriteString(", the first to avoid hits only")
		}
		if ahead.With != turn.NoSkill {
			b.WriteString(", with " + ahead.With.Title())
		}
		if g := s.Game; g.Foretells() && ahead.Only >= 0 && int(ahead.Only) < g.Models {
			b.WriteString(", against " + g.ModelName(ahead.Only))
		}
		b.WriteString(".\n")
	}
}

// tellInterrupted writes how far a Move has gone that a feat has interrupted, and who does
// not interrupt it again.
func tellInterrupted(g *turn.Game, b *strings.Builder, ahead *turn.Ahead) {
	if ahead.Gone == 0 {
		return
	}
	b.WriteString("The interrupted Move")
	if ahead.From != space.Nowhere {
		fmt.Fprintf(b, " began at %s and", g.Where(ahead.From))
	}
	fmt.Fprintf(b, " has gone %s.\n", ahead.Gone)
	if ahead.Refused != 0 {
		fmt.Fprintf(b, "Do not interrupt the rest of it: %s.\n", namesOf(g, ahead.Refused))
	}
}

// tellDuel writes the Duel under way, as far as a seat knows it.
func tellDuel(s *turn.State, b *strings.Builder, p int) {
	d, g := &s.Duel, s.Game
	if d.By == turn.Nobody || s.Node == turn.NodeOver {
		return
	}
	b.WriteString(namesOf(g, s.Initiators()))
	if set := s.Initiators(); set&(set-1) != 0 {
		b.WriteString(" duel")
	} else {
		b.WriteString(" duels")
	}
	for _, f := range [...]struct {
		is   bool
		word string
	}{
		{d.Melee, " hand to hand"},
		{d.Charge, " in a charge"},
		{d.Leaving, " to get away"},
		{d.OneDie, " with one die"},
		{d.AvoidOnly, " to avoid hits only"},
		{d.Fixed != 0, " with its bid"},
		{d.Twice, " with its reroll spent"},
	} {
		if f.is {
			b.WriteString(f.word)
		}
	}
	if d.Special != turn.NoSkill {
		fmt.Fprintf(b, " by %s", d.Special.Title())
		if d.Much > 0 {
			fmt.Fprintf(b, " (%d)", d.Much)
		}
		if d.Chained != 0 {
			fmt.Fprintf(b, " (%s)", namesOf(g, d.Chained))
		}
	}
	b.WriteString(" with " + namesOf(g, s.Responders()))
	if _, mob := d.Mob(); mob {
		fmt.Fprintf(b, ", which has lost %d", s.Street.Losses)
	}
	b.WriteByte('.')
	if set := d.Fight &^ d.Set; set != 0 {
		fmt.Fprintf(b, " May attack: %s.", namesOf(g, set))
	}
	if set := d.Avoid &^ d.Set; set != 0 {
		fmt.Fprintf(b, " May avoid hits: %s.", namesOf(g, set))
	}
	tellScores(s, b, p)
	if d.Scope != 0 {
		fmt.Fprintf(b, " With a scope: %s.", namesOf(g, d.Scope))
	}
	if d.Target != turn.Nobody {
		fmt.Fprintf(b, " The target is %s.", g.ModelName(d.Target))
	}
	for m := range int8(g.Models) {
		if n := d.AimedAt(m); n > 0 {
			fmt.Fprintf(b, " Dice aimed at %s: %d.", g.ModelName(m), n)
		}
	}
	if d.Rolled > 0 && d.Faces[0] > 0 {
		b.WriteString(" Dice:")
		for _, f := range d.Faces[:d.Rolled] {
			fmt.Fprintf(b, " %d", f)
		}
		fmt.Fprintf(b, ", %+d each.", d.Bonus)
	}
	for m := range int8(g.Models) {
		if n := s.Threatening(m); n > 0 {
			fmt.Fprintf(b, " %d hits on %s are to come.", n, g.ModelName(m))
		}
	}
	b.WriteByte('\n')
}

// tellScores writes the scores that are set, and the defenses rolled.
func tellScores(s *turn.State, b *strings.Builder, p int) {
	d, g := &s.Duel, s.Game
	for rest := d.Set; rest != 0; rest &= rest - 1 {
		m := rest.First()
		name := g.ModelName(m)
		switch {
		case !d.Revealed && s.Owner(m) != p:
			fmt.Fprintf(b, " %s has set a score.", name)
			continue
		case d.Avoiding.Has(m):
			fmt.Fprintf(b, " %s avoids hits with %d.", name, d.Score[m])
		default:
			fmt.Fprintf(b, " %s has score %d.", name, d.Score[m])
		}
		if d.HadTurn().Has(m) {
			fmt.Fprintf(b, " %s has had its turn.", name)
		}
		if d.Defense[m] > 0 {
			fmt.Fprintf(b, " %s stops hits of %d or more.", name, d.Defense[m])
		}
	}
}

// askedFor returns the words of a question that are not those of its node.
func askedFor(s *turn.State) string {
	switch a, ok := s.Pending(); {
	case ok && (s.Node == turn.NodeConvert || s.Node == turn.NodeHow):
		return fmt.Sprintf(" (%d by %s)", a.Hits, s.Game.ModelName(a.By))
	case s.Node == turn.NodePick && s.Top().Kind == turn.TaskTurns:
		return " to activate"
	case s.Node == turn.NodePick:
		return " to duel with"
	}
	return ""
}
