package heist

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/scene"
)

// ask puts the question to the viewer into words, or says for whom the table waits.
func (t *table) ask() {
	actor := t.state.CurrentPlayer()
	switch {
	case actor == env.Terminal:
		t.sc.Waits = t.outcome()
		return
	case actor == env.Chance:
		t.sc.Waits = "Chance decides: " + t.chance() + "."
		return
	case actor != t.p:
		t.sc.Waits = fmt.Sprintf("Seat %d is to %s.", actor+1, t.question(int(actor)))
		return
	}
	q := scene.Ask(t.game, t.state, t.p)
	q.Kind = t.s.Question().String()
	q.Text = scene.Sentence(t.question(int(actor)))
	q.Help = helps[t.s.Question()]
	for i := range q.Choices {
		t.choice(&q.Choices[i])
	}
	t.sc.Ask = q
}

// outcome says who has won.
func (t *table) outcome() string {
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

// chance says what the table waits for.
func (t *table) chance() string {
	words := t.s.Awaits()
	if n := t.s.Pending(); n > 0 {
		words += fmt.Sprintf(" (%d left)", n)
	}
	return words
}

// question says what the seat that decides has to do.
func (t *table) question(actor int) string {
	s := t.s
	o := s.Offer()
	played := func() string {
		if k := s.Playing(); k >= 0 {
			return t.kinds[k].Title
		}
		return "the card"
	}
	self := func(seat int) string {
		if seat == actor && env.Player(seat) != t.p {
			return "its own"
		}
		return t.whose(seat)
	}
	switch s.Question() {
	case heist.AskRecruit:
		return fmt.Sprintf("recruit Personnel from the hand, or pass (crew %d of %d)", s.CrewSize(actor), s.CrewLimit(actor))
	case heist.AskPartner:
		return fmt.Sprintf("choose a partner to trade with, or pass (%s left)", scene.Count(s.OffersLeft(), "offer"))
	case heist.AskGive:
		return "choose what to offer to " + t.who(o.Partner)
	case heist.AskWant:
		return fmt.Sprintf("choose what to ask of %s for %s", t.who(o.Partner), t.named(o.Given))
	case heist.AskAnswer:
		return fmt.Sprintf("accept or decline the offer from %s%s", t.who(o.From), t.offers(s.Offers(nil)))
	case heist.AskPick:
		return fmt.Sprintf("choose the Con with %s to give to %s for %s", heist.SkillTitles()[o.Skill], t.who(o.From), t.named(o.Given))
	case heist.AskEvent:
		return "play an Event, or pass"
	case heist.AskPerson:
		return fmt.Sprintf("choose Personnel for %s: %s", played(), s.CurrentEffect())
	case heist.AskOwner:
		return fmt.Sprintf("choose whose %s, for %s: %s", t.kinds[o.Want].Title, played(), s.CurrentEffect())
	case heist.AskSeat:
		return fmt.Sprintf("choose an opponent for %s: %s", played(), s.CurrentEffect())
	case heist.AskJob:
		return fmt.Sprintf("choose a Job for %s: %s", played(), s.CurrentEffect())
	case heist.AskExchange:
		return fmt.Sprintf("discard cards for %s, or stop (%d so far); as many are drawn", played(), s.Exchanged())
	case heist.AskAttach:
		return "attach a Complication or a Secondary Job, or pass"
	case heist.AskPlace:
		return fmt.Sprintf("choose a Job to attach %s to", t.named(s.Playing()))
	case heist.AskExecute:
		return "execute a Job, or pass"
	case heist.AskObstacle:
		words := fmt.Sprintf("overcome %s of %s Job", t.next(), self(s.Executed()))
		// Whether the seat is able to go on is for itself to know.
		if env.Player(actor) != t.p || t.mayGiveUp() {
			words += ", or give up"
		}
		return words
	case heist.AskUnspend:
		return fmt.Sprintf("choose spent Personnel to free (%s left)", scene.Count(s.Pending(), "token"))
	case heist.AskCrisis:
		return fmt.Sprintf("play a Crisis against %s, or pass", t.who(s.Turn()))
	case heist.AskDiscard:
		return fmt.Sprintf("discard a card: %d in hand, at most %d may stay", s.HandSize(actor), s.HandLimit(actor))
	}
	return s.Awaits()
}

// mayGiveUp reports whether the seat that is asked may give the execution up.
func (t *table) mayGiveUp() bool {
	return slices.ContainsFunc(t.state.LegalActions(nil), func(a env.Action) bool { return t.s.Decode(a).Act == heist.ActGiveUp })
}

// next names the card of the line that is being faced.
func (t *table) next() string {
	for _, l := range t.s.LineCards(t.s.Executed(), nil) {
		if !l.Overcome {
			return fmt.Sprintf("%s (needs %s)", l.Title, heist.SkillWords(l.Skills))
		}
	}
	return "the next card"
}

// helps are the rules behind the questions.
var helps = map[heist.Question]string{
	heist.AskRecruit:  "Personnel in the crew cover one card of a line each, with one of their skills, and let you use Cons of these skills.",
	heist.AskPartner:  "Offer one of your Personnel in play or a Con of your hand, for Personnel, a Con, or nothing. Offers are public.",
	heist.AskAnswer:   "Nobody has to trade. Everybody knows a Con that was named.",
	heist.AskEvent:    "At most one Event a turn.",
	heist.AskAttach:   "Both make the line of a Job longer. A Secondary Job adds points too.",
	heist.AskExecute:  "The line is faced from left to right. Each card needs an unspent member of the crew or a Con with its skill. After a failure the Job is discarded; either way each of your crew is lost on the highest number of the die, and you lie low.",
	heist.AskObstacle: "Personnel are spent; a Con is discarded and needs Personnel with the same skill, spent or not; a Reaction frees spent Personnel.",
	heist.AskCrisis:   "You are the Thwarter: a Crisis with a skill becomes the next card of the line; others spend Personnel at random.",
	heist.AskDiscard:  "Discards lie face up, and are the next deck.",
}

// choice puts a legal action into words.
func (t *table) choice(x *scene.Choice) {
	s := t.s
	c := s.Decode(x.Action)
	q := s.Question()
	switch c.Act {
	case heist.ActCard:
		k := &t.kinds[c.Kind]
		x.Label = cardVerbs[q] + " " + k.Title
		x.Note = k.Text
		if q == heist.AskObstacle && k.Type == heist.TypeCon {
			x.Note += " · " + t.leaves(c.Kind)
		}
		x.Things = t.find(handZone(int(t.p)), k.ID)
		if q == heist.AskWant {
			x.Things = t.find(handZone(s.Offer().Partner), k.ID)
		}
	case heist.ActPerson:
		k := &t.kinds[c.Kind]
		x.Label = personVerbs[q] + " " + k.Title
		x.Note = k.Text
		for seat := range t.players() {
			if seat == int(t.p) && (q == heist.AskWant) || seat != int(t.p) && (q == heist.AskGive || q == heist.AskObstacle || q == heist.AskUnspend) {
				continue
			}
			if q == heist.AskWant && seat != s.Offer().Partner {
				continue
			}
			found := t.find(fmt.Sprintf("crew%d", seat), k.ID)
			if len(found) > 0 && q == heist.AskPerson {
				x.Note += fmt.Sprintf(" · %s crew", t.whose(seat))
			}
			x.Things = append(x.Things, found...)
		}
		if q == heist.AskObstacle {
			x.Note += " · " + t.leaves(c.Kind)
		}
	case heist.ActSeat:
		x.Seat = scene.Ref(env.Player(c.Seat))
		x.Label = scene.Sentence(t.who(c.Seat))
		x.Note = fmt.Sprintf("%s · crew %d · %s in hand", scene.Count(s.Points(c.Seat), "point"), s.CrewSize(c.Seat), scene.Count(s.HandSize(c.Seat), "card"))
		if q == heist.AskOwner {
			x.Things = t.find(fmt.Sprintf("crew%d", c.Seat), t.kinds[s.Offer().Want].ID)
		}
	case heist.ActJob:
		x.Seat = scene.Ref(env.Player(c.Seat))
		verb := map[heist.Question]string{heist.AskExecute: "Execute", heist.AskPlace: "Attach it to", heist.AskJob: "Choose"}[q]
		x.Label = fmt.Sprintf("%s %s Job, %s", verb, t.whose(c.Seat), t.job(c.Seat))
		t.onJob(x, c.Seat)
		if q == heist.AskExecute {
			own := t.cover(int(t.p), s.LineCards(c.Seat, nil))
			x.Note = fmt.Sprintf("%s; %s", scene.Count(s.Value(c.Seat), "point"), own.note())
		}
	case heist.ActExecute:
		x.Label = "Execute your own Job"
		if s.HasJob(int(t.p)) {
			x.Label = "Execute " + t.job(int(t.p))
		}
		t.onJob(x, int(t.p))
	case heist.ActSkill:
		x.Label = "A Con with " + heist.SkillTitles()[c.Skill]
	default:
		x.Label = actLabels[c.Act]
		if q == heist.AskAnswer && c.Act == heist.ActAccept {
			for i, o := range s.Offers(nil) {
				if i > 0 {
					x.Note += "; "
				}
				x.Note += t.exchange(o)
			}
		}
		if q == heist.AskGive {
			x.Label = "Offer no more"
		}
	}
}

// exchange says what the partner gets and gives.
func (t *table) exchange(o heist.Offer) string {
	words := "you get " + t.named(o.Given)
	switch {
	case o.Want >= 0:
		return words + " and give " + t.named(o.Want)
	case o.Skill >= 0:
		return words + " and give a Con with " + heist.SkillTitles()[o.Skill] + " of your choice"
	}
	return words + " and give nothing"
}

// job names the Job of a seat.
func (t *table) job(seat int) string {
	if j := t.s.JobCard(seat); j != nil {
		return j.Title
	}
	return "the Job"
}

// onJob lets a choice be clicked on the Job of a seat, and says how it stands.
func (t *table) onJob(x *scene.Choice, seat int) {
	for i := range t.sc.Zones {
		if z := &t.sc.Zones[i]; z.ID == jobZone(seat) && len(z.Things) > 0 {
			x.Things = []string{z.Things[0].ID}
			x.Note = fmt.Sprintf("%s; %s", scene.Count(t.s.Value(seat), "point"), z.Note)
		}
	}
}

// find returns the ids of the things of a kind that lie in a zone.
func (t *table) find(zone, of string) (ids []string) {
	for i := range t.sc.Zones {
		if z := &t.sc.Zones[i]; z.ID == zone {
			for j := range z.Things {
				if z.Things[j].Of == of {
					ids = append(ids, z.Things[j].ID)
				}
			}
		}
	}
	return ids
}

var cardVerbs = map[heist.Question]string{
	heist.AskRecruit: "Recruit", heist.AskGive: "Offer", heist.AskWant: "Ask for", heist.AskPick: "Give", heist.AskEvent: "Play", heist.AskExchange: "Discard",
	heist.AskAttach: "Play", heist.AskObstacle: "Use", heist.AskCrisis: "Play", heist.AskDiscard: "Discard",
}

var personVerbs = map[heist.Question]string{
	heist.AskGive: "Offer", heist.AskWant: "Ask for", heist.AskPerson: "Choose", heist.AskObstacle: "Use", heist.AskUnspend: "Free",
}

var actLabels = map[heist.Act]string{
	heist.ActPass: "Pass", heist.ActStop: "Stop discarding", heist.ActGift: "Ask for nothing", heist.ActAccept: "Accept", heist.ActDecline: "Decline",
	heist.ActGiveUp: "Give up",
}
