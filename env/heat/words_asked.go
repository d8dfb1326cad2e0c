package heat

import "fmt"

// This file puts what a state waits for into words: which choice, for which card
// of which seat, and about whom.

// questionsAsked puts a node into words. %s stands for what subject says.
var questionsAsked = [nodes]string{
	nodeDeal:    "a card for %s in the draft",
	nodePick:    "choose a card to pass to %s",
	nodeClaim:   "claim a title, or say nothing",
	nodePlay:    "choose a card to play",
	nodeTarget:  "choose a player for %s",
	nodeOption:  "choose a number for %s",
	nodeDiscard: "choose a card to discard for %s",
	nodeGive:    "choose a card to give to %s",
	nodeTake:    "choose a card to get from %s",
	nodeReplace: "choose a card to put in place of your card in use for %s, or decline",
	nodeExtra:   "choose a card to add to %s, or decline",
	nodeDraw:    "a card from the deck for %s",
	nodeLose:    "a card to lose at random, of %s",
	nodeGrab:    "a card to get at random, from %s",
	nodeOver:    "the game is over",
}

// asks returns the question that the state waits for.
func (s *State) asks() string {
	q := questionsAsked[s.node]
	switch s.node {
	case nodeClaim, nodePlay, nodeOver:
		return q
	}
	return fmt.Sprintf(q, s.subject())
}

// subject returns whom and which card the question is about.
func (s *State) subject() string {
	n := s.game.players
	switch s.node {
	case nodeDeal:
		return seatName(s.seatAt(int(s.cursor) % n))
	case nodePick:
		return seatName(s.passTo(int(s.actor), s.heist))
	case nodeTarget, nodeOption:
		return s.effectOf(int(s.actor))
	}
	t := &s.tasks[s.taskAt]
	switch s.node {
	case nodeDraw:
		return seatName(int(t.seat))
	case nodeDiscard, nodeReplace:
		return s.effectOf(int(t.actor))
	case nodeExtra:
		return "the " + laws[OpExtra].where[t.mode] + " of your Record for " + s.effectOf(int(t.actor))
	case nodeTake:
		return fmt.Sprintf("%s in exchange for %s, for %s", seatName(int(t.seat)), s.game.title(t.card), s.effectOf(int(t.actor)))
	}
	return seatName(int(t.seat)) + ", for " + s.effectOf(int(t.actor))
}

// effectOf names the card that acts for a seat, and the seat.
func (s *State) effectOf(seat int) string {
	return s.game.title(s.acting[seat]) + " of " + seatName(seat)
}

func seatName(seat int) string { return fmt.Sprintf("seat %d", seat) }
