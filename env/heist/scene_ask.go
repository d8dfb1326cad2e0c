package heist

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/scene"
)

// asked puts the question to the viewer into words, or says for whom the table waits.
func (t *look) asked() {
	switch {
	case t.node == nodeOver:
		t.sc.Waits, t.sc.Why = scene.Sentence(t.outcome()), t.why()
	case t.actor == env.Chance:
		t.sc.Waits = "Chance decides: " + t.asks()
		if t.count > 0 {
			t.sc.Waits += fmt.Sprintf(" (%d left)", t.count)
		}
	case t.actor != t.sc.Viewer:
		t.sc.Waits = env.Upper(env.Who(t.actor)) + " is to " + t.question()
	default:
		q := scene.Ask(t.game, t.State, t.actor)
		q.Kind = t.Question().String()
		q.Text = scene.Sentence(t.question())
		q.Help = helps[t.node]
		for i := range q.Choices {
			t.choice(&q.Choices[i])
		}
		t.sc.Ask = q
	}
}

// why says why the game is over.
func (t *look) why() string {
	if c := &t.game.config; int(t.jobsDone) < c.Jobs-1 {
		return fmt.Sprintf("The last of %d rounds is over. Most points win.", c.MaxRounds)
	}
	return "All Jobs but one are gone. Most points win."
}

// outcome says who has won.
func (t *look) outcome() string {
	var won []string
	last := nobody
	for k := range t.game.players {
		if seat := t.seatAt(k); t.won>>seat&1 != 0 {
			won, last = append(won, who(seat)), seat
		}
	}
	if len(won) == 1 {
		return won[0] + " " + does(last, "wins")
	}
	return scene.List(won, "and") + " share the victory"
}

// question says what the seat that decides has to do.
func (t *look) question() string {
	actor := int8(t.actor)
	o := &t.trade
	ends := func() string { return " for " + t.kind(t.playing).title + ": " + t.currentEffect().words() }
	self := func(seat int8) string {
		if seat == actor && actor != t.p {
			return "its own"
		}
		return whose(seat)
	}
	switch t.node {
	case nodeRecruit:
		return fmt.Sprintf("recruit Personnel from the hand, or pass (crew %d of %d)", t.working[actor], t.crewLimit(t.crew[actor]))
	case nodeGive:
		return "choose what to offer to " + who(o.partner)
	case nodeWant:
		if o.parts() > 1 {
			return fmt.Sprintf("choose what to ask of %s for it", who(o.partner))
		}
		return fmt.Sprintf("choose what to ask of %s for %s", who(o.partner), t.brief(o.given))
	case nodeAnswer:
		return fmt.Sprintf("accept or decline the offer from %s", who(t.turn))
	case nodePick:
		if o.parts() > 1 {
			return "choose a Con to give to " + who(t.turn)
		}
		return fmt.Sprintf("choose the Con with %s to give to %s for %s", skillTitles[o.at(0).skill], who(t.turn), t.brief(o.at(0).given))
	case nodePerson:
		return "choose Personnel" + ends()
	case nodeOwner:
		return "choose whose " + t.brief(o.want) + "," + ends()
	case nodeSeat:
		return "choose an opponent" + ends()
	case nodeJob:
		return "choose a Job" + ends()
	case nodeExchange:
		return fmt.Sprintf("discard cards for %s, or stop (%d so far); as many are drawn", t.kind(t.playing).title, t.swapped)
	case nodeAttach:
		return "attach a Complication or a Secondary Job, or pass"
	case nodePlace:
		return "choose a Job to attach " + t.brief(t.playing) + " to"
	case nodeObstacle:
		words := fmt.Sprintf("overcome %s of %s Job", t.obstacleWords(t.line[t.owner].cards[t.next]), self(t.owner))
		// Whether the seat is able to go on is for itself to know.
		if actor != t.p || t.mayGiveUp() {
			words += ", or give up"
		}
		return words
	case nodeUnspend:
		return fmt.Sprintf("choose spent Personnel to free (%s left)", scene.Count(int(t.count), "token"))
	case nodeCrisis:
		return fmt.Sprintf("play a Crisis against %s, or pass", who(t.turn))
	case nodeDiscard:
		return fmt.Sprintf("discard a card: %d in hand, at most %d may stay", t.held[actor], t.handLimit(actor))
	}
	return t.asks()
}

// mayGiveUp reports whether the seat that is asked may give the execution up.
func (t *look) mayGiveUp() bool {
	return slices.ContainsFunc(t.LegalActions(nil), func(a env.Action) bool { return t.Decode(a).Act == ActGiveUp })
}

// obstacleWords names a card of a line with the skills that overcome it.
func (s *State) obstacleWords(card uint8) string {
	d := s.game.deck
	var title string
	if card >= lineSecurity {
		title = d.guards[d.guardOf[card-lineSecurity]].title
	} else {
		title = s.kind(card).title
	}
	return title + " (" + skillWords(s.obstacle(card)) + ")"
}

// helps are the rules behind the questions.
var helps = [nodes]string{
	nodeRecruit:  "As many as you like. Personnel in the crew cover one card of a line each, with one of their skills, and let you use Cons of these skills.",
	nodePartner:  "Offer one of your Personnel in play or a Con of your hand, for Personnel, a Con, or nothing. Offers are public.",
	nodeAnswer:   "Nobody has to trade. Everybody knows a Con that was named.",
	nodeEvent:    "At most one Event a turn.",
	nodeAttach:   "Both make the line of a Job longer. A Secondary Job adds points too.",
	nodeExecute:  "The line is faced from left to right. Each card needs an unspent member of the crew or a Con with its skill. After a failure the Job is discarded; either way each of your crew is lost on the highest number of the die, and you lie low.",
	nodeObstacle: "Personnel are spent; a Con is discarded and needs Personnel with the same skill, spent or not; a Reaction frees spent Personnel.",
	nodeCrisis:   "You are the Thwarter: a Crisis with a skill becomes the next card of the line; others spend Personnel at random.",
	nodeDiscard:  "Discards lie face up, and are the next deck.",
}

// choice puts a legal action into words.
func (t *look) choice(x *scene.Choice) {
	c := t.Decode(x.Action)
	seat := int8(c.Seat)
	switch c.Act {
	case ActCard:
		k := &t.d.kinds[c.Kind]
		x.Label = labels[t.node] + " " + k.title
		x.Note = k.text
		x.Things = t.find(zoneID("hand", t.p), k.id)
		if t.node == nodeObstacle && k.typ == TypeCon {
			x.Note += " · " + t.leaves(k)
		}
	case ActPerson:
		k := &t.d.kinds[c.Kind]
		x.Label = labels[t.node] + " " + k.title
		x.Note = k.text
		t.onCrews(x, k)
		if t.node == nodeObstacle {
			x.Note += " · " + t.leaves(k)
		}
	case ActSeat:
		x.Seat = ref(seat)
		x.Label = env.Upper(who(seat))
		x.Note = fmt.Sprintf("%s · crew %d · %s in hand", scene.Count(int(t.points[seat]), "point"), t.working[seat], scene.Count(int(t.held[seat]), "card"))
		if t.node == nodeOwner {
			x.Things = t.find(zoneID("crew", seat), t.kind(t.trade.want).id)
		}
	case ActJob:
		x.Seat = ref(seat)
		x.Label = fmt.Sprintf("%s %s Job, %s", labels[t.node], whose(seat), t.jobTitle(seat))
		t.onJob(x, seat)
		if t.node == nodeExecute {
			own := t.cover(t.p, seat)
			x.Note = fmt.Sprintf("%s; %s", scene.Count(int(t.value[seat]), "point"), own.note())
		}
	case ActExecute:
		x.Label = "Execute " + t.jobTitle(t.p)
		t.onJob(x, t.p)
	case ActSkill:
		x.Label = "A Con with " + skillTitles[c.Skill]
	case ActStop:
		x.Label = "Stop discarding"
		if t.node == nodeGive {
			x.Label = "Offer no more"
		}
	case ActAccept:
		x.Label = "Accept"
		for i := range t.trade.parts() {
			if i > 0 {
				x.Note += "; "
			}
			x.Note += t.exchangeWords(t.trade.at(i))
		}
	default:
		x.Label = actLabels[c.Act]
		if c.Act == ActPass {
			x.Note = passes[t.node]
		}
	}
}

// onCrews lets a choice of Personnel be clicked in the crews where the question looks for it.
func (t *look) onCrews(x *scene.Choice, k *kind) {
	for seat := range int8(t.game.players) {
		switch t.node {
		case nodeWant:
			if seat != t.trade.partner {
				continue
			}
		case nodeGive, nodeObstacle, nodeUnspend:
			if seat != t.p {
				continue
			}
		}
		found := t.find(zoneID("crew", seat), k.id)
		if len(found) > 0 && t.node == nodePerson {
			x.Note += " · " + whose(seat) + " crew"
		}
		x.Things = append(x.Things, found...)
	}
}

// exchangeWords says what the partner gets and gives.
func (t *look) exchangeWords(p *part) string {
	words := "you get " + t.brief(p.given)
	switch {
	case p.want != none:
		return words + " and give " + t.brief(p.want)
	case p.skill >= 0:
		return words + " and give a Con with " + skillTitles[p.skill] + " of your choice"
	}
	return words + " and give nothing"
}

// jobTitle names the Job of a seat.
func (t *look) jobTitle(seat int8) string {
	if t.job[seat] == nobody {
		return "the Job"
	}
	return t.jobOf(seat).Title
}

// onJob lets a choice be clicked on the Job of a seat, and says how it stands.
func (t *look) onJob(x *scene.Choice, seat int8) {
	for i := range t.sc.Zones {
		if z := &t.sc.Zones[i]; z.ID == zoneID("job", seat) && len(z.Things) > 0 {
			x.Things = []string{z.Things[0].ID}
			x.Note = fmt.Sprintf("%s; %s", scene.Count(int(t.value[seat]), "point"), z.Note)
		}
	}
}

// find returns the ids of the things of a kind that lie in a zone.
func (t *look) find(zone, of string) (ids []string) {
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

// labels begin the labels of choices that name a card or a Job.
var labels = [nodes]string{
	nodeRecruit: "Recruit", nodeGive: "Offer", nodeWant: "Ask for", nodePick: "Give", nodeEvent: "Play", nodePerson: "Choose", nodeJob: "Choose",
	nodeExchange: "Discard", nodeAttach: "Play", nodePlace: "Attach it to", nodeExecute: "Execute", nodeObstacle: "Use", nodeUnspend: "Free",
	nodeCrisis: "Play", nodeDiscard: "Discard",
}

var actLabels = [acts]string{ActPass: "Pass", ActGift: "Ask for nothing", ActDecline: "Decline", ActGiveUp: "Give up"}

// passes say what the turn goes on without after a pass.
var passes = [nodes]string{
	nodeRecruit: "recruit nobody more in this turn", nodePartner: "make no more offers in this turn", nodeEvent: "play no Event in this turn",
	nodeAttach: "attach nothing in this turn", nodeExecute: "execute no Job in this turn", nodeCrisis: "play no Crisis against it",
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.config
	r := &scene.Rules{
		Title: g.spec.Title,
		Goal:  "Have the most points when all Jobs but one have been captured or discarded. The player who pulls off a Job gets its points; ties share.",
		Course: []string{
			"Planning: draw " + scene.Count(c.Draw, "card") + ". An empty deck is made from its discards, which lie face up.",
			fmt.Sprintf("Recruit: put any number of Personnel into your crew, at most %d, with at most %s.", c.CrewLimit, scene.Count(c.LeaderLimit, "Leader")),
			fmt.Sprintf("Contacts: make up to %s. Offers are public, and the partner accepts or declines.", scene.Count(c.ContactOffers, "offer")),
			"Event: play at most one Event.",
			"Complications: attach at most one Complication or Secondary Job to any Job in play. Both make its line longer; a Secondary Job adds points too.",
			"Execution: face the line of your Job from left to right. For each card use unspent Personnel with a skill that it needs, or a Con with such a skill if any of your Personnel has it too. A Reaction frees spent Personnel. Without any of these you give up.",
			fmt.Sprintf("After each card that is overcome a die is rolled. On a %d the Thwarter, an opponent drawn at random, may play a Crisis.", c.Die),
			fmt.Sprintf("Past the last card the Job is yours. If you give up, it is discarded. Either way each of your Personnel is gone on a %d.", c.Die),
			fmt.Sprintf("Job: after an execution you lie low for as many turns as the die shows: you plan and recruit, and nothing else. Without a Job you draw one. You discard down to %s.", scene.Count(c.HandLimit, "card")),
			fmt.Sprintf("After %s points decide.", scene.Count(c.MaxRounds, "round")),
		},
		Signs: []scene.Entry{
			{ID: "line", Kind: "sign", Name: "Line", Text: "The Security and other cards that must be overcome for a Job, from left to right."},
			{ID: "covered", Kind: scene.KindDrawing, Name: "Covered, missing", Text: "How much of a line the crew could overcome now, one card for each of the Personnel; of your own Job, Cons of your hand are counted too."},
			{ID: "spent", Kind: "sign", Name: "Spent", Text: "Personnel that have overcome a card. They cannot be used again in this execution, unless a Reaction frees them."},
			{ID: "thwarter", Kind: "sign", Name: "Thwarter", Text: "The opponent who may play a Crisis in this execution."},
			{ID: "lying-low", Kind: "sign", Name: "Lying low", Text: "After an execution: no offers, Events, Complications or Jobs for so many turns."},
		},
	}
	for i := range skills {
		r.Signs = append(r.Signs, scene.Entry{ID: skillNames[i], Kind: "skill", Name: skillTitles[i], Text: "A skill: cards with it overcome the cards of a line that need it."})
	}
	for _, j := range c.JobDeck {
		r.Entries = append(r.Entries, scene.Entry{ID: "job." + j.ID, Kind: "job", Name: j.Title, Text: fmt.Sprintf("%s, %s.", scene.Count(j.Security, "Security card"), scene.Count(j.Points, "point"))})
	}
	for _, x := range g.deck.guards {
		r.Entries = append(r.Entries, scene.Entry{ID: x.id, Kind: "security", Name: x.title, Text: "Needs " + skillWords(x.skills) + "."})
	}
	for _, k := range g.deck.kinds {
		text := k.text
		if k.typ == TypeCon {
			text += ". Needs Personnel in play with the same skill, spent or not."
		}
		r.Entries = append(r.Entries, scene.Entry{ID: k.id, Kind: k.typ.String(), Name: k.title, Text: text})
	}
	return r
}
