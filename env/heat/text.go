package heat

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// verbs name an action on a card.
var verbs = [nodes]string{
	nodeDeal: "draw", nodePick: "pass", nodePlay: "play", nodeDiscard: "discard", nodeGive: "give",
	nodeTake: "take", nodeReplace: "put", nodeExtra: "add", nodeDraw: "draw", nodeLose: "lose", nodeGrab: "get",
}

func (g *Game) title(card uint8) string {
	if card == none {
		return "nothing"
	}
	return g.deck.types[card].title
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	switch c := s.game.Decode(a); c.Kind {
	case ChooseCard:
		verb := verbs[s.node]
		if verb == "" {
			verb = "card"
		}
		return verb + " " + s.game.title(uint8(c.Card))
	case ChooseSeat:
		return fmt.Sprintf("target seat %d", s.Target(c))
	case Decline:
		return "decline"
	case PlayNothing:
		return "play nothing"
	case ChooseNumber:
		return fmt.Sprintf("choose %d", c.Number)
	case SayNothing:
		return "say nothing"
	case ClaimCard:
		return "claim " + s.game.title(uint8(c.Card))
	}
	return fmt.Sprintf("no action %d", a)
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
			s.cancelled[i], s.then.target[i], s.then.option[i], s.honest[i], s.lied[i])
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

// names returns the titles of the cards of a hand, by kind.
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
