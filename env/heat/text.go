package heat

import (
	"fmt"
	"strings"

	"ringer/env"
)

// questionsAsked puts a node into words.
var questionsAsked = [nodes]string{
	nodeDeal:    "a card for the draft",
	nodePick:    "choose a card to pass",
	nodeClaim:   "claim a title, or say nothing",
	nodePlay:    "choose a card to play",
	nodeTarget:  "choose a player",
	nodeOption:  "choose a number",
	nodeDiscard: "choose a card to discard",
	nodeGive:    "choose a card to give away",
	nodeTake:    "choose a card to get",
	nodeReplace: "choose a card to put in place of yours, or decline",
	nodeExtra:   "choose a card to add to your Record, or decline",
	nodeDraw:    "a card from the deck",
	nodeLose:    "a card to lose at random",
	nodeGrab:    "a card to get at random",
	nodeOver:    "the game is over",
}

// verbs name an action on a card.
var verbs = [nodes]string{
	nodeDeal: "draw", nodePick: "pass", nodePlay: "play", nodeDiscard: "discard", nodeGive: "give",
	nodeTake: "take", nodeReplace: "put", nodeExtra: "add", nodeDraw: "draw", nodeLose: "lose", nodeGrab: "get",
}

func (s *State) asks() string { return questionsAsked[s.node] }

func (g *Game) title(card uint8) string {
	if card == none {
		return "nothing"
	}
	return g.deck.types[card].title
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	switch {
	case a < 0 || int(a) >= g.spec.NumActions():
		return fmt.Sprintf("no action %d", a)
	case a < g.seatBase:
		verb := verbs[s.node]
		if verb == "" {
			verb = "card"
		}
		return verb + " " + g.title(uint8(a))
	case a < g.decline:
		return fmt.Sprintf("target seat %d", a-g.seatBase)
	case a == g.decline:
		return "decline"
	case a == g.nothing:
		return "play nothing"
	case a < g.claimAt:
		return fmt.Sprintf("choose %d", a-g.number)
	case int(a-g.claimAt) == g.types:
		return "say nothing"
	}
	return "claim " + g.title(uint8(a-g.claimAt))
}

// String implements env.State.
func (s *State) String() string {
	g := s.game
	b := make([]byte, 0, 4096)
	for _, e := range s.log {
		b = append(s.tell(b, env.Terminal, e), "; "...)
	}
	b = fmt.Appendf(b, "| %s: %s | heist %d stage %d round %d phase %d step %d start %d cursor %d fires %d arrested %t won %b",
		s.actor, s.asks(), s.heist, s.stage, s.round, s.phase, s.step, s.start, s.cursor, s.fires, s.arrested, s.won)
	for i := range g.players {
		b = fmt.Appendf(b, " | seat %d: $%d, %d Heat, cancelled %d target %d option %d kept %d lied %d", i, s.now.money[i], s.now.heat[i],
			s.cancelled[i], s.target[i], s.option[i], s.honest[i], s.lied[i])
		b = append(b, ", hand {"...)
		b = append(b, g.names(&s.mem.hand[i])...)
		b = append(b, "} record ["...)
		b = append(b, g.titles(s.now.of(i))...)
		b = append(b, ']')
		for _, x := range []struct {
			what string
			card uint8
		}{{"chose", s.mem.commit[i]}, {"uses", s.now.inUse[i]}, {"acts as", s.acting[i]}, {"copies", s.copied[i]}, {"claims", s.claims[i]}} {
			if x.card != none {
				b = append(b, ", "...)
				b = append(b, x.what...)
				b = append(b, ' ')
				b = append(b, g.title(x.card)...)
			}
		}
	}
	if s.taskAt < s.taskCount {
		b = fmt.Appendf(b, " | tasks %v at %d", s.tasks[:s.taskCount], s.taskAt)
	}
	b = append(b, " | deck {"...)
	b = append(b, g.names(&s.mem.deck)...)
	b = append(b, "} discards {"...)
	b = append(b, g.names(&s.mem.discards)...)
	return string(append(b, '}'))
}

// names lists the cards of a hand, by kind.
func (g *Game) names(hand *[maxTypes]uint8) string {
	var b strings.Builder
	for t, n := range hand[:g.types] {
		for range n {
			if b.Len() > 0 {
				b.WriteString(", ")
			}
			b.WriteString(g.deck.types[t].title)
		}
	}
	return b.String()
}

func (g *Game) titles(cards []uint8) string {
	parts := make([]string, len(cards))
	for i, c := range cards {
		parts[i] = g.title(c)
	}
	return strings.Join(parts, ", ")
}
