package heist

import (
	"ringer/env"
	"ringer/env/layout"
)

// A Question names the decision that a state asks of a seat.
type Question uint8

// The questions to a seat, then the two states in which no seat is asked. They
// are the columns of the observation field "decision".
const (
	AskRecruit  Question = iota // Personnel of the hand, or pass
	AskPartner                  // a partner to trade with, or pass
	AskGive                     // what is offered
	AskWant                     // what is asked for it
	AskAnswer                   // accept or decline
	AskPick                     // the Con to give for the offer
	AskEvent                    // an Event, or pass
	AskPerson                   // target of an Event: Personnel in play
	AskOwner                    // whose, when several crews have such Personnel
	AskSeat                     // target of an Event: a player
	AskJob                      // target of an Event: a Job in play
	AskExchange                 // a card to discard, or stop
	AskAttach                   // a Complication or Secondary Job, or pass
	AskPlace                    // the Job to attach it to
	AskExecute                  // a Job to execute, or pass
	AskObstacle                 // what overcomes the next card of the line, or give up
	AskUnspend                  // spent Personnel to free
	AskCrisis                   // a Crisis, or pass
	AskDiscard                  // a card above the hand limit
	AskChance                   // nobody: chance rolls
	AskNothing                  // nobody: the game is over
)

// decisionColumns are the columns of the field "decision".
var decisionColumns = layout.Table{
	AskRecruit:  layout.Ask("play", "recruit", "Personnel of the hand, or pass"),
	AskPartner:  layout.Ask("trade", "partner", "a partner to trade with, or pass"),
	AskGive:     layout.Ask("trade", "give", "what is offered"),
	AskWant:     layout.Ask("trade", "want", "what is asked for it"),
	AskAnswer:   layout.Ask("trade", "answer", "accept or decline the offer"),
	AskPick:     layout.Ask("trade", "pick", "the Con to give for the offer"),
	AskEvent:    layout.Ask("play", "event", "an Event, or pass"),
	AskPerson:   layout.Ask("aim", "person", "target of an Event: Personnel in play"),
	AskOwner:    layout.Ask("aim", "owner", "target of an Event: whose Personnel, when several crews have it"),
	AskSeat:     layout.Ask("aim", "seat", "target of an Event: a player"),
	AskJob:      layout.Ask("aim", "job", "target of an Event: a Job in play"),
	AskExchange: layout.Ask("discard", "exchange", "a card to discard and replace, or stop"),
	AskAttach:   layout.Ask("play", "attach", "a Complication or Secondary Job, or pass"),
	AskPlace:    layout.Ask("place", "place", "the Job to attach it to"),
	AskExecute:  layout.Ask("attempt", "execute", "a Job to execute, or pass"),
	AskObstacle: layout.Ask("pay", "obstacle", "what overcomes the next card of the line, or give up"),
	AskUnspend:  layout.Ask("recover", "unspend", "spent Personnel to free"),
	AskCrisis:   layout.Ask("play", "crisis", "a Crisis, or pass"),
	AskDiscard:  layout.Ask("discard", "discard", "a card above the hand limit"),
	AskChance:   layout.Flag("chance", "no seat decides: chance rolls"),
	AskNothing:  layout.Flag("over", "no seat decides: the game is over"),
}

// String returns the name of the question's column.
func (q Question) String() string { return decisionColumns[q].Name }

// Question returns what the state waits for; public.
func (s *State) Question() Question {
	switch s.actor {
	case env.Terminal:
		return AskNothing
	case env.Chance:
		return AskChance
	}
	return Question(s.node)
}

// An Act names the effect of an action, or the kind of object that it chooses.
type Act uint8

// The acts. Those from ActPass on have one id each, in this order: the action
// block "generic".
const (
	ActCard    Act = iota // names a card of the hand: block "card"
	ActSeat               // names a player: block "seat"
	ActJob                // names the Job of a player: block "job"
	ActPerson             // names Personnel in play: block "crew"
	ActSkill              // names the skill of a wanted Con: block "skill"
	ActPass               // does nothing more in this phase
	ActStop               // ends the discards of an exchange
	ActGift               // wants nothing for what is offered
	ActAccept             // accepts an offer
	ActDecline            // declines an offer
	ActExecute            // executes the seat's own Job
	ActGiveUp             // gives an execution up
	acts
)

// generics is the number of acts that have one id each.
const generics = env.Action(acts - ActPass)

// A Choice is a decoded action of a seat.
type Choice struct {
	Act   Act
	Kind  int // of the named card or Personnel; -1
	Seat  int // the named seat, or the owner of the named Job; -1
	Skill int // the named skill; -1
}

// Decode returns the meaning of an action of the seat that decides. The action
// must be in [0, Spec.NumActions).
func (s *State) Decode(a env.Action) Choice {
	g, me := s.game, max(int(s.actor), 0)
	c := Choice{Kind: -1, Seat: -1, Skill: -1}
	switch {
	case a < g.seatAt:
		c.Act, c.Kind = ActCard, int(a)
	case a < g.jobAt:
		c.Act, c.Seat = ActSeat, g.seats.Absolute(me, int(a-g.seatAt))
	case a < g.crewAt:
		c.Act, c.Seat = ActJob, g.seats.Absolute(me, int(a-g.jobAt))
	case a < g.skillAt:
		c.Act, c.Kind = ActPerson, int(g.deck.people[a-g.crewAt])
	case a < g.genericAt:
		c.Act, c.Skill = ActSkill, int(a-g.skillAt)
	default:
		c.Act = ActPass + Act(a-g.genericAt)
	}
	return c
}
