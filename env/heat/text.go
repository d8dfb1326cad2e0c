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

// InformationState implements env.InfoStater: the log as seat p lived it.
func (s *State) InformationState(p env.Player) string {
	var b strings.Builder
	n := s.game.players
	var m memory // to know hands at looks and what is received
	var heist int8
	for i, e := range s.log {
		if int(heist) <= int(s.heist) && i == int(s.heistAt[heist]) {
			m.reset(s.game)
			fmt.Fprintf(&b, "heist %d; ", heist)
			heist++
		}
		last := int(m.committed) == n-1
		picks := m.commit
		s.tell(&b, p, e)
		m.note(e, n, heist-1)
		switch {
		case e.kind == evLook && e.seat == int8(p):
			fmt.Fprintf(&b, "{%s}; ", s.game.names(&m.hand[e.other]))
		case e.kind == evPick && last:
			picks[e.seat] = e.card
			for giver := range n {
				if s.passTo(giver, heist-1) == int(p) {
					fmt.Fprintf(&b, "received %s; ", s.game.title(picks[giver]))
				}
			}
		case e.kind == evPlay && last:
			picks[e.seat] = e.card
			for seat := range n {
				fmt.Fprintf(&b, "%d shows %s; ", seat, s.game.title(picks[seat]))
			}
		}
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// tell writes one event as seat p perceives it; env.Terminal perceives all.
func (s *State) tell(b *strings.Builder, p env.Player, e event) {
	secret := func() string {
		if p == env.Player(e.seat) || p == env.Terminal {
			return s.game.title(e.card)
		}
		return "?"
	}
	name := s.game.title(e.card)
	switch e.kind {
	case evDraw:
		fmt.Fprintf(b, "%d draws %s; ", e.seat, secret())
	case evPick:
		fmt.Fprintf(b, "%d passes %s; ", e.seat, secret())
	case evPlay:
		fmt.Fprintf(b, "%d plays %s; ", e.seat, secret())
	case evClaim:
		fmt.Fprintf(b, "%d claims %s; ", e.seat, name)
	case evTarget:
		fmt.Fprintf(b, "%d names %d; ", e.seat, e.other)
	case evOption:
		fmt.Fprintf(b, "%d chooses %d; ", e.seat, e.other)
	case evChoose:
		fmt.Fprintf(b, "%d chooses %s; ", e.seat, name)
	case evDecline:
		fmt.Fprintf(b, "%d declines; ", e.seat)
	case evLook:
		fmt.Fprintf(b, "%d looks at %d; ", e.seat, e.other)
	case evDiscard:
		fmt.Fprintf(b, "%d discards %s; ", e.seat, name)
	case evExtra:
		fmt.Fprintf(b, "%d adds %s; ", e.seat, name)
	case evReplace:
		fmt.Fprintf(b, "%d puts %s; ", e.seat, name)
	case evReturn:
		fmt.Fprintf(b, "%d takes back %s; ", e.seat, name)
	case evGive:
		fmt.Fprintf(b, "%d gives %s to %d; ", e.seat, name, e.other)
	case evGrab:
		fmt.Fprintf(b, "%d gets %s from %d; ", e.seat, name, e.other)
	}
}

// names lists the cards of a hand, by kind.
func (g *Game) names(hand *[maxTypes]uint8) string {
	var parts []string
	for t, n := range hand[:g.types] {
		for range n {
			parts = append(parts, g.deck.types[t].title)
		}
	}
	return strings.Join(parts, ", ")
}

// String implements env.State.
func (s *State) String() string {
	var b strings.Builder
	for _, e := range s.log {
		s.tell(&b, env.Terminal, e)
	}
	fmt.Fprintf(&b, "| %s: %s | heist %d stage %d round %d phase %d step %d start %d cursor %d | ",
		s.actor, s.asks(), s.heist, s.stage, s.round, s.phase, s.step, s.start, s.cursor)
	for i := range s.game.players {
		fmt.Fprintf(&b, "seat %d: $%d, %d Heat, hand {%s}, record [%s], chose %s, uses %s copies %s cancelled %d target %d option %d, claims %s; ",
			i, s.now.money[i], s.now.heat[i], s.game.names(&s.mem.hand[i]), s.game.titles(s.now.of(i)), s.game.title(s.mem.commit[i]),
			s.game.title(s.acting[i]), s.game.title(s.copied[i]), s.cancelled[i], s.target[i], s.option[i], s.game.title(s.claims[i]))
	}
	fmt.Fprintf(&b, "tasks %v at %d | deck {%s} discards {%s}", s.tasks[:s.taskCount], s.taskAt, s.game.names(&s.mem.deck), s.game.names(&s.mem.discards))
	if s.node == nodeOver {
		fmt.Fprintf(&b, " | arrested %t, won %b", s.arrested, s.won)
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
