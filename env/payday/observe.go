package payday

import (
	"encoding/binary"
	"math/bits"

	"ringer/env"
)

// Vocabularies of cards, one a deck.
const (
	criminalVocabulary = "criminal card"
	policeVocabulary   = "police card"
	heistVocabulary    = "heist card"
)

// Kinds of question, as the field "decision" shows them: the nodes in their order,
// with chance as one.
const (
	decisionChance = int(decisions)
	decisionOver   = int(decisions) + 1
	decisionWidth  = int(decisions) + 2
)

// Columns of the fields with several features.
const (
	officerWidth  = 6
	heisterWidth  = 15
	placeWidth    = 10
	columnWidth   = 16
	forecastWidth = 9
	prospectWidth = 5
	subjectWidth  = 7
	localWidth    = 5
	tableWidth    = 16
	maxShown      = 40 // of a scaled count
	maxUnit       = 50
	usual         = 32 // counts below it are looked up
)

// fields is where each field of the observation begins.
type fields struct {
	decision, role, mine, turn, phase, table, heist        int
	askingC, askingP, askingH                              int
	hand, hidden, discards, exposed                        [2]int
	heister, heisterCards, heisterLoot                     int
	officers, places, placeCards, placeHeist               int
	columns, columnLoot, columnCards, funds, fundingTokens int
	forecasts, without, prospects                          int
	subject, officersHere, heistersHere                    int
}

// lay lists the observation and fills in where its fields begin.
func (l *fields) lay(g *Game) []env.Field {
	n, d := g.config.columns(), &g.deck
	kc, kp, kh := d.kindsOf(Criminal), d.kindsOf(Police), d.kindsOf(heistSide)
	var list []env.Field
	at := 0
	add := func(place *int, low, high float32, name, doc string, shape ...int) *env.Field {
		*place = at
		list = append(list, env.Field{Name: name, Shape: shape, Min: low, Max: high, Doc: doc})
		f := &list[len(list)-1]
		at += f.Size()
		return f
	}
	cards := func(place *int, vocabulary, name, doc string, shape ...int) {
		add(place, 0, maxDeck, name, doc, shape...).Vocab = vocabulary
	}
	add(&l.decision, 0, 1, "decision", "one-hot: size, paydays, key, loot_at, hard, obstacle, obstacle_at, guard, guard_at, redraw, swap, card, where, target, dash, redeploy, recover, move, transfer, escape, move_from, move_who, move_to, hand_limit, battle, combat, attacker, attack, fire, pay, regroup, loot; chance; over", decisionWidth)
	add(&l.role, 0, 1, "role", "one-hot: Criminal, Police", 2)
	add(&l.mine, 0, 1, "actor", "one-hot: this seat decides, the other does", 2)
	add(&l.turn, 0, 1, "turn", "one-hot: this seat's turn, the other's", 2)
	add(&l.phase, 0, 1, "phase", "one-hot: setup, first hands, cards, moves, transfers, escapes, draw, combat, update, loot", int(phases))
	add(&l.table, 0, maxShown, "table", "share of rounds gone; own and other cash / 10; waiting Loot / 5; free card used; something played; own and other hand / 10; own and other pile / 50; move actions left / 2; combat cards of own and other / 3; passes / 2; setup cards placed / 20; free costs", tableWidth)
	add(&l.heist, 0, 1, "heist", "Loot cards / 7, PAYDAY / 7, secured / 7, laid out; then for each Loot kind how many are in the heist / 7", 4+lootKinds)
	cards(&l.askingC, criminalVocabulary, "asking_criminal", "the Criminal's card that the question is about", kc)
	cards(&l.askingP, policeVocabulary, "asking_police", "the card of the Police that the question is about", kp)
	cards(&l.askingH, heistVocabulary, "asking_heist", "the heist card that the question is about", kh)
	for side, k := range [...]int{kc, kp} {
		v, name := []string{criminalVocabulary, policeVocabulary}[side], sideNames[side]
		cards(&l.hand[side], v, "hand_"+name, "the hand: one's own, or what is known of the other", k)
		cards(&l.hidden[side], v, "hidden_"+name, "one's own draw pile, or what is hidden in the other's pile and hand", k)
		cards(&l.discards[side], v, "discards_"+name, "discarded, one's own secret discards included", k)
		cards(&l.exposed[side], v, "exposed_"+name, "cards of the hand that the other side knows", k)
	}
	add(&l.heister, -maxShown, maxShown, "heisters", "row: a slot: present, damage / 5, health left / 5, strength / 5, armor / 5, targets / 3, moved, ability used, weapon, armor and Loot transferred, boost / 5, stunned, attacked, the question is about it", maxHeisters, heisterWidth+n)
	list[len(list)-1].Doc += "; then one-hot: its column"
	cards(&l.heisterCards, criminalVocabulary, "heister_cards", "the heister and the cards it carries", maxHeisters, kc)
	add(&l.heisterLoot, 0, 1, "heister_loot", "one-hot: the Loot it carries: PAYDAY, the key items", maxHeisters, lootKinds)
	add(&l.officers, -maxShown, maxShown, "officers", "row: a slot of an objective, counted from the top of its column: present, face down, damage / 5, armor left / 5, stunned, the question is about it", n*places*slots, officerWidth)
	add(&l.places, 0, maxShown, "places", "row: an objective, counted from the top of its column: there, only the Loot is left, face up, police / 6, face-down guards / 3, uses of its asset / 5, room, the question is about it, damage of the officers / 10, their armor / 10", n*places, placeWidth)
	cards(&l.placeCards, policeVocabulary, "place_cards", "officers, equipment, mandate and asset of an objective", n*places, kp)
	cards(&l.placeHeist, heistVocabulary, "place_heist", "its obstacle or Loot, and guards, as far as known", n*places, kh)
	add(&l.columns, 0, maxShown, "columns", "row: a column: progress / 5, needed / 5, heisters / 4, required heisters / 3, clear required, cash required / 5, key required, locked, only the Loot is left, Loot turned up, uses of the asset / 5, fighting here, fought, the question is about it, effort / 5, presence / 4", n, columnWidth)
	add(&l.columnLoot, 0, maxColumns, "column_loot", "row: a column: Loot lying there by kind; then the Loot at its end, if known and not turned up", n, 2*lootKinds)
	cards(&l.columnCards, criminalVocabulary, "column_cards", "the Criminal's asset in a column", n, kc)
	cards(&l.funds, policeVocabulary, "funding", "active Funding", maxFunding, kp)
	add(&l.fundingTokens, 0, maxShown, "funding_tokens", "uses / 5 and turns to wait / 5 of each", maxFunding, 2)
	l.layForecasts(n, add)
	return list
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("payday: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	s.observeTable(int(p), dst)
	s.observeZones(int(p), dst)
	if s.survey == nil {
		s.survey = new(Survey)
	}
	v := s.survey
	s.Survey(v)
	s.observeHeisters(v, dst)
	if s.shown || p == Police {
		s.observeColumns(v, int(p), dst)
	}
	s.observeFunds(dst)
	s.observeQuestion(int(p), dst)
	if s.shown {
		s.observeForecasts(v, int(p), dst)
	}
}

func one(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// scaled is a count in some unit, at most maxShown.
func scaled(n, unit int) float32 {
	if uint(n) < usual {
		return scales[unit][n]
	}
	return min(float32(n)/float32(unit), maxShown)
}

// scales are the usual counts in every unit that a field has: a division is slow.
var scales = func() (t [maxUnit + 1][usual]float32) {
	for unit := 1; unit <= maxUnit; unit++ {
		for n := range usual {
			t[unit][n] = min(float32(n)/float32(unit), maxShown)
		}
	}
	return t
}()

func (s *State) observeTable(p int, dst []float32) {
	l, c := &s.game.layout, &s.game.config
	switch {
	case s.node == nodeOver:
		dst[l.decision+decisionOver] = 1
	case s.actor == env.Chance:
		dst[l.decision+decisionChance] = 1
	default:
		dst[l.decision+int(s.node)] = 1
		dst[l.mine+int(s.actor)^p] = 1
	}
	dst[l.role+p] = 1
	dst[l.turn+int(s.turn)^p] = 1
	dst[l.phase+int(s.phase)] = 1
	t := dst[l.table:][:tableWidth]
	t[0] = float32(s.round) / float32(c.Rounds)
	t[1], t[2] = scaled(int(s.cash[p]), 10), scaled(int(s.cash[1-p]), 10)
	t[3] = scaled(int(s.pending), 5)
	t[4], t[5] = one(s.freeUsed), one(s.acted)
	t[6], t[7] = scaled(int(s.zones[p].size), 10), scaled(int(s.zones[1-p].size), 10)
	t[8], t[9] = scaled(int(s.zones[p].left), 50), scaled(int(s.zones[1-p].left), 50)
	t[10] = scaled(max(0, c.MoveActions-int(s.moves)), 2)
	t[11], t[12], t[13] = scaled(int(s.fielded[p]), 3), scaled(int(s.fielded[1-p]), 3), scaled(int(s.passes), 2)
	t[14] = scaled(int(s.placed), 20)
	t[15] = one(s.onTable() == 0)
	h := dst[l.heist:][:4+lootKinds]
	h[0], h[1], h[2], h[3] = float32(s.loots)/maxColumns, float32(s.paydays)/maxColumns, float32(s.secured)/maxColumns, one(s.shown)
	for i, n := range s.inHeist {
		h[4+i] = float32(n) / maxColumns
	}
}

// observeZones writes hands, piles and discards. What is hidden in the other's
// pile and hand is all its cards that are neither known nor open. Counts are added
// up eight at a time, as the bytes of a word: none is above maxDeck, so that no sum
// carries over into the next.
func (s *State) observeZones(p int, dst []float32) {
	l := &s.game.layout
	for side := range s.zones {
		z := &s.zones[side]
		for i := 0; i < s.game.deck.kindsOf(side); i += 8 {
			hand, known := word(&z.hand, i), word(&z.known, i)
			hidden, secret := word(&z.pile, i), word(&z.secret, i)
			gone := word(&z.discards, i) + word(&z.limbo, i)
			if side == p {
				gone += secret
			} else {
				hand, hidden = known, hidden+(hand-known)+secret
			}
			spell(dst[l.hand[side]+i:], hand)
			spellAll(dst[l.hidden[side]+i:l.hidden[side]+s.game.deck.kindsOf(side)], hidden)
			spell(dst[l.discards[side]+i:], gone)
			spell(dst[l.exposed[side]+i:], known)
		}
	}
}

// word is eight counts of a zone, from kind i on.
func word(zone *[maxKinds]uint8, i int) uint64 { return binary.LittleEndian.Uint64(zone[i:]) }

// spellAll writes the counts of a word most of which are not zero, as many as dst
// holds.
func spellAll(dst []float32, word uint64) {
	if len(dst) < 8 {
		spell(dst, word)
		return
	}
	dst = dst[:8]
	for i := range dst {
		dst[i] = float32(uint8(word))
		word >>= 8
	}
}

// spell writes the counts of a word that are not zero.
func spell(dst []float32, word uint64) {
	for word != 0 {
		i := bits.TrailingZeros64(word) &^ 7
		dst[i/8] = float32(uint8(word >> i))
		word &^= 0xFF << i
	}
}

func (s *State) observeHeisters(v *Survey, dst []float32) {
	g, l := s.game, &s.game.layout
	width := heisterWidth + g.config.columns()
	kc := g.deck.kindsOf(Criminal)
	for n := range v.Crew {
		x := &v.Heisters[n]
		i := x.Slot
		h := &s.heisters[i]
		r := dst[l.heister+i*width:][:width]
		r[0] = 1
		r[1], r[2] = scaled(x.Damage, 5), float32(x.Health)/5
		r[3], r[4], r[5] = scaled(x.Strength, 5), scaled(x.Armor, 5), scaled(x.Targets, 3)
		r[6], r[7] = one(h.moved), one(h.used)
		r[8], r[9], r[10] = one(h.given&1 != 0), one(h.given&2 != 0), one(h.given&4 != 0)
		r[11], r[12], r[13] = float32(h.boost)/5, one(h.stunned), one(h.attacked)
		r[heisterWidth+x.Column] = 1
		for _, k := range h.carried() {
			if k != none {
				dst[l.heisterCards+i*kc+int(k)]++
			}
		}
		if h.loot != none {
			dst[l.heisterLoot+i*lootKinds+int(h.loot)] = 1
		}
	}
}

func (s *State) observeColumns(v *Survey, p int, dst []float32) {
	g, l := s.game, &s.game.layout
	kc := g.deck.kindsOf(Criminal)
	for col := range s.columns() {
		c := &s.cols[col]
		r := dst[l.columns+col*columnWidth:][:columnWidth]
		r[2] = scaled(s.heistersAt(col), 4)
		if c.top < c.count && (p == Police || c.up>>c.top&1 != 0) {
			q := &s.kindOf(c.obstacles[c.top]).req
			r[0], r[1] = scaled(int(c.progress), 5), scaled(s.needed(col), 5)
			r[3], r[4], r[5], r[6] = float32(q.present)/3, one(q.clear), scaled(int(q.cash), 5), one(q.key != none)
		}
		r[7], r[8], r[9] = one(c.locked), one(c.top == c.count), one(c.lootUp)
		r[10], r[11], r[12] = scaled(int(c.uses), 5), one(int(s.battle) == col), one(s.fought>>col&1 != 0)
		r[14], r[15] = scaled(v.Columns[col].Effort, 5), scaled(v.Columns[col].Presence, 4)
		loot := dst[l.columnLoot+col*2*lootKinds:][:2*lootKinds]
		for i, k := range c.lying {
			loot[i] = float32(k)
		}
		if c.loot != none && !c.lootUp && p == Police {
			loot[lootKinds+int(c.loot)] = 1
		}
		if c.asset != none {
			dst[l.columnCards+col*kc+int(c.asset)] = 1
		}
		for d := int(c.top); d <= int(c.count); d++ {
			s.observePlace(v, p, col, d, dst)
		}
	}
}

// row is the number of an objective among the rows of all: those of a column are
// counted from its top.
func (s *State) row(col, depth int) int { return col*places + depth - int(s.cols[col].top) }

func (s *State) observePlace(v *Survey, p, col, d int, dst []float32) {
	g, l := s.game, &s.game.layout
	kp, kh := g.deck.kindsOf(Police), g.deck.kindsOf(heistSide)
	police, heist := uint8(g.deck.base[Police]), uint8(g.deck.base[heistSide])
	c := &s.cols[col]
	at := s.row(col, d)
	r := dst[l.places+at*placeWidth:][:placeWidth]
	cards := dst[l.placeCards+at*kp:][:kp]
	objects := dst[l.placeHeist+at*kh:][:kh]
	pl := &c.places[d]
	up := d < int(c.count) && c.up>>d&1 != 0 || d == int(c.count) && c.lootUp
	r[0], r[1], r[2] = 1, one(d == int(c.count)), one(up)
	if d < int(c.count) && (up || p == Police) {
		objects[c.obstacles[d]-heist] = 1
	}
	if d == int(c.count) && p == Police && !up && c.loot != none {
		objects[g.deck.loots[c.loot]-heist] = 1
	}
	n, down, damage, armor := 0, 0, 0, 0
	for j := range pl.officers {
		o := &pl.officers[j]
		if o.kind == none {
			continue
		}
		x := &v.Police[col][d][n]
		n++
		f := dst[l.officers+(at*slots+j)*officerWidth:][:officerWidth]
		f[0] = 1
		if o.down {
			down++
			f[1] = 1
		}
		if o.down && p == Criminal {
			continue
		}
		damage, armor = damage+x.Damage, armor+x.Armor
		f[2] = scaled(x.Damage, 5)
		f[3] = float32(x.Armor-x.Hurt) / 5
		f[4] = one(o.stunned)
		if o.kind >= heist {
			objects[o.kind-heist]++
		} else {
			cards[o.kind-police]++
		}
		if o.equip != none {
			cards[o.equip-police]++
		}
	}
	if !s.shown { // guards that the Police have placed so far
		for _, k := range c.guards[d] {
			if k != none {
				objects[k-heist]++
				down++
			}
		}
	}
	r[3], r[4], r[5], r[6] = scaled(n, slots), scaled(down, rowWidth), scaled(int(pl.uses), 5), one(n < slots)
	r[8], r[9] = scaled(damage, 10), scaled(armor, 10)
	if pl.mandate != none {
		cards[pl.mandate-police]++
	}
	if pl.asset != none {
		cards[pl.asset-police]++
	}
}

func (s *State) observeFunds(dst []float32) {
	g, l := s.game, &s.game.layout
	kp := g.deck.kindsOf(Police)
	for i := range s.funds {
		if f := &s.funds[i]; f.kind != none {
			dst[l.funds+i*kp+int(f.kind)-g.deck.base[Police]] = 1
			dst[l.fundingTokens+2*i], dst[l.fundingTokens+2*i+1] = scaled(int(f.uses), 5), scaled(int(f.wait), 5)
		}
	}
}

// observeQuestion marks what the question is about.
func (s *State) observeQuestion(p int, dst []float32) {
	g, l := s.game, &s.game.layout
	card := func(k uint8) {
		switch d := &g.deck; d.side(k) {
		case Criminal:
			dst[l.askingC+int(k)]++
		case Police:
			dst[l.askingP+int(k)-d.base[Police]]++
		default:
			dst[l.askingH+int(k)-d.base[heistSide]]++
		}
	}
	officer := func(t target) {
		dst[l.officers+(s.row(int(t.col), int(t.depth))*slots+int(t.slot))*officerWidth+5] = 1
	}
	place := func(col, depth int8) { dst[l.places+s.row(int(col), int(depth))*placeWidth+7] = 1 }
	column := func(col int8) { dst[l.columns+int(col)*columnWidth+13] = 1 }
	heister := func(i int8) {
		dst[l.heister+int(i)*(heisterWidth+g.config.columns())+14] = 1
	}
	if s.frame.kind != none {
		card(s.frame.kind)
		if s.frame.col >= 0 {
			column(s.frame.col)
		}
		if s.frame.officer.slot >= 0 {
			officer(s.frame.officer)
		}
	}
	switch s.node {
	case nodeLootAt:
		if p == Police {
			column(s.placed)
		}
	case nodeHard:
		if p == Police {
			card(g.deck.hard[s.nextHard()])
		}
	case nodeObstacleAt, nodeGuardAt:
		if p == Police {
			card(s.placing)
		}
	case nodeMoveWho:
		place(s.from.col, s.from.depth)
	case nodeMoveTo, nodeRegroup:
		officer(s.who)
	case nodeCombat, nodeAttacker:
		column(s.battle)
	case nodeAttack:
		heister(s.attacker)
	case nodeFire:
		officer(target{col: s.battle, depth: s.cols[s.battle].top, slot: s.firing})
	case nodePay:
		column(s.cursor)
	case nodeLoot:
		column(s.cursor)
		heister(s.lootAt)
	}
}
