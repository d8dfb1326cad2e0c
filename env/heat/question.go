package heat

import (
	"ringer/env"
	"ringer/env/layout"
)

// A Question is the kind of decision that a state waits for.
type Question uint8

// The questions, in the order of the observation field "decision".
const (
	AskPick Question = iota
	AskClaim
	AskPlay
	AskTarget
	AskOption
	AskDiscard
	AskGive
	AskTake
	AskReplace
	AskExtra
	AskChance
	AskNothing
)

var questions = layout.Table{
	AskPick:    layout.Ask("draft", "pick", "a card to pass in the draft"),
	AskClaim:   layout.Ask("claim", "claim", "a title to claim, or silence"),
	AskPlay:    layout.Ask("play", "play", "a card for the stage"),
	AskTarget:  layout.Ask("aim", "target", "a seat"),
	AskOption:  layout.Ask("amount", "option", "a number"),
	AskDiscard: layout.Ask("discard", "discard", "a card to discard"),
	AskGive:    layout.Ask("trade", "give", "a card to give away in a swap"),
	AskTake:    layout.Ask("trade", "take", "a card to get in a swap"),
	AskReplace: layout.Ask("play", "replace", "a card to put in place of the card in use, or decline"),
	AskExtra:   layout.Ask("play", "extra", "a card to add to the Record, or decline"),
	AskChance:  layout.Flag("chance", "chance acts"),
	AskNothing: layout.Flag("over", "the game is over"),
}

// String returns the name of the question's column in the observation.
func (q Question) String() string { return questions[q].Name }

// Question returns what the state waits for. It is public.
func (s *State) Question() Question {
	switch s.actor {
	case env.Terminal:
		return AskNothing
	case env.Chance:
		return AskChance
	}
	return Question(s.node - nodePick)
}

// A ChoiceKind is a kind of answer.
type ChoiceKind uint8

// The kinds of answers.
const (
	NoChoice   ChoiceKind = iota // the id is of no action
	ChooseCard                   // Choice.Card: to pass, play, discard, give, take, put in place or add; or what chance draws
	ChooseSeat                   // Choice.Left
	Decline
	PlayNothing
	ChooseNumber // Choice.Number
	ClaimCard    // Choice.Card
	SayNothing
)

// A Choice is an action id, decoded. An id means the same in every state of a
// game.
type Choice struct {
	Kind   ChoiceKind
	Card   int // an index into Game.Kinds
	Left   int // places from the actor to its left (HEAT-13)
	Number int
}

// Target returns the seat that a choice of the seat that decides names: a choice
// counts to the left of the actor, as its observation does.
func (s *State) Target(c Choice) int { return s.game.seats.Absolute(int(s.actor), c.Left) }

// Decode returns what an action id means.
func (g *Game) Decode(a env.Action) Choice {
	switch {
	case a < 0 || int(a) >= g.spec.NumActions():
		return Choice{}
	case a < g.seatBase:
		return Choice{Kind: ChooseCard, Card: int(a)}
	case a < g.decline:
		return Choice{Kind: ChooseSeat, Left: int(a-g.seatBase) + 1}
	case a == g.decline:
		return Choice{Kind: Decline}
	case a == g.nothing:
		return Choice{Kind: PlayNothing}
	case a < g.claimAt:
		return Choice{Kind: ChooseNumber, Number: int(a - g.number)}
	case int(a-g.claimAt) == g.types:
		return Choice{Kind: SayNothing}
	}
	return Choice{Kind: ClaimCard, Card: int(a - g.claimAt)}
}
