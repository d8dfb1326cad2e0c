package heist

import (
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
)

// Text implements env.Texter: the table as seat p sees it, for a person.
func (s *State) Text(player env.Player) string {
	g, p := s.game, int8(player)
	var b strings.Builder
	s.headline(&b)
	for k := range g.players {
		s.seatLines(&b, p, g.relative(p, k))
	}
	s.handLines(&b, p)
	s.knownLines(&b, p)
	s.newsLines(&b, p)
	switch {
	case s.node == nodeOver:
		b.WriteString(s.outcome(p))
	case s.actor == player:
		fmt.Fprintf(&b, "You: %s.", s.asks())
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "Chance: %s.", s.asks())
	default:
		fmt.Fprintf(&b, "Seat %d: %s.", s.actor, s.asks())
	}
	return b.String()
}

func (s *State) headline(b *strings.Builder) {
	c := &s.game.config
	fmt.Fprintf(b, "Round %d of %d, turn of seat %d. Jobs: %d in the deck, %d of %d gone. Heist deck: %d cards, %d discards. Security: %d cards, %d discards.\n",
		s.round+1, c.MaxRounds, s.turn, c.Jobs-int(s.jobsDrawn), s.jobsDone, c.Jobs,
		s.deck.count(), s.discards.count(), bits.OnesCount64(s.security), bits.OnesCount64(s.spare))
}

func (s *State) seatLines(b *strings.Builder, p, seat int8) {
	g := s.game
	who := fmt.Sprintf("Seat %d", seat)
	if seat == p {
		who += " (you)"
	}
	fmt.Fprintf(b, "%-13s %d points, %d card%s in hand", who, s.points[seat], s.held[seat], plural(int(s.held[seat])))
	if jobs := s.jobTitles(s.captured[seat]); jobs != "" {
		fmt.Fprintf(b, "; captured %s", jobs)
	}
	if n := int(s.lying[seat]); n > 0 {
		fmt.Fprintf(b, "; lies low for %d more turn%s", n, plural(n))
	}
	fmt.Fprintf(b, "\n  crew %d of %d: ", s.working[seat], s.crewLimit(s.crew[seat]))
	if s.crew[seat].empty() {
		b.WriteString("nobody")
	}
	first := true
	for crew := s.crew[seat]; !crew.empty(); {
		card := crew.pop()
		if !first {
			b.WriteString(", ")
		}
		first = false
		b.WriteString(s.kind(card).title)
		if k := skillWords(s.kind(card).skills); k != "" {
			fmt.Fprintf(b, " (%s)", k)
		}
		if seat == s.turn && s.spent.has(card) {
			b.WriteString(" spent")
		}
	}
	b.WriteString("\n")
	if s.job[seat] == nobody {
		b.WriteString("  no Job\n")
		return
	}
	ln, from := &s.line[seat], s.faced(seat)
	fmt.Fprintf(b, "  %s, worth %d", s.jobOf(seat).Title, s.value[seat])
	if seat == s.owner {
		fmt.Fprintf(b, ", %d overcome", from)
	}
	fmt.Fprintf(b, ", %d to overcome:", ln.size-from)
	for _, card := range ln.cards[from:ln.size] {
		fmt.Fprintf(b, " %s", skillWords(s.obstacle(card)))
		if card < lineSecurity {
			fmt.Fprintf(b, " [%s]", s.kind(card).title)
		}
		b.WriteString(",")
	}
	if ln.size == from {
		b.WriteString(" nothing ")
	}
	secondary := s.attached[seat].and(g.deck.ofType[TypeSecondary])
	if !secondary.empty() {
		fmt.Fprintf(b, " with %s,", g.titles(secondary))
	}
	text := strings.TrimRight(b.String(), ", ")
	b.Reset()
	b.WriteString(text + "\n")
}

func (s *State) jobTitles(jobs uint16) string {
	d := s.game.deck
	var titles []string
	for ; jobs != 0; jobs &= jobs - 1 {
		titles = append(titles, d.jobs[d.jobOf[bits.TrailingZeros16(jobs)]].Title)
	}
	return strings.Join(titles, ", ")
}

func (s *State) handLines(b *strings.Builder, p int8) {
	if s.hand[p].empty() {
		b.WriteString("Your hand is empty.\n")
		return
	}
	b.WriteString("Your hand:\n")
	for cards := s.hand[p]; !cards.empty(); {
		k := s.kind(cards.pop())
		fmt.Fprintf(b, "  %s: %s\n", k.title, k.text)
	}
}

// knownLines writes the hidden cards that the seat knows, and the cards of its hand
// that others know.
func (s *State) knownLines(b *strings.Builder, p int8) {
	g := s.game
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		if known := s.known[seat][p]; !known.empty() {
			fmt.Fprintf(b, "Seat %d knows in your hand: %s.\n", seat, s.kindTitles(known))
		}
	}
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		if known := s.knownHand(p, seat); !known.empty() {
			fmt.Fprintf(b, "You know in the hand of seat %d: %s.\n", seat, s.kindTitles(known))
		}
	}
	if cards := s.elsewhere(p); !cards.empty() {
		fmt.Fprintf(b, "In other hands, as they were in no deck: %s.\n", s.kindTitles(cards))
	}
}

// kindTitles returns the titles of some cards.
func (s *State) kindTitles(cards set) string {
	d := s.game.deck
	var titles []string
	for !cards.empty() {
		titles = append(titles, d.kinds[d.kindOf[cards.pop()]].title)
	}
	return strings.Join(titles, ", ")
}

// newsLines writes what is going on in the turn.
func (s *State) newsLines(b *strings.Builder, p int8) {
	you := func(seat int8) string {
		if seat == p {
			return "you"
		}
		return fmt.Sprintf("seat %d", seat)
	}
	if s.playing != none {
		k := s.kind(s.playing)
		fmt.Fprintf(b, "Being played: %s, %s.\n", k.title, k.text)
	}
	if t := &s.trade; t.partner != nobody {
		fmt.Fprintf(b, "Offer of %s to %s", you(s.turn), you(t.partner))
		if t.given != none {
			fmt.Fprintf(b, ": %s (%s)", s.kind(t.given).title, s.kind(t.given).text)
		}
		switch {
		case t.want != none:
			fmt.Fprintf(b, " for %s (%s)", s.kind(t.want).title, s.kind(t.want).text)
		case t.skill >= 0:
			fmt.Fprintf(b, " for a Con with %s", skillTitles[t.skill])
		case t.forNothing:
			b.WriteString(" for nothing")
		}
		b.WriteString(".\n")
	}
	if s.rival != nobody {
		fmt.Fprintf(b, "This turn %s may execute the Job of %s.\n", you(s.turn), you(s.rival))
	}
	if s.owner == nobody {
		return
	}
	fmt.Fprintf(b, "Executing: the Job of %s", you(s.owner))
	if s.thwarter != nobody {
		fmt.Fprintf(b, "; the Thwarter is %s", you(s.thwarter))
	}
	b.WriteString(".\n")
	if ln := &s.line[s.owner]; s.next < ln.size {
		fmt.Fprintf(b, "Next: %s.\n", s.obstacleWords(ln.cards[s.next]))
	}
}

// obstacleWords returns a phrase for a card of a line.
func (s *State) obstacleWords(card uint8) string {
	d := s.game.deck
	title := ""
	if card >= lineSecurity {
		title = d.guards[d.guardOf[card-lineSecurity]].title
	} else {
		title = s.kind(card).title
	}
	return fmt.Sprintf("%s, which needs %s", title, skillWords(s.obstacle(card)))
}

func (s *State) outcome(p int8) string {
	switch n := bits.OnesCount8(s.won); {
	case s.won>>p&1 != 0 && n == 1:
		return "You win."
	case s.won>>p&1 != 0:
		return "You share the victory."
	case n == 1:
		return fmt.Sprintf("Seat %d wins.", bits.TrailingZeros8(s.won))
	}
	return "Others share the victory."
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	if s.actor == env.Chance {
		return s.chanceString(a)
	}
	if a < 0 || int(a) >= g.spec.NumActions() {
		return fmt.Sprintf("no action %d", a)
	}
	switch c := s.Decode(a); c.Act {
	case ActCard, ActPerson:
		return s.verb() + " " + g.deck.kinds[c.Kind].title
	case ActSeat:
		return fmt.Sprintf("choose seat %d", c.Seat)
	case ActJob:
		verb := "choose"
		switch s.node {
		case nodeExecute:
			verb = "execute"
		case nodePlace:
			verb = "attach to"
		}
		if s.job[c.Seat] != nobody {
			return fmt.Sprintf("%s %s of seat %d", verb, s.jobOf(int8(c.Seat)).Title, c.Seat)
		}
		return fmt.Sprintf("%s the Job of seat %d", verb, c.Seat)
	case ActSkill:
		return "want a Con with " + skillTitles[c.Skill]
	default:
		return actWords[c.Act]
	}
}

func (s *State) chanceString(a env.Action) string {
	g := s.game
	if !s.isLegal(a) {
		return fmt.Sprintf("no outcome %d", a)
	}
	switch s.node {
	case nodeStart:
		return fmt.Sprintf("seat %d begins", a)
	case nodeFirstJob, nodeNewJob:
		return "Job " + g.deck.jobs[a].Title
	case nodeFirstSecurity, nodeSecurity:
		return "Security " + g.deck.guards[a].title
	case nodeThwarter:
		return fmt.Sprintf("seat %d is the Thwarter", a)
	case nodeDie, nodeCrew:
		if a == 1 {
			return fmt.Sprintf("a %d", g.config.Die)
		}
		return fmt.Sprintf("no %d", g.config.Die)
	case nodeLieLow:
		return fmt.Sprintf("a %d", a+1)
	}
	return s.verb() + " " + g.deck.kinds[a].title
}

// String implements env.State.
func (s *State) String() string {
	g := s.game
	b := make([]byte, 0, 2048)
	b = fmt.Appendf(b, "%s: %s | turn %d start %d round %d | count %d who %d offers %d effect %d swapped %d placed %d rival %d executed %t owner %d next %d thwarter %d won %b trade %v | deck %x discards %x playing %d fresh %x epoch %d security %x spare %x | jobs unseen %x drawn %d gone %x",
		s.actor, s.asks(), s.turn, s.start, s.round, s.count, s.who, s.offers, s.effect, s.swapped, s.placed, s.rival, s.executed, s.owner, s.next,
		s.thwarter, s.won, s.trade, s.deck, s.discards, s.playing, s.fresh, s.epoch, s.security, s.spare, s.jobsUnseen, s.jobsDrawn, s.jobsGone)
	if s.owner != nobody || !s.rolling.empty() {
		b = fmt.Appendf(b, " | spent %x rolling %x", s.spent, s.rolling)
	}
	if s.epoch > 0 {
		b = fmt.Appendf(b, " | drawn in %x", s.drawnIn[:g.deck.size])
	}
	for i := range g.players {
		b = fmt.Appendf(b, " | seat %d: %d points, captured %x, lying low %d, crew %x, Job %d worth %d short %d line %x attached %x, knows %x, hand {",
			i, s.points[i], s.captured[i], s.lying[i], s.crew[i], s.job[i], s.value[i], s.short[i], s.line[i].cards[:s.line[i].size], s.attached[i], s.known[i][:g.players])
		b = append(b, g.titles(s.hand[i])...)
		b = append(b, '}')
	}
	return string(b)
}

// titles returns the titles of some cards.
func (g *Game) titles(cards set) string {
	var b strings.Builder
	for !cards.empty() {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(g.deck.kinds[g.deck.kindOf[cards.pop()]].title)
	}
	return b.String()
}
