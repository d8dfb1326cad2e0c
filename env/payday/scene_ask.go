package payday

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/payday/internal/cards"
	"ringer/env/scene"
)

// asked puts the question to the viewer into words, or says for whom the table waits.
func (t *look) asked() {
	switch {
	case t.over():
		t.sc.Waits, t.sc.Why = scene.Sentence(t.outcome()), t.why()
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

// why says why the game is over, in a sentence.
func (s *State) why() string {
	if s.winner == Police {
		return scene.Sentence(s.ending()) + fmt.Sprintf(": %d of %d PAYDAY cards are out.", s.secured, s.paydays)
	}
	return scene.Sentence(s.ending()) + "."
}

// outcome says who has won.
func (s *State) outcome() string {
	won := env.Player(s.winner)
	return env.Who(won) + " " + env.Does(won, "wins")
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
		x.Things = t.find(t.kindOf(uint8(c.Kind)).ID)
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
			if t.question == AskCard {
				x.Note = "moves come next"
			}
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
		return t.game.title(t.d.Loots[h.loot])
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
		return t.kindOf(h.kind).Text
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

// find returns the ids of the things of a kind that a choice may mean: in the supply, in
// the hand, among the discards, or on the floor.
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

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.config
	r := &scene.Rules{
		Title: g.spec.Title,
		Goal:  fmt.Sprintf("The Criminal wins when every PAYDAY is out. The Police win when no heister is left on the table and a PAYDAY is not out, or after %s.", limit(c)),
		Course: []string{
			"The heist: the Criminal picks key items, the Police lay out a column of obstacles and guards in front of each Loot, face down.",
			fmt.Sprintf("The Criminal's turn: gain $%d; play cards, any number that cost cash and one that is free; move each heister one column; hand over weapons, armor and Loot within a column; escape; draw a card and keep at most %d.", c.Income, c.CriminalLimit),
			fmt.Sprintf("The turn of the Police: gain $%d and what Funding pays; play cards; then %s; draw a card and keep at most %d.", c.Income, scene.Count(c.MoveActions, "move action"), c.PoliceLimit),
			fmt.Sprintf("Combat, column by column, wherever both sides are at the top: combat cards in turn, the Police first, at most %d each; heisters attack; officers whose damage exceeds their armor die; survivors fire, less armor, and that damage stays.", c.CombatCards),
			"Update: top obstacles with heisters are turned up. Each heister adds 1 progress. A face-up top obstacle goes when all that it asks for holds: progress, heisters, no police, cash, its key. Its officers go on or home.",
			"A Loot at a top without officers is turned up and taken. A heister with a PAYDAY in an outermost column, who has not moved, may escape.",
		},
		Signs: []scene.Entry{
			{ID: "damage", Kind: "sign", Name: "Damage", Text: "What a heister or an officer deals in one attack."},
			{ID: "armor", Kind: "sign", Name: "Armor", Text: "An officer dies when the damage of a combat exceeds it. Of damage on a heister it is taken off."},
			{ID: "2/1", Kind: "sign", Name: "2/1", Text: "Of an officer: 2 damage and 1 armor."},
			{ID: "health", Kind: "sign", Name: "Health", Text: "A heister with as much damage as health is out; its Loot stays there."},
			{ID: "targets", Kind: "sign", Name: "Target value", Text: "How many officers a heister attacks in a combat."},
			{ID: "progress", Kind: "sign", Name: "Progress", Text: "Tokens that an obstacle asks for; each heister adds 1 in an Update."},
			{ID: "top", Kind: "sign", Name: "Top", Text: "The first objective of a column that is left. Heisters of the column are there."},
		},
	}
	for i := range g.deck.Kinds {
		k := &g.deck.Kinds[i]
		kind := k.Type.String()
		if k.Type == TypeOfficer || k.Type == TypeGuard {
			kind += ", " + strings.ReplaceAll(cards.SubtypeNames[k.Subtype], "_", " ")
		}
		r.Entries = append(r.Entries, scene.Entry{ID: k.ID, Kind: kind, Name: k.Title, Text: g.explained(uint8(i), kind)})
	}
	return r
}

// explained says what a kind of card costs and does.
func (g *Game) explained(i uint8, kind string) string {
	k := &g.deck.Kinds[i]
	if k.Type == TypeKey {
		return "Opens what asks for it: " + scene.List(g.locks(i), "and") + ". A heister carries it there."
	}
	if words := saysOf(k, int(k.Cost)); words != "" {
		return words
	}
	return scene.Sentence(kind) + "."
}

// locks names the obstacles that ask for a key item.
func (g *Game) locks(key uint8) (names []string) {
	for i := range g.deck.Kinds {
		if r := &g.deck.Kinds[i].Demand; r.Key != none && g.deck.Loots[r.Key] == key {
			names = append(names, g.deck.Kinds[i].Title)
		}
	}
	return names
}

// limit says after how many rounds the Police win, in words.
func limit(c *Config) string {
	if c.LootCards > 0 {
		return scene.Count(c.RoundsOf(c.LootCards), "round")
	}
	return fmt.Sprintf("%s, and %d more for each Loot card above three", scene.Count(c.Rounds, "round"), c.MoreRounds)
}
