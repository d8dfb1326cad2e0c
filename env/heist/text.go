package heist

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"ringer/env"
)

// Text implements env.Texter: the table as seat p sees it and may remember it, for a
// person.
func (s *State) Text(player env.Player) string {
	g, p := s.game, int8(player)
	var b strings.Builder
	s.headline(&b)
	for k := range g.players {
		s.seatLines(&b, p, g.relative(p, k))
	}
	s.pileLines(&b)
	s.handLines(&b, p)
	s.knownLines(&b, p)
	s.newsLines(&b, p)
	switch {
	case s.node == nodeOver:
		b.WriteString(s.outcome(p))
	case s.actor == player:
		fmt.Fprintf(&b, "You: %s.", s.question(p))
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "Chance: %s.", s.asks())
	default:
		fmt.Fprintf(&b, "Seat %d: %s.", s.actor, s.question(p))
	}
	return b.String()
}

// name returns what p calls a seat in the middle of a sentence.
func name(p, seat int8) string {
	if seat == p {
		return "you"
	}
	return fmt.Sprintf("seat %d", seat)
}

// question returns what the actor is asked, in words for p, with the seat and the card
// that the question is about.
func (s *State) question(p int8) string {
	switch s.node {
	case nodePerson, nodeSeat, nodeJob:
		return fmt.Sprintf("%s (%s)", s.asks(), s.currentEffect().words())
	case nodeOwner:
		return fmt.Sprintf("choose whose %s (%s)", s.full(s.trade.want), s.currentEffect().words())
	case nodeGive:
		return "choose what to offer to " + name(p, s.trade.partner)
	case nodeWant:
		return fmt.Sprintf("choose what to ask of %s for it", name(p, s.trade.partner))
	case nodeAnswer:
		return fmt.Sprintf("accept the offer from %s, or decline", name(p, s.turn))
	case nodePick:
		return "choose the Con to give to " + name(p, s.turn)
	case nodePlace:
		return fmt.Sprintf("choose a Job to attach %s to", s.full(s.playing))
	case nodeObstacle:
		return fmt.Sprintf("overcome the next card of %s, or give up", jobName(p, s.owner))
	case nodeCrisis:
		return fmt.Sprintf("play a Crisis against %s, or pass", name(p, s.turn))
	}
	return s.asks()
}

// jobName returns what p calls the Job of a seat.
func jobName(p, seat int8) string {
	if seat == p {
		return "your own Job"
	}
	return fmt.Sprintf("the Job of seat %d", seat)
}

func (s *State) headline(b *strings.Builder) {
	c := &s.game.config
	fmt.Fprintf(b, "Round %d of %d, turn of seat %d; seat %d began. Jobs: %d in the deck, %d of %d gone. Heist deck: %d cards, %d discards. Security: %d cards, %d discards.\n",
		s.round+1, c.MaxRounds, s.turn, s.start, c.Jobs-int(s.jobsDrawn), s.jobsDone, c.Jobs,
		s.deck.count(), s.discards.count(), bits.OnesCount64(s.security), bits.OnesCount64(s.spare))
}

func (s *State) seatLines(b *strings.Builder, p, seat int8) {
	who := fmt.Sprintf("Seat %d", seat)
	if seat == p {
		who += " (you)"
	}
	fmt.Fprintf(b, "%-13s %d points, %d card%s in hand", who, s.points[seat], s.held[seat], plural(int(s.held[seat])))
	if n := bits.OnesCount16(s.captured[seat]); n > 0 {
		fmt.Fprintf(b, "; captured %d Job%s", n, plural(n))
	}
	if n := int(s.lying[seat]); n > 0 {
		fmt.Fprintf(b, "; lies low for %d more turn%s", n, plural(n))
	}
	fmt.Fprintf(b, "\n  crew %d of %d: ", s.working[seat], s.crewLimit(s.crew[seat]))
	if s.crew[seat].empty() {
		b.WriteString("nobody")
	}
	spent := set{}
	if seat == s.turn {
		spent = s.spent
	}
	crew := s.member(s.crew[seat].without(spent), "")
	b.WriteString(strings.Join(append(crew, s.member(s.crew[seat].and(spent), " spent")...), ", "))
	b.WriteString("\n")
	if s.job[seat] == nobody {
		b.WriteString("  no Job\n")
		return
	}
	ln, from := &s.line[seat], s.faced(seat)
	fmt.Fprintf(b, "  %s, worth %d", s.jobOf(seat).Title, s.value[seat])
	if n := s.short[seat]; n > 0 {
		fmt.Fprintf(b, " (%d Security short)", n)
	}
	if seat == s.owner {
		fmt.Fprintf(b, ", %d overcome", from)
	}
	fmt.Fprintf(b, ", %d to overcome: ", ln.size-from)
	var line []string
	for _, card := range ln.cards[from:ln.size] {
		line = append(line, skillWords(s.obstacle(card)))
	}
	b.WriteString(orNothing(strings.Join(line, ", ")))
	if !s.attached[seat].empty() {
		fmt.Fprintf(b, "; attached: %s", s.fulls(s.attached[seat]))
	}
	b.WriteString("\n")
}

func orNothing(words string) string {
	if words == "" {
		return "nothing"
	}
	return words
}

// byRole returns some cards with those of one role together: a list in this order
// does not tell cards apart that differ in nothing but their titles.
func (d *deck) byRole(cards set) []uint8 {
	var list []uint8
	for i := range d.roles {
		for some := cards.and(d.roles[i].cards); !some.empty(); {
			list = append(list, some.pop())
		}
	}
	return list
}

// member returns a phrase for each of some Personnel: "Dame (Confidence)", with more
// words after it.
func (s *State) member(crew set, more string) []string {
	var phrases []string
	for _, card := range s.game.deck.byRole(crew) {
		k := s.kind(card)
		phrases = append(phrases, fmt.Sprintf("%s (%s)%s", k.title, strings.TrimPrefix(k.text, typeTitles[TypePersonnel]+": "), more))
	}
	return phrases
}

// full returns the title of a card and its text.
func (s *State) full(card uint8) string {
	k := s.kind(card)
	return fmt.Sprintf("%s (%s)", k.title, k.text)
}

// fulls returns the titles of some cards and their texts.
func (s *State) fulls(cards set) string {
	var phrases []string
	for _, card := range s.game.deck.byRole(cards) {
		phrases = append(phrases, s.full(card))
	}
	return strings.Join(phrases, ", ")
}

// pileLines writes what lies open beside the decks.
func (s *State) pileLines(b *strings.Builder) {
	d := s.game.deck
	if s.jobsGone != 0 {
		fmt.Fprintf(b, "Jobs gone: %s.\n", s.jobTitles(s.jobsGone))
	}
	if s.spare != 0 {
		var phrases []string
		for i, m := range &d.guardsOf {
			if n := bits.OnesCount64(s.spare & m); n > 0 {
				phrases = append(phrases, fmt.Sprintf("%s ×%d", skillTitles[i], n))
			}
		}
		fmt.Fprintf(b, "Security discards: %s.\n", strings.Join(phrases, ", "))
	}
	if !s.discards.empty() {
		var phrases []string
		for i := range d.roles {
			if n := s.discards.and(d.roles[i].cards).count(); n > 0 {
				phrases = append(phrases, fmt.Sprintf("%s ×%d", d.kinds[d.kindOf[d.roles[i].cards.first()]].text, n))
			}
		}
		fmt.Fprintf(b, "Heist discards: %s.\n", strings.Join(phrases, ", "))
	}
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
	for _, card := range s.game.deck.byRole(s.hand[p]) {
		k := s.kind(card)
		fmt.Fprintf(b, "  %s: %s\n", k.title, k.text)
	}
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
	b = fmt.Appendf(b, "%s: %s | turn %d start %d round %d | count %d who %d offers %d effect %d swapped %d placed %d rival %d executed %t owner %d next %d thwarter %d won %b trade %v refused %v | deck %x discards %x playing %d fresh %x epoch %d security %x spare %x | jobs unseen %x drawn %d gone %x",
		s.actor, s.asks(), s.turn, s.start, s.round, s.count, s.who, s.offers, s.effect, s.swapped, s.placed, s.rival, s.executed, s.owner, s.next,
		s.thwarter, s.won, s.trade, s.refused, s.deck, s.discards, s.playing, s.fresh, s.epoch, s.security, s.spare, s.jobsUnseen, s.jobsDrawn, s.jobsGone)
	if s.owner != nobody || !s.rolling.empty() {
		b = fmt.Appendf(b, " | spent %x rolling %x", s.spent, s.rolling)
	}
	if s.epoch > 0 {
		b = fmt.Appendf(b, " | drawn in %x", s.drawnIn[:g.deck.size])
	}
	if g.strict {
		b = fmt.Appendf(b, " | barred %x", s.bars[:g.deck.size])
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

// TextExceptions implements env.TextExcepter.
func (g *Game) TextExceptions() []env.TextException {
	d := g.deck
	var titles []string
	for i := range d.kinds {
		titles = append(titles, d.kinds[i].title)
	}
	for i := range d.guards {
		titles = append(titles, d.guards[i].title)
	}
	slices.SortFunc(titles, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for i, t := range titles {
		titles[i] = regexp.QuoteMeta(t)
	}
	return []env.TextException{{
		Pattern: strings.Join(titles, "|"),
		Reason:  "no rule looks at titles: the text of the card, which observations tell, follows or stands for it",
	}}
}
