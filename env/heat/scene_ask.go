package heat

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// ask puts the question to the viewer into words, or says for whom the table waits.
func (t *view) ask() {
	actor := t.s.CurrentPlayer()
	switch {
	case actor == env.Terminal:
		t.sc.Waits, t.sc.Why = t.outcome(), t.why()
		return
	case actor == env.Chance:
		t.sc.Waits = t.chance()
		return
	case actor != t.p:
		t.sc.Waits = fmt.Sprintf("%s %s to %s.", scene.Sentence(env.Who(actor)), env.Does(actor, "is"), t.question())
		return
	}
	q := scene.Ask(t.s.game, t.s, t.p)
	q.Kind = t.s.Question().String()
	q.Text = scene.Sentence(t.question())
	q.Help = t.help()
	for i := range q.Choices {
		t.choice(&q.Choices[i])
	}
	t.sc.Ask = q
}

// outcome says who has won.
func (t *view) outcome() string {
	if t.s.Arrested() {
		return "Everyone is arrested: all lose."
	}
	var won []string
	winner := env.Player(0)
	for i := range t.players() {
		if t.s.Won(i) {
			won, winner = append(won, who(i)), env.Player(i)
		}
	}
	if len(won) == 1 {
		return scene.Sentence(won[0]) + " " + env.Does(winner, "wins") + "."
	}
	return scene.Sentence(scene.List(won, "and")) + " share the victory."
}

// why says why the game is over.
func (t *view) why() string {
	if t.s.Arrested() {
		return "No Heat was left on the board: everyone is arrested."
	}
	return fmt.Sprintf("The last heist is over. Each Heat costs $%d; whoever has most money left wins, and with as much money the one with less Heat.", t.s.HeatValue())
}

// chance says which cards the table waits for.
func (t *view) chance() string {
	a := t.s.About()
	switch {
	case t.s.Drafting():
		return fmt.Sprintf("The deck deals a card to %s.", who(a.Seat))
	case a.Seat == a.Owner:
		return fmt.Sprintf("%s: a card from the deck, for %s.", scene.Sentence(who(a.Seat)), t.effect(a))
	}
	return fmt.Sprintf("A card comes at random, for %s from %s.", t.effect(a), who(a.Seat))
}

// effect names the card that acts and the seat that uses it.
func (t *view) effect(a About) string {
	if a.Card < 0 {
		return "an effect"
	}
	if a.Owner == int(t.s.CurrentPlayer()) {
		return t.title(a.Card)
	}
	return env.Whose(env.Player(a.Owner)) + " " + t.title(a.Card)
}

// question says what the seat that decides has to do.
func (t *view) question() string {
	s, a, c := t.s, t.s.About(), t.s.game.Config()
	whom := func() string {
		side := ""
		switch me := int(s.CurrentPlayer()); a.Seat {
		case (me + 1) % c.Players:
			side = ", on the left"
		case (me + c.Players - 1) % c.Players:
			side = ", on the right"
		}
		return who(a.Seat) + side
	}
	switch s.Question() {
	case AskPick:
		return "choose a card to pass to " + whom()
	case AskClaim:
		return "claim a card for this stage, or say nothing"
	case AskPlay:
		if s.HandSize(int(s.CurrentPlayer())) == 0 {
			return "go on without a card: the hand is empty"
		}
		return fmt.Sprintf("choose a card for stage %d of %d", s.Stage()+1, c.Stages)
	case AskTarget:
		return fmt.Sprintf("choose a player for %s (phase %s)", t.effect(a), s.Phase())
	case AskOption:
		return fmt.Sprintf("choose how many times, for %s (phase %s)", t.effect(a), s.Phase())
	case AskDiscard:
		return "choose a card to discard, for " + t.effect(a)
	case AskGive:
		return fmt.Sprintf("choose a card to give to %s, for %s", whom(), t.effect(a))
	case AskTake:
		return fmt.Sprintf("choose a card to get from %s in exchange for %s, for %s", who(a.Seat), t.title(a.Given), t.effect(a))
	case AskReplace:
		return fmt.Sprintf("choose a card in place of the card in use, or keep it, for %s", t.effect(a))
	case AskExtra:
		end := "end"
		if a.Front {
			end = "start"
		}
		return fmt.Sprintf("choose a card to add to the %s of the Record, or add none, for %s", end, t.effect(a))
	}
	return "decide"
}

// help returns the rule behind the question.
func (t *view) help() string {
	a := t.s.About()
	switch t.s.Question() {
	case AskPick:
		c := t.s.game.Config()
		return fmt.Sprintf("All pass at once, and then each draws a card. The player who gets yours sees it. After the draft everybody has %s for %s, one each.",
			scene.Count(c.Deal+c.DraftRounds, "card"), scene.Count(c.Stages, "stage"))
	case AskClaim:
		return "Everybody hears a claim. Nobody is bound by it."
	case AskPlay:
		return "All cards are shown together. Then the effects of phase A act, then B, then C."
	}
	if a.Card < 0 {
		return ""
	}
	return t.title(a.Card) + ": " + t.s.game.kinds[a.Card].Text
}

// choice puts a legal action into words.
func (t *view) choice(x *scene.Choice) {
	s := t.s
	a := s.About()
	switch c := t.s.game.Decode(x.Action); c.Kind {
	case ChooseCard:
		x.Label = cardVerbs[s.Question()] + " " + t.title(c.Card)
		from := int(t.p)
		if s.Question() == AskTake {
			from = a.Seat
		}
		x.Things = t.inHand(from, c.Card)
		if s.Question() == AskReplace || s.Question() == AskExtra || s.Question() == AskPlay {
			x.Note = "acts in " + scene.List(t.s.game.kinds[c.Card].Phases, "and")
		}
	case ChooseSeat:
		seat := s.Target(c)
		x.Seat = scene.Ref(env.Player(seat))
		x.Label = scene.Sentence(who(seat))
		x.Note = t.standing(seat)
		if k := s.InUse(seat); k >= 0 {
			x.Things = t.inRecord(seat)
		}
	case Decline:
		x.Label = "Add no card"
		if s.Question() == AskReplace {
			x.Label = "Keep the card in use"
			if k := s.InUse(int(t.p)); k >= 0 {
				x.Label = "Keep " + t.title(k)
				x.Things = t.inRecord(int(t.p))
			}
		}
	case PlayNothing:
		x.Label = "Play nothing"
	case ChooseNumber:
		x.Label = scene.Count(c.Number, "time")
		x.Note = t.comesTo(a.Card, c.Number)
	case SayNothing:
		x.Label = "Say nothing"
	case ClaimCard:
		x.Label = "Claim " + t.title(c.Card)
		x.Things = t.inHand(int(t.p), c.Card)
		x.Group = "Cards that others hold or that lie in the deck"
		if len(x.Things) > 0 {
			x.Group = "Cards in your hand"
		}
	}
}

var cardVerbs = map[Question]string{
	AskPick: "Pass", AskPlay: "Play", AskDiscard: "Discard", AskGive: "Give", AskTake: "Get",
	AskReplace: "Put down", AskExtra: "Add",
}

// standing says how a seat stands: what matters to an effect that names it.
func (t *view) standing(seat int) string {
	s := t.s
	words := []string{fmt.Sprintf("$%d", s.Money(seat)), fmt.Sprintf("%d Heat", s.Heat(seat))}
	if k := s.InUse(seat); k >= 0 {
		words = append(words, fmt.Sprintf("uses %s (%s)", t.title(k), strings.Join(t.s.game.kinds[k].Phases, ", ")))
	}
	return strings.Join(append(words, scene.Count(s.HandSize(seat), "card")+" in hand"), " · ")
}

// inHand returns the ids of the cards of a kind that the scene shows in a hand.
func (t *view) inHand(seat, kind int) (ids []string) {
	return t.find(fmt.Sprintf("hand%d", seat), func(x *scene.Thing) bool { return x.Of == t.s.game.kinds[kind].ID })
}

// inRecord returns the id of the newest card of a Record.
func (t *view) inRecord(seat int) []string {
	ids := t.find(fmt.Sprintf("record%d", seat), func(*scene.Thing) bool { return true })
	return ids[max(len(ids)-1, 0):]
}

func (t *view) find(zone string, fits func(*scene.Thing) bool) (ids []string) {
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
func (t *view) comesTo(kind, number int) string {
	if kind < 0 {
		return ""
	}
	var words []string
	for _, e := range t.s.game.kinds[kind].Effects(t.s.Phase()) {
		if e.Amount.Per != PerChoice {
			continue
		}
		n := max(int(e.Amount.Base)+int(e.Amount.Each)*number, 0)
		if e.Amount.Max > 0 {
			n = min(n, int(e.Amount.Max))
		}
		unit := "%d"
		switch e.Op {
		case OpGain, OpLose, OpSteal, OpPay, OpSplitPot:
			unit = "$%d"
		case OpTakeHeat, OpReturnHeat, OpGiveHeat:
			unit = "%d Heat"
		}
		verb, _, _ := strings.Cut(e.Op.String(), "_")
		words = append(words, verb+" "+fmt.Sprintf(unit, n))
	}
	return strings.Join(words, ", ")
}

// asks says what the state waits for, as records and programs read it.
func (s *State) asks() string {
	t := &view{s: s, p: s.actor}
	switch s.actor {
	case env.Chance:
		return env.Plain(t.chance())
	case env.Terminal:
		return "the game is over"
	}
	return env.Plain(t.question())
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := g.Config()
	r := &scene.Rules{
		Title: g.Spec().Title,
		Goal:  "Have the most money after paying for your Heat. Of players with equal money the one with less Heat wins.",
		Course: []string{
			fmt.Sprintf("A game has %s of %s. Before each heist all cards are shuffled together; money and Heat stay.", scene.Count(c.Heists, "heist"), scene.Count(c.Stages, "stage")),
			fmt.Sprintf("Draft: everybody is dealt %s. Then %s: everybody passes one card in secret, all at once, and draws one. Cards go to the left in the first heist, to the right in the second, and so on.",
				scene.Count(c.Deal, "card"), scene.Count(c.DraftRounds, "time")),
			"Stage: everybody chooses a card in secret. All are shown together and become the newest cards of their owners' Records: they are in use.",
			"Then the effects of phase A act, then B, then C. Within a phase everything happens at once and reads the table as it stood when the phase began. Players name targets and numbers in seat order, in public.",
			"Heat that you take comes from the mildest row of the board; Heat that you return goes back to the worst row with a hole. The more Heat is taken, the more each costs.",
			fmt.Sprintf("When phase B takes more Heat than the board has, first everyone with Heat returns 1 and pays $%d, again and again until there is enough. If nobody has Heat and there is still too little, everyone is arrested and all lose.", c.ShortageFine),
			"Nobody falls below $0 during play. At the end each Heat is paid for, and a debt is possible.",
		},
		Signs: []scene.Entry{
			{ID: "heat-value", Kind: "sign", Name: "Heat value", Text: "What each Heat costs at the end: the number of the worst row of the board that is completely empty; nothing while the first row is not."},
			{ID: "record", Kind: "sign", Name: "Record", Text: "The row of cards that a player has used in this heist, oldest first. A card counts itself."},
			{ID: "in-use", Kind: "sign", Name: "In use", Text: "The newest card of a Record. Its effects act in this stage."},
			{ID: "phases", Kind: "sign", Name: "A, B, C", Text: "The phases in which a card acts. Cards of phase A set up and interfere, those of B mostly make money for Heat, those of C move Heat and money."},
			{ID: "start-player", Kind: "sign", Name: "Start player", Text: "The first in seat order. It moves one seat to the left after each stage."},
		},
	}
	if c.Talk == TalkClaims {
		r.Course = append(r.Course, "Table talk: before each secret choice everyone in seat order may claim a title. Claims bind nobody.")
	}
	for _, icon := range []string{"money", "heat-up", "heat-down", "steal", "draw", "look", "swap", "cancel"} {
		r.Signs = append(r.Signs, scene.Entry{ID: "icon-" + icon, Kind: "icon", Name: icon, Text: "A card with this icon " + icons[icon] + ". Icons count as printed, whether or not the card acts."})
	}
	for _, k := range g.kinds {
		r.Entries = append(r.Entries, scene.Entry{ID: k.ID, Kind: "card", Name: k.Title, Text: k.Text + printed(k)})
	}
	return r
}

// printed returns the icons and tags of a card, which other cards may ask for.
func printed(k Kind) string {
	text := ""
	if len(k.Icons) > 0 {
		text += " Icons: " + strings.Join(k.Icons, ", ") + "."
	}
	if len(k.Tags) > 0 {
		text += " Tags: " + strings.ReplaceAll(strings.Join(k.Tags, ", "), "place:", "robs the ") + "."
	}
	return text
}
