package heat

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/heat"
	"ringer/env/scene"
)

// ask puts the question to the viewer into words, or says for whom the table waits.
func (t *table) ask() {
	actor := t.s.CurrentPlayer()
	switch {
	case actor == env.Terminal:
		t.sc.Waits = t.outcome()
		return
	case actor == env.Chance:
		t.sc.Waits = t.chance()
		return
	case actor != t.p:
		t.sc.Waits = fmt.Sprintf("Seat %d is to %s.", actor+1, t.question())
		return
	}
	q := scene.Ask(t.game, t.s, t.p)
	q.Kind = t.s.Question().String()
	q.Text = scene.Sentence(t.question())
	q.Help = t.help()
	for i := range q.Choices {
		t.choice(&q.Choices[i])
	}
	t.sc.Ask = q
}

// outcome says who has won.
func (t *table) outcome() string {
	if t.s.Arrested() {
		return "Everyone is arrested: all lose."
	}
	var won []string
	for i := range t.players() {
		if t.s.Won(i) {
			won = append(won, t.who(i))
		}
	}
	switch {
	case len(won) == 1 && won[0] == "you":
		return "You win."
	case len(won) == 1:
		return scene.Sentence(won[0]) + " wins."
	}
	return scene.Sentence(scene.List(won, "and")) + " share the victory."
}

// chance says which cards the table waits for.
func (t *table) chance() string {
	a := t.s.About()
	switch {
	case t.s.Drafting():
		return fmt.Sprintf("The deck deals a card to %s.", t.who(a.Seat))
	case a.Seat == a.Owner:
		return fmt.Sprintf("%s: a card from the deck, for %s.", scene.Sentence(t.who(a.Seat)), t.effect(a))
	}
	return fmt.Sprintf("A card comes at random, for %s from %s.", t.effect(a), t.who(a.Seat))
}

// effect names the card that acts and the seat that uses it.
func (t *table) effect(a heat.About) string {
	if a.Card < 0 {
		return "an effect"
	}
	if a.Owner == int(t.s.CurrentPlayer()) {
		return t.title(a.Card)
	}
	return t.owner(a.Owner) + " " + t.title(a.Card)
}

// question says what the seat that decides has to do.
func (t *table) question() string {
	s, a, c := t.s, t.s.About(), t.game.Config()
	whom := func() string {
		side := ""
		switch me := int(s.CurrentPlayer()); a.Seat {
		case (me + 1) % c.Players:
			side = ", on the left"
		case (me + c.Players - 1) % c.Players:
			side = ", on the right"
		}
		return t.who(a.Seat) + side
	}
	switch s.Question() {
	case heat.AskPick:
		return "choose a card to pass to " + whom()
	case heat.AskClaim:
		return "claim a card for this stage, or say nothing"
	case heat.AskPlay:
		if s.HandSize(int(s.CurrentPlayer())) == 0 {
			return "go on without a card: the hand is empty"
		}
		return fmt.Sprintf("choose a card for stage %d of %d", s.Stage()+1, c.Stages)
	case heat.AskTarget:
		return fmt.Sprintf("choose a player for %s (phase %s)", t.effect(a), s.Phase())
	case heat.AskOption:
		return fmt.Sprintf("choose how many times, for %s (phase %s)", t.effect(a), s.Phase())
	case heat.AskDiscard:
		return "choose a card to discard, for " + t.effect(a)
	case heat.AskGive:
		return fmt.Sprintf("choose a card to give to %s, for %s", whom(), t.effect(a))
	case heat.AskTake:
		return fmt.Sprintf("choose a card to get from %s in exchange for %s, for %s", t.who(a.Seat), t.title(a.Given), t.effect(a))
	case heat.AskReplace:
		return fmt.Sprintf("choose a card in place of the card in use, or keep it, for %s", t.effect(a))
	case heat.AskExtra:
		end := "end"
		if a.Front {
			end = "start"
		}
		return fmt.Sprintf("choose a card to add to the %s of the Record, or add none, for %s", end, t.effect(a))
	}
	return "decide"
}

// help returns the rule behind the question.
func (t *table) help() string {
	a := t.s.About()
	switch t.s.Question() {
	case heat.AskPick:
		return "All players pass at once, and then each draws a card. The player who gets yours sees it."
	case heat.AskClaim:
		return "Everybody hears a claim. Nobody is bound by it."
	case heat.AskPlay:
		return "All cards are shown together. Then the effects of phase A act, then B, then C."
	}
	if a.Card < 0 {
		return ""
	}
	return t.title(a.Card) + ": " + t.kinds[a.Card].Text
}

// choice puts a legal action into words.
func (t *table) choice(x *scene.Choice) {
	s := t.s
	a := s.About()
	switch c := t.game.Decode(x.Action); c.Kind {
	case heat.ChooseCard:
		x.Label = cardVerbs[s.Question()] + " " + t.title(c.Card)
		from := int(t.p)
		if s.Question() == heat.AskTake {
			from = a.Seat
		}
		x.Things = t.inHand(from, c.Card)
		if s.Question() == heat.AskReplace || s.Question() == heat.AskExtra || s.Question() == heat.AskPlay {
			x.Note = "acts in " + scene.List(t.kinds[c.Card].Phases, "and")
		}
	case heat.ChooseSeat:
		seat := s.Target(c)
		x.Seat = scene.Ref(env.Player(seat))
		x.Label = scene.Sentence(t.who(seat))
		x.Note = t.standing(seat)
		if k := s.InUse(seat); k >= 0 {
			x.Things = t.inRecord(seat)
		}
	case heat.Decline:
		x.Label = "Add no card"
		if s.Question() == heat.AskReplace {
			x.Label = "Keep the card in use"
			if k := s.InUse(int(t.p)); k >= 0 {
				x.Label = "Keep " + t.title(k)
				x.Things = t.inRecord(int(t.p))
			}
		}
	case heat.PlayNothing:
		x.Label = "Play nothing"
	case heat.ChooseNumber:
		x.Label = scene.Count(c.Number, "time")
		x.Note = t.comesTo(a.Card, c.Number)
	case heat.SayNothing:
		x.Label = "Say nothing"
	case heat.ClaimCard:
		x.Label = "Claim " + t.title(c.Card)
		x.Things = t.inHand(int(t.p), c.Card)
		x.Group = "Cards that others hold or that lie in the deck"
		if len(x.Things) > 0 {
			x.Group = "Cards in your hand"
		}
	}
}

var cardVerbs = map[heat.Question]string{
	heat.AskPick: "Pass", heat.AskPlay: "Play", heat.AskDiscard: "Discard", heat.AskGive: "Give", heat.AskTake: "Get",
	heat.AskReplace: "Put down", heat.AskExtra: "Add",
}

// standing says how a seat stands: what matters to an effect that names it.
func (t *table) standing(seat int) string {
	s := t.s
	words := []string{fmt.Sprintf("$%d", s.Money(seat)), fmt.Sprintf("%d Heat", s.Heat(seat))}
	if k := s.InUse(seat); k >= 0 {
		words = append(words, fmt.Sprintf("uses %s (%s)", t.title(k), strings.Join(t.kinds[k].Phases, ", ")))
	}
	return strings.Join(append(words, scene.Count(s.HandSize(seat), "card")+" in hand"), " · ")
}

// inHand returns the ids of the cards of a kind that the scene shows in a hand.
func (t *table) inHand(seat, kind int) (ids []string) {
	return t.find(fmt.Sprintf("hand%d", seat), func(x *scene.Thing) bool { return x.Of == t.kinds[kind].ID })
}

// inRecord returns the id of the newest card of a Record.
func (t *table) inRecord(seat int) []string {
	ids := t.find(fmt.Sprintf("record%d", seat), func(*scene.Thing) bool { return true })
	return ids[max(len(ids)-1, 0):]
}

func (t *table) find(zone string, fits func(*scene.Thing) bool) (ids []string) {
	for i := range t.sc.Zones {
		if z := &t.sc.Zones[i]; z.ID == zone {
			for j := range z.Things {
				if fits(&z.Things[j]) {
					ids = append(ids, z.Things[j].ID)
				}
			}
		}
	}
	return ids
}

// comesTo says what a chosen number does: "return 2 Heat, lose $2".
func (t *table) comesTo(kind, number int) string {
	if kind < 0 {
		return ""
	}
	var words []string
	for _, e := range t.kinds[kind].Effects(t.s.Phase()) {
		if e.Amount.Per != heat.PerChoice {
			continue
		}
		n := max(int(e.Amount.Base)+int(e.Amount.Each)*number, 0)
		if e.Amount.Max > 0 {
			n = min(n, int(e.Amount.Max))
		}
		unit := "%d"
		switch e.Op {
		case heat.OpGain, heat.OpLose, heat.OpSteal, heat.OpPay, heat.OpSplitPot:
			unit = "$%d"
		case heat.OpTakeHeat, heat.OpReturnHeat, heat.OpGiveHeat:
			unit = "%d Heat"
		}
		verb, _, _ := strings.Cut(e.Op.String(), "_")
		words = append(words, verb+" "+fmt.Sprintf(unit, n))
	}
	return strings.Join(words, ", ")
}
