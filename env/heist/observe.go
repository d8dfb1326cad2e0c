package heist

import (
	"math/bits"
	"slices"

	"ringer/env"
	"ringer/env/layout"
)

// Vocabularies of the fields that count cards: roles of Heist cards, roles of
// Personnel, and Jobs.
const (
	RoleVocabulary   = "role"
	TalentVocabulary = "talent"
	jobVocabulary    = "job"
)

// SeatItems names the seats, from the observer on, as env.Field.Items.
const SeatItems = "seat"

// fractionDigits is the number of binary digits that a float32 between 0 and 1 holds
// exactly.
const fractionDigits = 24

// What the value 1 stands for.
const (
	pointScale = 15
	cardScale  = 11
	lineScale  = 15
	skillScale = 4
	turnScale  = 6

	points15 = "15 points"
	cards11  = "11 cards"
	cards15  = "15 cards"
	cards4   = "4 cards"
	people4  = "4 Personnel"
	turns6   = "6 turns"
)

// Columns of the field "progress".
const (
	progressRounds = iota
	progressDrawn
	progressGone
)

var progressColumns = layout.Table{
	progressRounds: {Name: "rounds played", Max: 1, Unit: "all rounds"},
	progressDrawn:  {Name: "Jobs drawn", Max: 1, Unit: "all Jobs"},
	progressGone:   {Name: "Jobs gone", Max: 1, Unit: "all Jobs", Doc: "captured or discarded"},
}

// Columns of the field "decks".
const (
	decksHeist = iota
	decksDiscards
	decksSecurity
	decksSpare
)

var decksColumns = layout.Table{
	decksHeist:    {Name: "Heist deck", Max: 1, Unit: "all Heist cards"},
	decksDiscards: {Name: "Heist discards", Max: 1, Unit: "all Heist cards"},
	decksSecurity: {Name: "Security deck", Max: 1, Unit: "all Security cards"},
	decksSpare:    {Name: "Security discards", Max: 1, Unit: "all Security cards"},
}

// Columns of the field "standing".
const (
	standingLast = iota
	standingAhead
	standingOwnJob
	standingRivalJob
)

var standingColumns = layout.Table{
	standingLast:     layout.Flag("last Job", "the game ends when one more Job is gone"),
	standingAhead:    layout.Flag("ahead", "the observer's points are above every other seat's"),
	standingOwnJob:   layout.Flag("ahead with own Job", "they would be with the value of the observer's Job"),
	standingRivalJob: layout.Flag("ahead with rival Job", "they would be with the value of the Job that an Event lets the observer execute"),
}

// Columns of the field "count".
const (
	countExchanged = iota
	countLeft
	countOvercome
	countEffect
)

func countColumns(most float32) layout.Table {
	return layout.Table{
		countExchanged: {Name: "exchanged", Max: most, Unit: cards11, Doc: "cards discarded for an exchange"},
		countLeft:      {Name: "left", Max: most, Unit: cards11, Doc: "cards still to be drawn, dealt, lost, spent or freed"},
		countOvercome:  {Name: "overcome", Max: most, Unit: cards11, Doc: "cards of the line that the execution has overcome"},
		countEffect:    {Name: "effect", Max: maxEffects, Unit: "1 effect", Doc: "number of the effect of the Event that is being resolved"},
	}
}

// Rows of the field "security".
const (
	securityDeck = iota
	securityDiscards
)

var securityRows = []string{securityDeck: "deck", securityDiscards: "discards"}

// Rows of the fields of a trade.
const (
	tradeNow = iota
	tradeRefused
)

var tradeRows = []string{tradeNow: "now", tradeRefused: "refused"}

// Columns of the field "lacked": the skills, then Reactions.
var lackedNames = append(slices.Clone(skillNames[:]), "reaction")

// spans says where each field of the observation lies.
type spans struct {
	decision, actor, turn, start, progress, decks          layout.Span
	points, held, handLimit, working, crewLimit, lying     layout.Span
	job, jobsUnseen, value, line, short, need, next        layout.Span
	hand, exposed, unseen, elsewhere, old, known, discards layout.Span
	crew, spent, crewSkills, cons, recruits, standing      layout.Span
	security, asking, rival, owner, thwarter, count        layout.Span
	offers, partner, given, wanted, wantedSkill, gift      layout.Span
	refusedGiven, refusedWanted                            layout.Span
	captured, order, attached, knows, lacked, made         layout.Span
}

// observation lists the fields and notes where each of them lies. Seats are
// counted from the observer.
func (g *Game) observation() []env.Field {
	var b layout.Builder
	d, at, seats := g.deck, &g.spans, g.seats
	most, longest := float32(d.size), float32(d.longestLine())
	skillsOf := func(high float32, unit string) layout.Table { return layout.Scaled(0, high, unit, skillNames[:]...) }
	seatsOf := func(high float32, unit string) layout.Table { return layout.Scaled(0, high, unit, seats.Names()...) }
	field := func(name, doc string, columns layout.Table, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Rows: rows, Columns: columns, Items: ItemsOf(seats, rows, columns)})
	}
	counts := func(vocabulary string, high float32, names []string, name, doc string, rows ...string) layout.Span {
		if len(names) == 0 {
			return layout.Span{}
		}
		columns := layout.Counted(high, names...)
		return b.Add(layout.Field{Name: name, Doc: doc, Rows: rows, Columns: columns, Vocab: vocabulary, Items: ItemsOf(seats, rows, columns)})
	}
	copies := float32(d.mostOfRole())
	roles, talents, jobs := g.Roles(), g.Talents(), d.jobIDs()

	at.decision = field("decision", "one-hot: what the state waits for", decisionColumns)
	at.actor = field("actor", "one-hot: the seat that decides", seats.Flags())
	at.turn = field("turn", "one-hot: the seat whose turn it is", seats.Flags())
	at.start = field("start", "one-hot: the seat that began", seats.Flags())
	at.progress = field("progress", "how far the game has come", progressColumns)
	at.decks = field("decks", "sizes of decks and discards", decksColumns)
	at.points = field("points", "points of each seat", seatsOf(40, points15))
	at.held = field("hand_size", "cards in the hand of each seat", seatsOf(most/cardScale, cards11))
	at.handLimit = field("hand_limit", "cards that each seat may hold at the end of its turn", seatsOf(40, cards11))
	at.working = field("crew_size", "Personnel in play of each seat", seatsOf(most/cardScale, cards11))
	at.crewLimit = field("crew_limit", "Personnel that each seat may have in play", seatsOf(40, cards11))
	at.lying = field("lying_low", "turns for which each seat still lies low", seatsOf(20, turns6))
	at.job = counts(jobVocabulary, 1, jobs, "job", "the Job in play of each seat", seats.Names()...)
	at.jobsUnseen = counts(jobVocabulary, maxJobs, jobs, "jobs_unseen", "Jobs that were never drawn, those removed from the game included")
	at.value = field("value", "points of the Job in play of each seat, Secondary Jobs included", seatsOf(40, points15))
	at.line = field("line", "cards of each Job still to be overcome", seatsOf(longest/lineScale, cards15))
	at.short = field("short", "Security cards that each Job did not get", seatsOf(longest/lineScale, cards15))
	at.need = field("need", "cards of each Job still to be overcome that each skill can overcome", skillsOf(longest/skillScale, cards4), seats.Names()...)
	at.next = field("next", "skills that overcome the next card of the line being faced", layout.Flags(skillNames[:]...))
	at.hand = counts(RoleVocabulary, copies, roles, "hand", "the observer's hand")
	at.exposed = counts(RoleVocabulary, copies, roles, "exposed", "cards of the observer's hand that each other seat knows of: looked at, offered, or traded", seats.Others()...)
	at.unseen = counts(RoleVocabulary, copies, roles, "unseen", "cards that the observer has not seen: in the deck or in other hands")
	at.elsewhere = counts(RoleVocabulary, copies, roles, "elsewhere", "cards among them that must be in other hands, because the deck was made without them")
	at.old = field("old_cards", "how many such cards each other seat holds", layout.Scaled(0, most/cardScale, cards11, seats.Others()...))
	at.known = counts(RoleVocabulary, copies, roles, "known", "cards that the observer knows to be in each other hand: looked at, offered, traded, or left over when the deck was made", seats.Others()...)
	at.discards = counts(RoleVocabulary, copies, roles, "discards", "discards of the Heist deck")
	at.crew = counts(TalentVocabulary, copies, talents, "crew", "Personnel in play of each seat", seats.Names()...)
	at.spent = counts(TalentVocabulary, copies, talents, "spent", "spent Personnel of the executor")
	at.crewSkills = field("crew_skills", "unspent Personnel of each seat with each skill", skillsOf(most/skillScale, people4), seats.Names()...)
	at.cons = field("cons", "Cons in the observer's hand with each skill", skillsOf(most/skillScale, cards4))
	at.recruits = field("recruits", "Personnel in the observer's hand with each skill", skillsOf(most/skillScale, people4))
	at.standing = field("standing", "how the observer's points compare with the others'", standingColumns)
	at.security = field("security", "Security cards that each skill overcomes", skillsOf(maxSecurity/skillScale, cards4), securityRows...)
	at.asking = counts(RoleVocabulary, copies, roles, "asking", "the card that is being resolved")
	at.rival = field("rival", "one-hot: the seat whose Job an Event lets the player execute this turn", seats.Flags())
	at.owner = field("executed", "one-hot: the seat whose Job is being executed", seats.Flags())
	at.thwarter = field("thwarter", "one-hot: the Thwarter of the execution", seats.Flags())
	at.count = field("count", "cards of the Event, deal or Reaction under way", countColumns(most/cardScale))
	at.offers = field("offers", "trade offers left in this turn", layout.One("left", 0, 10, "1 offer"))
	at.partner = field("partner", "one-hot: the seat that gets the offer under way, and the seat that refused the last one of this turn", seats.Flags(), tradeRows...)
	at.given = counts(RoleVocabulary, copies, roles, "given", "the card on offer")
	at.refusedGiven = counts(RoleVocabulary, copies, roles, "refused_given", "the card of the offer that was refused")
	traded := float32(g.config.TradeCards)
	skillsWanted, gifts := layout.Flags(skillNames[:]...), layout.Flags("gift")
	if traded > 1 {
		skillsWanted, gifts = layout.Counted(traded, skillNames[:]...), layout.Counted(traded, "gift")
	}
	at.wanted = counts(TalentVocabulary, traded, talents, "wanted", "the Personnel wanted for the card on offer, or aimed at by an Event")
	at.refusedWanted = counts(TalentVocabulary, traded, talents, "refused_wanted", "the Personnel wanted by the offer that was refused")
	at.wantedSkill = field("wanted_skill", "the skills of the Cons wanted by each offer", skillsWanted, tradeRows...)
	at.gift = field("gift", "cards for which nothing is wanted by each offer", gifts, tradeRows...)
	at.captured = field("captured", "Jobs that each seat has captured", layout.Scaled(0, maxJobs, "1 Job", seats.Names()...))
	at.order = field("order", "in which order the cards of each Job are to be overcome: for each skill, a binary fraction whose digits say of the next card, the card after it and so on, 24 in all, whether the skill overcomes it",
		layout.Scaled(0, 1, "all cards", skillNames[:]...), seats.Names()...)
	if attachable := d.attachable(); len(attachable) > 0 {
		at.attached = field("attached", "Heist cards attached to each Job", layout.Counted(copies, attachable...), seats.Names()...)
	}
	at.knows = field("knows", "how many cards each seat (row) has seen of those that another (column) holds", layout.Scaled(0, most/cardScale, cards11, seats.Names()...), seats.Names()...)
	if g.strict {
		at.lacked = field("lacked", "how many cards of each hand, unknown to the observer, were there when their holder gave an execution up: they are no Con with that skill, or no Reaction",
			layout.Scaled(0, most/cardScale, cards11, lackedNames...), seats.Names()...)
	}
	if !d.unique {
		at.made = counts(RoleVocabulary, copies, roles, "made", "cards of which the deck was last made, without those that the observer has drawn since")
	}
	return b.Fields()
}

// ItemsOf returns the items of a field by the names of its rows and columns: the seats,
// along the first dimension that runs over all of them.
func ItemsOf(seats layout.Seats, rows []string, columns layout.Table) []string {
	names := seats.Names()
	over := len(columns) == len(names) && columns[0].Name == names[0]
	switch {
	case slices.Equal(rows, names), over && len(rows) == 0:
		return []string{SeatItems}
	case over:
		return []string{"", SeatItems}
	}
	return nil
}

// Observe implements env.State.
func (s *State) Observe(player env.Player, dst []float32) {
	g, p := s.game, int8(player)
	if len(dst) != g.spec.ObservationSize() {
		panic("heist: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	s.observeProgress(p, dst)
	s.observeDecks(dst)
	s.observeHand(p, dst)
	s.observeOthers(p, dst)
	s.observeTurn(p, dst)
	s.observeTrade(p, dst)
	for k := range g.players {
		seat := g.relative(p, k)
		s.observeCrew(seat, k, dst)
		s.observeJob(seat, k, dst)
	}
	s.observeStanding(p, g.spans.standing.In(dst))
}

// observeProgress writes whose turn it is, what is asked, and how long the game
// may still take.
func (s *State) observeProgress(p int8, dst []float32) {
	g, at, c := s.game, &s.game.spans, &s.game.config
	at.decision.In(dst)[s.Question()] = 1
	if s.actor >= 0 {
		at.actor.In(dst)[g.distance(p, int8(s.actor))] = 1
	}
	at.turn.In(dst)[g.distance(p, s.turn)] = 1
	at.start.In(dst)[g.distance(p, s.start)] = 1
	progress := at.progress.In(dst)
	progress[progressRounds] = float32(s.round) / float32(c.MaxRounds)
	progress[progressDrawn] = float32(s.jobsDrawn) / float32(c.Jobs)
	progress[progressGone] = float32(s.jobsDone) / float32(c.Jobs)
}

// observeDecks writes the decks and their discards.
func (s *State) observeDecks(dst []float32) {
	d, at := s.game.deck, &s.game.spans
	decks := at.decks.In(dst)
	decks[decksHeist] = float32(s.deck.count()) / float32(d.size)
	decks[decksDiscards] = float32(s.discards.count()) / float32(d.size)
	if all := float32(d.securitySize); all > 0 {
		decks[decksSecurity] = float32(bits.OnesCount64(s.security)) / all
		decks[decksSpare] = float32(bits.OnesCount64(s.spare)) / all
	}
	dealt, spare := at.security.Row(dst, securityDeck), at.security.Row(dst, securityDiscards)
	for i, m := range &d.guardsOf {
		dealt[i] = float32(bits.OnesCount64(s.security&m)) / skillScale
		spare[i] = float32(bits.OnesCount64(s.spare&m)) / skillScale
	}
	unseen := at.jobsUnseen.In(dst)
	for jobs := s.jobsUnseen; jobs != 0; jobs &= jobs - 1 {
		unseen[d.jobOf[bits.TrailingZeros16(jobs)]]++
	}
	s.markMany(at.discards.In(dst), s.discards)
}

// mark counts the roles of a few cards in a row.
func (s *State) mark(dst []float32, cards set) {
	d := s.game.deck
	for !cards.empty() {
		dst[d.roleOf[cards.pop()]]++
	}
}

// markMany is mark for a pile that may be large.
func (s *State) markMany(dst []float32, cards set) {
	roles := s.game.deck.roles
	if cards.count() < len(roles)/2 {
		s.mark(dst, cards)
		return
	}
	dst = dst[:len(roles)]
	for i := range roles {
		dst[i] = float32(cards.and(roles[i].cards).count())
	}
}

// markPeople counts the roles of some Personnel in a row.
func (s *State) markPeople(dst []float32, crew set) {
	d := s.game.deck
	for !crew.empty() {
		dst[d.talentOf[crew.pop()]]++
	}
}

// markSkills counts the cards with each skill in a row.
func (s *State) markSkills(dst []float32, cards set) {
	for i := range skills {
		dst[i] = float32(cards.and(s.game.deck.ofSkill[i]).count()) / skillScale
	}
}

// observeHand writes the hand of the observer, and what others know of it.
func (s *State) observeHand(p int8, dst []float32) {
	d, at := s.game.deck, &s.game.spans
	hand := s.hand[p]
	s.mark(at.hand.In(dst), hand)
	s.markSkills(at.cons.In(dst), hand.and(d.ofType[TypeCon]))
	s.markSkills(at.recruits.In(dst), hand.and(d.crew))
	for k := 1; k < s.game.players; k++ {
		s.mark(at.exposed.Row(dst, k-1), s.known[s.game.relative(p, k)][p])
	}
}

// observeCrew writes the points, hand and crew of a seat, k places to the left of
// the observer.
func (s *State) observeCrew(seat int8, k int, dst []float32) {
	at, crew := &s.game.spans, s.crew[seat]
	at.points.In(dst)[k] = min(float32(s.points[seat])/pointScale, 40)
	at.held.In(dst)[k] = float32(s.held[seat]) / cardScale
	at.handLimit.In(dst)[k] = min(float32(s.handLimit(seat))/cardScale, 40)
	at.working.In(dst)[k] = float32(s.working[seat]) / cardScale
	at.crewLimit.In(dst)[k] = min(float32(s.crewLimit(crew))/cardScale, 40)
	at.lying.In(dst)[k] = float32(s.lying[seat]) / turnScale
	at.captured.In(dst)[k] = float32(bits.OnesCount16(s.captured[seat]))
	s.markPeople(at.crew.Row(dst, k), crew)
	s.markSkills(at.crewSkills.Row(dst, k), s.unspent(seat))
}

// observeJob writes the Job of a seat, k places to the left of the observer.
func (s *State) observeJob(seat int8, k int, dst []float32) {
	at := &s.game.spans
	if s.job[seat] == nobody {
		return
	}
	at.job.Row(dst, k)[s.game.deck.jobOf[s.job[seat]]] = 1
	at.value.In(dst)[k] = min(float32(s.value[seat])/pointScale, 40)
	at.short.In(dst)[k] = float32(s.short[seat]) / lineScale
	l, from := &s.line[seat], s.faced(seat)
	at.line.In(dst)[k] = float32(l.size-from) / lineScale
	need, order := at.need.Row(dst, k), at.order.Row(dst, k)
	digit := float32(1)
	for i, card := range l.cards[from:l.size] {
		digit /= 2
		if i == fractionDigits {
			digit = 0
		}
		for m := s.obstacle(card); m != 0; m &= m - 1 {
			skill := bits.TrailingZeros8(m)
			need[skill] += 1. / skillScale
			order[skill] += digit
		}
	}
	if at.attached.Exists() {
		attached := at.attached.Row(dst, k)
		for cards := s.attached[seat]; !cards.empty(); {
			d := s.game.deck
			attached[d.attachment[d.roleOf[cards.pop()]]]++
		}
	}
}

// observeStanding compares the points of the observer with the others'.
func (s *State) observeStanding(p int8, dst []float32) {
	dst[standingLast] = layout.Bit(int(s.jobsDone)+1 >= s.game.config.Jobs-1)
	best := int16(-1)
	for q := range s.game.players {
		if int8(q) != p {
			best = max(best, s.points[q])
		}
	}
	dst[standingAhead] = layout.Bit(s.points[p] > best)
	if s.job[p] != nobody {
		dst[standingOwnJob] = layout.Bit(s.points[p]+s.value[p] > best)
	}
	if s.rival != nobody && s.turn == p {
		dst[standingRivalJob] = layout.Bit(s.points[p]+s.value[s.rival] > best)
	}
}
