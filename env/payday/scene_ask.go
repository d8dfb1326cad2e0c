package payday

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/scene"
)

// asked puts the question to the viewer into words, or says for whom the table waits.
func (t *look) asked() {
	switch {
	case t.over():
		t.sc.Waits = scene.Sentence(t.outcome())
	case t.actor == env.Chance:
		t.sc.Waits = "Chance decides: " + t.asks(t.p)
	case t.actor != t.p:
		t.sc.Waits = env.Upper(env.Who(t.actor)) + " is to " + t.asks(t.p)
	default:
		q := scene.Ask(t.game, t.State, t.p)
		q.Kind = t.question.String()
		q.Text = scene.Sentence(t.asks(t.p))
		q.Help = helps[t.question]
		for i := range q.Choices {
			t.choice(&q.Choices[i])
		}
		t.sc.Ask = q
	}
}

// outcome says who has won, and why.
func (s *State) outcome() string {
	won := env.Player(s.winner)
	return env.Who(won) + " " + env.Does(won, "wins") + ": " + s.ending()
}

// ending says why the game is over.
func (s *State) ending() string {
	switch {
	case s.winner == Criminal:
		return "every PAYDAY is out"
	case s.onTable() == 0:
		return "no heister is left"
	}
	return "the last round is over"
}

// helps are the rules behind the questions.
var helps = [questions]string{
	AskKey:        "Each key item brings a hard obstacle, which it opens.",
	AskLootAt:     "All of the heist lies face down, and only you may look. No key may lie behind the obstacle that it opens.",
	AskObstacleAt: "1 to 3 obstacles a column.",
	AskGuardAt:    "As many guards in a column as it has obstacles, at most three at a place.",
	AskRedraw:     "A hand without a heister may be shown and drawn anew.",
	AskSwap:       "You draw as many cards as you discard.",
	AskCard:       "Any number of cards that cost cash, and one that is free. A heister costs 1 more for each on the table.",
	AskMove:       "Each heister may move one column in a turn.",
	AskTransfer:   "Weapons, armor and Loot change hands within a column, each card once a turn.",
	AskEscape:     "A heister with a PAYDAY in an outermost column, who has not moved, may escape. It and its cards are shuffled into the draw pile.",
	AskMoveFrom:   "A move action: any officers of one place, each to another objective of its column or the next, or over the edge back to hand.",
	AskCombat:     "Combat cards are played in turn until both sides pass in a row; then heisters attack, and survivors fire.",
	AskAttacker:   "A heister attacks as many officers as its Target value, with full damage each.",
	AskAttack:     "An officer dies when all its damage of this combat exceeds its armor. It leaves when every heister has attacked.",
	AskFire:       "The damage, less the armor, stays on the heister. With as much damage as health the heister is out.",
	AskPay:        "An obstacle goes when all that it asks for holds.",
	AskRegroup:    "Its obstacle is gone: an officer goes on while there is room, or home.",
	AskLoot:       "A heister carries one Loot.",
}

// choice puts a legal action into words.
func (t *look) choice(x *scene.Choice) {
	c := t.Decode(x.Action)
	x.Label = scene.Sentence(x.Name)
	at := func(col, depth, slot int) {
		if id, ok := t.spots[spot{col, depth, slot}]; ok {
			x.Things = append(x.Things, id)
		}
	}
	switch c.Block {
	case BlockCard:
		x.Things = t.find(t.kindOf(uint8(c.Kind)).id)
		x.Note = t.cardWords(uint8(c.Kind))
	case BlockHeister:
		at(-1, -1, c.Slot)
		if t.heisters[c.Slot].kind != none {
			x.Note = t.heisterNote(c.Slot)
			if t.question == AskCard {
				x.Label = "Use the ability of " + t.heisterName(c.Slot)
			}
		}
	case BlockOfficer:
		at(c.Column, c.Depth, c.Slot)
		x.Note = t.officerNote(c)
	case BlockColumn:
		t.atTop(x, c.Column)
		x.Note = t.columnNote(c.Column)
	case BlockPlace:
		at(c.Column, c.Depth, -1)
		if n := t.posted(c.Column, c.Depth); n > 0 {
			x.Note = fmt.Sprintf("%d of the Police there", n)
		}
	case BlockMove:
		at(-1, -1, c.Slot)
		to := int(t.heisters[c.Slot].col) - 1
		if c.Right {
			to += 2
		}
		x.Note = fmt.Sprintf("to column %d", to+1)
		t.atTop(x, to)
	case BlockTransfer:
		at(-1, -1, c.Slot)
		if c.To != c.Slot {
			at(-1, -1, c.To)
		}
		x.Note = t.carried(c.Slot, c.Item)
	case BlockStep:
		if words := ends[t.question]; c.Step == StepEnd && words != "" {
			x.Label = words
		}
		if words := stepLabels[c.Step]; words != "" && t.question != AskRegroup {
			x.Label = words
		}
	case BlockNumber:
		switch t.question {
		case AskSize:
			x.Label = fmt.Sprintf("%d Loot cards", c.Number)
		case AskPaydays:
			x.Label = fmt.Sprintf("%d of them PAYDAY", c.Number)
		}
	}
}

// carried names an item of a heister.
func (t *look) carried(slot, item int) string {
	h := &t.heisters[slot]
	switch {
	case item == ItemWeapon && h.weapon != none:
		return t.game.title(h.weapon)
	case item == ItemArmor && h.armor != none:
		return t.game.title(h.armor)
	case item == ItemLoot && h.loot != none:
		return t.game.title(t.d.loots[h.loot])
	}
	return ""
}

// ends say what StepEnd does.
var ends = [questions]string{
	AskCard: "Play nothing more", AskSwap: "Keep the rest", AskMove: "Move nobody else", AskTransfer: "Hand nothing more over",
	AskEscape: "Escape with nobody", AskMoveFrom: "No more move actions", AskMoveWho: "Move nobody else from there",
	AskCombat: "Pass", AskAttack: "Attack nobody else", AskRecover: "Take nothing",
}

// stepLabels are the labels of the other answers that name nothing on the table.
var stepLabels = map[Step]string{
	StepKeep: "Keep this hand", StepRedraw: "Show it and draw anew",
}

// posted returns the number of officers and guards at a place, as far as the viewer knows.
func (t *look) posted(col, depth int) (n int) {
	for slot := range slots {
		if t.officer(col, depth, slot).kind != none || t.guardAt(col, depth, slot) != none {
			n++
		}
	}
	return n
}

// columnNote says who is in a column.
func (t *look) columnNote(col int) string {
	return fmt.Sprintf("%s, %d of the Police at the top", scene.Count(t.heistersAt(col), "heister"), t.posted(col, int(t.cols[col].top)))
}

// heisterNote says what matters of a heister that a choice names.
func (t *look) heisterNote(i int) string {
	h, left, armor := &t.heisters[i], t.health(i)-int(t.heisters[i].damage), t.armorOn(i)
	switch t.question {
	case AskCard:
		return t.kindOf(h.kind).text
	case AskFire:
		dealt := max(0, t.FiringDamage()-armor)
		words := fmt.Sprintf("loses %d of %d health", min(dealt, left), left)
		if armor > 0 {
			words += fmt.Sprintf(" (armor takes %d of %d)", t.FiringDamage()-dealt, t.FiringDamage())
		}
		if dealt >= left {
			words += ": would be out"
		}
		return words
	}
	return fmt.Sprintf("column %d · %d damage · %d health · %d armor", h.col+1, t.strength(i), left, armor)
}

// officerNote says what matters of an officer that a choice names.
func (t *look) officerNote(c Choice) string {
	o := t.officer(c.Column, c.Depth, c.Slot)
	switch {
	case o.kind == none || o.down && !t.sees(Police):
		return ""
	case t.question != AskAttack:
		return fmt.Sprintf("%d damage · %d armor", t.damageOf(c.Column, c.Depth, c.Slot), t.armorOf(c.Column, c.Depth, c.Slot))
	}
	damage, left := t.attackOn(c.Column, c.Depth, c.Slot)
	words := fmt.Sprintf("%d damage against %d armor left: would ", damage, left)
	if damage > left {
		return words + "die"
	}
	return words + "live"
}

// atTop lets a choice be clicked on the top objective of a column.
func (t *look) atTop(x *scene.Choice, col int) {
	if col >= 0 && col < t.columns() {
		if id, ok := t.spots[spot{col, int(t.cols[col].top), -1}]; ok {
			x.Things = append(x.Things, id)
		}
	}
}

// find returns the ids of the things of a kind that a choice may mean: those of the supply,
// of the hand, of the discards, or on the floor.
func (t *look) find(of string) (ids []string) {
	zones := []string{"supply", labelled("hand", int(t.p))}
	switch t.question {
	case AskRecover:
		zones = []string{labelled("discards", int(t.p)), labelled("secret", int(t.p))}
	case AskLoot:
		zones = nil
		for col := range t.columns() {
			zones = append(zones, labelled("ground", col+1))
		}
	}
	for i := range t.sc.Zones {
		z := &t.sc.Zones[i]
		if !slices.Contains(zones, z.ID) {
			continue
		}
		for j := range z.Things {
			if z.Things[j].Of == of {
				ids = append(ids, z.Things[j].ID)
			}
		}
	}
	return ids
}
