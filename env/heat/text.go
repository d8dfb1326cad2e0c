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

// The functions below put the effects of a card into sentences. The words of an operation
// stand in its own file, the words of whos, conditions and amounts in seats_reached.go and
// amount.go.

// words returns a card's effects as sentences, phase by phase. The effects have no
// faults.
func (c *Card) words() string {
	var parts []string
	last, named := "", "" // phase, and the seat named in it
	for i := range c.Effects {
		e := &c.Effects[i]
		whom := e.Who
		if t, ok := parseTerm(e.Amount.Per); ok && t.name == perNames[PerHeatOf].name && whom == "" {
			whom = t.arg(0)
		}
		if e.Phase != last {
			named = ""
		}
		again := whom != "" && whom == named
		if t, ok := parseTerm(whom); ok && t.name == whoNames[WhoChosen].name {
			named = whom
		}
		s := e.words()
		if again {
			s = strings.ReplaceAll(s, whoWords(whom), "that player")
			s = strings.ToUpper(s[:1]) + s[1:]
		}
		if e.Phase != last {
			s = e.Phase + ": " + s
			last = e.Phase
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

// words returns one effect as a sentence.
func (e *Effect) words() string {
	s := e.Op
	for op := range operations {
		if laws[op].name == e.Op {
			s = operations[op].words(phrase{effect: e, whom: whoWords(e.Who)})
		}
	}
	s += conditionWords(e.If)
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// A phrase gives an operation the words for the parts of its effect.
type phrase struct {
	effect *Effect
	whom   string // the seats that it reaches
}

// do returns a verb with its subject: in the form of "you" without a subject, in
// the form for several seats, or in the form for one other seat.
func (p phrase) do(own, others string) string {
	kind, _, _ := lookUp(whoNames, p.effect.Who)
	switch {
	case p.effect.Who == "" || kind == int(WhoSelf):
		return own
	case kind == int(WhoAll) || kind == int(WhoOthers) || kind == int(WhoNeighbours) || kind == int(WhoSameTag):
		return p.whom + " " + own
	}
	return p.whom + " " + others
}

// dollars, heat and cards return the amount in a unit.
func (p phrase) dollars() string { return p.effect.Amount.in("$%d", "$%d") }
func (p phrase) heat() string    { return p.effect.Amount.in("%d Heat", "%d Heat") }
func (p phrase) cards() string   { return p.effect.Amount.in("%d card", "%d cards") }

// tagged says of a card that it has a tag: place:… is where it robs.
func tagged(tag string) string {
	if place, ok := strings.CutPrefix(tag, "place:"); ok {
		return "robs the " + place
	}
	return "is tagged " + tag
}
