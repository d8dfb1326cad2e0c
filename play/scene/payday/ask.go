package payday

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/payday"
	"ringer/env/scene"
)

// ask puts the question to the viewer into words, or says for whom the table waits.
func (t *table) ask() {
	actor := t.s.CurrentPlayer()
	switch {
	case actor == env.Terminal:
		t.sc.Waits = "The Police have won."
		if t.s.Winner() == payday.Criminal {
			t.sc.Waits = "The Criminal has got away with everything."
		}
		return
	case actor == env.Chance:
		t.sc.Waits = "Chance decides: " + t.s.Asks(int(t.p)) + "."
		return
	case actor != t.p:
		t.sc.Waits = fmt.Sprintf("%s are to %s.", scene.Sentence(sides[actor]), t.s.Asks(int(t.p)))
		if actor == payday.Criminal {
			t.sc.Waits = strings.Replace(t.sc.Waits, " are to ", " is to ", 1)
		}
		return
	}
	q := scene.Ask(t.game, t.s, t.p)
	q.Kind = t.s.Question().String()
	q.Text = t.question()
	q.Help = helps[t.s.Question()]
	for i := range q.Choices {
		t.choice(&q.Choices[i])
	}
	t.sc.Ask = q
}

// question says what is asked, about which card or person.
func (t *table) question() string {
	asks := scene.Sentence(t.s.Asks(int(t.p)))
	words, about, found := strings.Cut(asks, " (")
	if !found {
		return asks
	}
	about = strings.TrimSuffix(about, ")")
	switch t.s.Question() {
	case payday.AskTarget, payday.AskWhere, payday.AskDash, payday.AskRedeploy, payday.AskRecover:
		return words + " for " + about
	case payday.AskCombat, payday.AskAttacker:
		return words + ", in " + about
	case payday.AskMoveWho:
		return words + ", from " + about
	case payday.AskAttack:
		who, more, _ := strings.Cut(about, ", ")
		return fmt.Sprintf("Choose whom %s attacks, or end (%s)", who, more)
	}
	return words + ": " + about
}

// helps are the rules behind the questions.
var helps = map[payday.Question]string{
	payday.AskKey:        "Each key item brings a hard obstacle, which it opens.",
	payday.AskLootAt:     "All of the heist lies face down, and only you may look. No key may lie behind the obstacle that it opens.",
	payday.AskObstacleAt: "1 to 3 obstacles a column.",
	payday.AskGuardAt:    "As many guards in a column as it has obstacles, at most three at a place.",
	payday.AskRedraw:     "A hand without a heister may be shown and drawn anew.",
	payday.AskSwap:       "You draw as many cards as you discard.",
	payday.AskCard:       "Any number of cards that cost cash, and one that is free. A heister costs 1 more for each on the table.",
	payday.AskMove:       "Each heister may move one column in a turn.",
	payday.AskTransfer:   "Weapons, armor and Loot change hands within a column, each card once a turn.",
	payday.AskEscape:     "A heister with a PAYDAY in an outermost column, who has not moved, may escape. It and its cards are shuffled into the draw pile.",
	payday.AskMoveFrom:   "A move action: any officers of one place, each to another objective of its column or the next, or over the edge back to hand.",
	payday.AskCombat:     "Combat cards are played in turn until both sides pass in a row; then heisters attack, and survivors fire.",
	payday.AskAttacker:   "A heister attacks as many officers as its Target value, with full damage each.",
	payday.AskAttack:     "An officer dies when all its damage of this combat exceeds its armor. It leaves when every heister has attacked.",
	payday.AskFire:       "The damage, less the armor, stays on the heister. With as much damage as health the heister is out.",
	payday.AskPay:        "An obstacle goes when all that it asks for holds.",
	payday.AskRegroup:    "Its obstacle is gone: an officer goes on while there is room, or home.",
	payday.AskLoot:       "A heister carries one Loot.",
	payday.AskHandLimit:  "",
}

// choice puts a legal action into words.
func (t *table) choice(x *scene.Choice) {
	s := t.s
	c := s.Decode(x.Action)
	q := s.Question()
	x.Label = scene.Sentence(x.Name)
	switch c.Block {
	case payday.BlockCard:
		k := &t.kinds[c.Kind]
		x.Things = t.find(k.ID)
		x.Note = t.cardNote(k)
		if q == payday.AskCard || q == payday.AskCombat {
			printed := fmt.Sprintf("costs $%d", k.Cost)
			now := fmt.Sprintf("costs $%d now", s.Price(int(t.p), c.Kind))
			if s.Price(int(t.p), c.Kind) == 0 && k.Type != payday.TypeLoot {
				now = "free"
			}
			if now != printed+" now" {
				x.Note = strings.Replace(x.Note, printed, now, 1)
			}
		}
	case payday.BlockHeister:
		if id, ok := t.at[place{-1, -1, c.Slot}]; ok {
			x.Things = []string{id}
		}
		if h, ok := s.HeisterAt(c.Slot); ok {
			x.Note = t.heisterNote(q, &h)
			if q == payday.AskCard {
				x.Label = "Use the ability of " + t.kinds[h.Kind].Title
			}
		}
	case payday.BlockOfficer:
		if id, ok := t.at[place{c.Column, c.Depth, c.Slot}]; ok {
			x.Things = []string{id}
		}
		x.Note = t.officerNote(q, c)
	case payday.BlockColumn:
		x.Things = t.top(c.Column)
		x.Note = t.columnNote(c.Column)
	case payday.BlockPlace:
		if id, ok := t.at[place{c.Column, c.Depth, -1}]; ok {
			x.Things = []string{id}
		}
		if n := t.posted(c.Column, c.Depth); n > 0 {
			x.Note = fmt.Sprintf("%d of the Police there", n)
		}
	case payday.BlockMove:
		if id, ok := t.at[place{-1, -1, c.Slot}]; ok {
			x.Things = []string{id}
		}
		if h, ok := s.HeisterAt(c.Slot); ok {
			to := h.Column - 1
			if c.Right {
				to = h.Column + 1
			}
			x.Note = fmt.Sprintf("to column %d", to+1)
			x.Things = append(x.Things, t.top(to)...)
		}
	case payday.BlockTransfer:
		for _, slot := range []int{c.Slot, c.To} {
			if id, ok := t.at[place{-1, -1, slot}]; ok && (len(x.Things) == 0 || x.Things[0] != id) {
				x.Things = append(x.Things, id)
			}
		}
		if h, ok := s.HeisterAt(c.Slot); ok {
			x.Note = t.title([]int{h.Weapon, h.ArmorCard, h.Loot}[c.Item])
		}
	case payday.BlockStep:
		if words := ends[q]; c.Step == payday.StepEnd && words != "" {
			x.Label = words
		}
		if words := steps[c.Step]; words != "" && q != payday.AskRegroup {
			x.Label = words
		}
	case payday.BlockNumber:
		switch q {
		case payday.AskSize:
			x.Label = fmt.Sprintf("%d Loot cards", c.Number)
		case payday.AskPaydays:
			x.Label = fmt.Sprintf("%d of them PAYDAY", c.Number)
		}
	}
}

// ends say what StepEnd does.
var ends = map[payday.Question]string{
	payday.AskCard: "Play nothing more", payday.AskSwap: "Keep the rest", payday.AskMove: "Move nobody else", payday.AskTransfer: "Hand nothing more over",
	payday.AskEscape: "Escape with nobody", payday.AskMoveFrom: "No more move actions", payday.AskMoveWho: "Move nobody else from there",
	payday.AskCombat: "Pass", payday.AskAttack: "Attack nobody else", payday.AskRecover: "Take nothing",
}

// steps are the labels of the other answers that name nothing on the table.
var steps = map[payday.Step]string{
	payday.StepKeep: "Keep this hand", payday.StepRedraw: "Show it and draw anew",
}

// posted returns the number of officers and guards at a place.
func (t *table) posted(col, depth int) (n int) {
	for slot := range payday.Slots {
		if _, ok := t.s.OfficerAt(col, depth, slot); ok || t.sees(payday.Police) && t.s.GuardAt(col, depth, slot) >= 0 {
			n++
		}
	}
	return n
}

// columnNote says who is in a column.
func (t *table) columnNote(col int) string {
	heisters := 0
	for i := range payday.MaxHeisters {
		if h, ok := t.s.HeisterAt(i); ok && h.Column == col {
			heisters++
		}
	}
	return fmt.Sprintf("%s, %d of the Police at the top", scene.Count(heisters, "heister"), t.posted(col, t.s.ColumnAt(col).Gone))
}

func (t *table) title(kind int) string {
	if kind < 0 {
		return ""
	}
	return t.kinds[kind].Title
}

// cardNote says what a card costs and does.
func (t *table) cardNote(k *payday.Kind) string {
	var words []string
	if k.Side != payday.Heist && k.Type != payday.TypeLoot {
		words = append(words, fmt.Sprintf("costs $%d", k.Cost))
	}
	for _, x := range []struct {
		n     int
		words string
	}{{k.Damage, "damage"}, {k.Health, "health"}, {k.Armor, "armor"}} { // the text says the rest
		if x.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", x.n, x.words))
		}
	}
	if k.Text != "" {
		words = append(words, k.Text)
	}
	return strings.Join(words, " · ")
}

// heisterNote says what matters of a heister that a choice names.
func (t *table) heisterNote(q payday.Question, h *payday.Heister) string {
	switch q {
	case payday.AskCard:
		return t.kinds[h.Kind].Text
	case payday.AskFire:
		dealt := max(0, t.s.FiringDamage()-h.Armor)
		words := fmt.Sprintf("loses %d of %d health", min(dealt, h.Health), h.Health)
		if h.Armor > 0 {
			words += fmt.Sprintf(" (armor takes %d of %d)", t.s.FiringDamage()-dealt, t.s.FiringDamage())
		}
		if dealt >= h.Health {
			words += ": would be out"
		}
		return words
	}
	return fmt.Sprintf("column %d · %d damage · %d health · %d armor", h.Column+1, h.Strength, h.Health, h.Armor)
}

// officerNote says what matters of an officer that a choice names.
func (t *table) officerNote(q payday.Question, c payday.Choice) string {
	o, ok := t.s.OfficerAt(c.Column, c.Depth, c.Slot)
	if !ok || o.Down && !t.sees(payday.Police) {
		return ""
	}
	if q == payday.AskAttack {
		damage, left := t.s.AttackOn(t.s.Subject(), c.Column, c.Depth, c.Slot)
		if damage > left {
			return fmt.Sprintf("%d damage against %d armor left: would die", damage, left)
		}
		return fmt.Sprintf("%d damage against %d armor left: would live", damage, left)
	}
	return fmt.Sprintf("%d damage · %d armor", o.Damage, o.Armor)
}

// top returns the id of the top objective of a column.
func (t *table) top(col int) []string {
	if col < 0 || col >= t.s.Columns() {
		return nil
	}
	if id, ok := t.at[place{col, t.s.ColumnAt(col).Gone, -1}]; ok {
		return []string{id}
	}
	return nil
}

// find returns the ids of the things of a kind that a choice may mean: those of the supply,
// of the hand, or of the discards.
func (t *table) find(of string) (ids []string) {
	zones := []string{"supply", handZone(int(t.p))}
	switch t.s.Question() {
	case payday.AskRecover:
		zones = []string{fmt.Sprintf("discards%d", t.p), fmt.Sprintf("secret%d", t.p)}
	case payday.AskLoot:
		zones = nil
		for col := range t.s.Columns() {
			zones = append(zones, groundZone(col))
		}
	}
	for _, name := range zones {
		for i := range t.sc.Zones {
			if z := &t.sc.Zones[i]; z.ID == name {
				for j := range z.Things {
					if z.Things[j].Of == of {
						ids = append(ids, z.Things[j].ID)
					}
				}
			}
		}
	}
	return ids
}
