package duel

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// This file tells the turn: the changes of the table, the activation and the Duel under way.

// namesOf returns the names of a set of models.
func namesOf(g *turn.Game, set turn.ModelSet) string {
	var names []string
	for rest := set; rest != 0; rest &= rest - 1 {
		names = append(names, g.ModelName(rest.First()))
	}
	return strings.Join(names, " and ")
}

// changes tells what has changed on the table, a sentence each.
func (l *look) changes(notes []string) []string {
	t, table := l.t, l.g.Scene
	for i := range table.Pieces() {
		at := table.ExtentOf(i).At
		switch {
		case t.Land.Gone>>i&1 != 0:
			notes = append(notes, fmt.Sprintf("Piece %d (%s) at %g,%g is gone.", i+1, table.TypeOf(i).ID, at[0], at[1]))
		case t.Damage[i] > 0:
			notes = append(notes, fmt.Sprintf("Piece %d (%s) at %g,%g has taken %d of %d dice.", i+1, table.TypeOf(i).ID, at[0], at[1], t.Damage[i], l.c.FragileHits))
		}
	}
	for i := range t.Land.Added() {
		e := t.Land.Added()[i].Extent()
		text := fmt.Sprintf("%s lies at %g,%g; it extends", l.addedName(i), e.At[0], e.At[1])
		for d, far := range e.Far {
			text += fmt.Sprintf(" %.2g %s", far, turn.DirectionNames[d])
		}
		notes = append(notes, text+".")
	}
	return notes
}

// addedName returns what a piece of terrain is that has been put down.
func (l *look) addedName(i int) string {
	x := &l.t.Land.Added()[i]
	switch {
	case i < int(l.t.PutDown):
		k, _ := l.g.Yard.Lies(x)
		return scene.Sentence(k.String())
	case !x.Stand():
		return "A log"
	case l.t.Builders[i] > 0:
		return "An obstacle of " + l.name(l.t.Builders[i]-1)
	}
	return "An obstacle"
}

// legNames holds the words for the parts of a Move.
var legNames = [turn.MoveKinds]string{
	turn.GoMove: "a Move", turn.GoLeg: "the first leg of two", turn.GoLastLeg: "the last leg of two", turn.GoFree: "a Move out of a melee",
	turn.GoBoost: "a boost", turn.GoCharge: "a charge", turn.GoMirage: "a mirage",
}

// activation tells how far the activation under way has come, and what follows.
func (l *look) activation(notes []string) []string {
	act, ahead, g := &l.t.Act, l.t.Ahead(), l.g
	if l.over() {
		return notes
	}
	if act.M != turn.Nobody {
		text := l.name(act.M) + " is activated"
		for _, f := range [...]state{
			{act.Given, " by a feat"},
			{act.Exhausting, ", exhausts"},
			{act.Long, ", has had the long action"},
			{act.Second, ", has had an action"},
			{act.Again, ", has had a brawler's extra Move"},
			{act.Missed(), ", has missed its charge"},
			{act.NoDuel, ", no Duel follows"},
			{ahead.Prone, ", goes prone at the end"},
		} {
			if f.holds {
				text += f.word
			}
		}
		if n := ahead.Actions + int(act.More); n > 0 {
			text += fmt.Sprintf(", %d more to come", n)
		}
		if act.Moved+act.Left > 0 {
			text += fmt.Sprintf("; %s gone, %s left of its Move", act.Moved, act.Left)
		}
		notes = append(notes, text+".")
	}
	if g.Foretells() && ahead.To != space.Nowhere {
		notes = append(notes, "The interrupted Move leads to "+g.Where(ahead.To)+".")
	}
	if ahead.Moving && ahead.Leg != turn.GoMove {
		notes = append(notes, "It is "+legNames[ahead.Leg]+".")
	}
	if ahead.Gone != 0 {
		text := "The interrupted Move"
		if ahead.From != space.Nowhere {
			text += " began at " + g.Where(ahead.From) + " and"
		}
		notes = append(notes, fmt.Sprintf("%s has gone %s.", text, ahead.Gone))
		if ahead.Refused != 0 {
			notes = append(notes, "Do not interrupt the rest of it: "+namesOf(g, ahead.Refused)+".")
		}
	}
	if ahead.Duels > 0 {
		text := "Duels to come: " + strconv.Itoa(ahead.Duels)
		if ahead.Duel.OneDie() {
			text += ", the first with one die"
		}
		if ahead.Duel.AvoidOnly() {
			text += ", the first to avoid hits only"
		}
		if ahead.With != turn.NoSkill {
			text += ", with " + ahead.With.Title()
		}
		if g.Foretells() && ahead.Only >= 0 && int(ahead.Only) < g.Models {
			text += ", against " + g.ModelName(ahead.Only)
		}
		notes = append(notes, text+".")
	}
	return notes
}

// duel returns the Duel under way, as far as the viewer knows it: who is in it, the scores, face
// down until they are revealed, and the dice.
func (l *look) duel() scene.Zone {
	d := &l.t.Duel
	z := scene.Zone{ID: "duel", Title: "Duel", Kind: "table", Note: l.duelWords()}
	for rest := d.Set; rest != 0; rest &= rest - 1 {
		z.Things = append(z.Things, l.score(rest.First(), scene.HiddenID(z.ID, len(z.Things))))
	}
	if d.Rolled > 0 && d.Faces[0] > 0 {
		for i, face := range d.Faces[:d.Rolled] {
			z.Things = append(z.Things, scene.Thing{ID: dieThing(i), Name: "Die", Kind: "die", Corner: strconv.Itoa(int(face))})
		}
		z.Meters = append(z.Meters, scene.Meter{ID: "bonus", Name: "on each die", Value: float64(d.Bonus), Text: fmt.Sprintf("%+d", d.Bonus)})
	}
	return z
}

func dieThing(i int) string { return "die:" + strconv.Itoa(i) }

// duelWords says who duels with whom, and how.
func (l *look) duelWords() string {
	d := &l.t.Duel
	text := namesOf(l.g, l.t.Initiators()) + " " + duels(l.t.Initiators())
	for _, f := range [...]state{
		{d.Melee, " hand to hand"},
		{d.Charge, " in a charge"},
		{d.Leaving, " to get away"},
		{d.OneDie, " with one die"},
		{d.AvoidOnly, " to avoid hits only"},
		{d.Fixed != 0, " with its bid"},
		{d.Twice, " with its reroll spent"},
	} {
		if f.holds {
			text += f.word
		}
	}
	if d.Special != turn.NoSkill {
		text += " by " + d.Special.Title()
		if d.Much > 0 {
			text += fmt.Sprintf(" (%d)", d.Much)
		}
		if d.Chained != 0 {
			text += fmt.Sprintf(" (%s)", namesOf(l.g, d.Chained))
		}
	}
	text += " with " + namesOf(l.g, l.t.Responders())
	if _, mob := d.Mob(); mob {
		text += fmt.Sprintf(", which has lost %d", l.t.Street.Losses)
	}
	return text
}

// duels returns the verb of those who begin a Duel.
func duels(set turn.ModelSet) string {
	if set&(set-1) != 0 {
		return "duel"
	}
	return "duels"
}

// score returns the Duel Score of a model, or of the mob, as a thing.
func (l *look) score(m int8, hidden string) scene.Thing {
	d := &l.t.Duel
	t := scene.Thing{ID: hidden, Name: "Score of " + l.name(m), Kind: "score"}
	_, mob := turn.MobOf(m)
	if !mob {
		t.Under = modelID(m)
	}
	if !d.Revealed && (mob || !l.mine(m)) {
		t.Face, t.Marks = scene.FaceDown, []string{"in secret"}
		return t
	}
	t.ID, t.Corner = fmt.Sprintf("score:%d", m), strconv.Itoa(int(d.Score[m]))
	if !d.Revealed {
		t.Face, t.Marks = scene.FaceMine, []string{"in secret"}
	}
	if d.Avoiding.Has(m) {
		t.Marks = append(t.Marks, "avoids hits")
	}
	if d.HadTurn().Has(m) {
		t.Marks = append(t.Marks, "has had its turn")
	}
	if d.Defense[m] > 0 {
		t.Marks = append(t.Marks, fmt.Sprintf("stops hits of %d or more", d.Defense[m]))
	}
	return t
}

// duelist tells what a model, or a mob, has to do with the Duel under way.
func (l *look) duelist(m int8, mark func(string)) {
	d := &l.t.Duel
	if d.By == turn.Nobody || l.over() {
		return
	}
	for _, f := range [...]state{
		{(d.Fight &^ d.Set).Has(m), "may attack"},
		{(d.Avoid &^ d.Set).Has(m), "may avoid hits"},
		{d.Scope.Has(m), "with a scope"},
		{d.Target == m, "target"},
	} {
		if f.holds {
			mark(f.word)
		}
	}
	if _, mob := turn.MobOf(m); mob {
		return
	}
	if n := d.AimedAt(m); n > 0 {
		mark(dice(n) + " aimed at it")
	}
	if n := l.t.Threatening(m); n > 0 {
		mark(scene.Count(n, "hit") + " to come")
	}
}
