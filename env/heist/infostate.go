package heist

import (
	"slices"
	"strconv"

	"ringer/env"
)

// An entry of a history is an action, or a card that a seat has seen in another
// hand.
type entry struct {
	node node
	seat int8  // the actor; for a card drawn, the seat that got it; for a card seen, the seat that saw it
	card uint8 // drawn or seen; else none
	act  int16
}

// nodeSee marks an entry of a card seen in another hand.
const nodeSee = nodes

type history struct{ entries []entry }

// note writes down an action before it is applied.
func (h *history) note(s *State, a env.Action) {
	e := entry{node: s.node, seat: int8(s.actor), card: none, act: int16(a)}
	switch s.node {
	case nodeDeal:
		e.seat, e.card = s.who, s.cardOf(s.deck, int(a))
	case nodeDraw:
		e.seat, e.card = s.turn, s.cardOf(s.deck, int(a))
	}
	h.entries = append(h.entries, e)
}

// see writes down a hand that a seat looks at.
func (h *history) see(by int8, hand set) {
	for !hand.empty() {
		h.entries = append(h.entries, entry{node: nodeSee, seat: by, card: hand.pop()})
	}
}

// sortSeen puts the cards of each look in order, as see wrote them.
func (h *history) sortSeen() {
	for i := 0; i < len(h.entries); i++ {
		from := i
		for i < len(h.entries) && h.entries[i].node == nodeSee {
			i++
		}
		slices.SortFunc(h.entries[from:i], func(a, b entry) int { return int(a.card) - int(b.card) })
	}
}

// InformationState implements env.InfoStater: all that p has seen and done, in order.
// A card drawn by another seat is a question mark.
func (r *Recalled) InformationState(p env.Player) string {
	g := r.game
	b := append(make([]byte, 0, 256), 's')
	b = strconv.AppendInt(b, int64(p), 10)
	if r.log == nil {
		return string(b)
	}
	for _, e := range r.log.entries {
		switch {
		case e.node == nodeSee && e.seat != int8(p):
			continue
		case e.node == nodeSee:
			b = append(b, " saw "...)
			b = strconv.AppendInt(b, int64(g.deck.kindOf[e.card]), 10)
			continue
		}
		b = append(b, ' ')
		b = append(b, nodeLabels[e.node]...)
		if e.seat >= 0 {
			b = strconv.AppendInt(b, int64(e.seat), 10)
		}
		b = append(b, ':')
		if e.card != none && e.seat != int8(p) {
			b = append(b, '?')
			continue
		}
		b = strconv.AppendInt(b, int64(e.act), 10)
	}
	return string(b)
}

// nodeLabels are short names of nodes, for information states.
var nodeLabels = [nodes]string{
	nodeRecruit: "recruit", nodePartner: "offer", nodeGive: "give", nodeWant: "want", nodeAnswer: "answer", nodePick: "pick",
	nodeEvent: "event", nodePerson: "person", nodeOwner: "owner", nodeSeat: "seat", nodeJob: "job", nodeExchange: "exchange",
	nodeAttach: "attach", nodePlace: "place", nodeExecute: "execute", nodeObstacle: "tool", nodeUnspend: "unspend",
	nodeCrisis: "crisis", nodeDiscard: "discard",
	nodeStart: "start", nodeDeal: "deal", nodeFirstJob: "job", nodeFirstSecurity: "guard", nodeDraw: "draw", nodeLose: "lose",
	nodeSecurity: "guard", nodeThwarter: "thwarter", nodeDie: "die", nodeSpend: "spend", nodeCrew: "crew", nodeLieLow: "low", nodeNewJob: "job",
}
