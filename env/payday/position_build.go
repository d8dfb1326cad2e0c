package payday

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// This file turns a position into a state, or lists the faults of a position that no
// game could reach.

// A builder turns a position into a state.
type builder struct {
	g      *Game
	s      *State
	ids    map[string]uint8
	faults env.Faults
	onFoot [lootKinds]int // Loot lying, carried or secured
}

// find returns the kind of a card that must be of one of some types; none for an empty
// id.
func (b *builder) find(path, id string, types ...CardType) uint8 {
	if id == "" {
		return none
	}
	k, ok := b.ids[id]
	if !ok || !slices.Contains(types, b.g.deck.Kinds[k].Type) {
		names := make([]string, len(types))
		for i, t := range types {
			names[i] = t.String()
		}
		b.faults.Add(path, id, "the id of a card of type %v", names)
		return none
	}
	return k
}

// take takes a card out of its pile.
func (b *builder) take(path string, k uint8) uint8 {
	if k == none || b.g.deck.Kinds[k].Side == Heist {
		return k
	}
	z, i := b.s.zonesOf(k)
	if z.pile[i] == 0 {
		b.faults.Add(path, b.g.deck.Kinds[k].ID, "at most the %d copies that there are", b.g.deck.Kinds[k].Copies)
		return none
	}
	z.pile[i]--
	z.left--
	return k
}

func (b *builder) within(path string, x, low, high int) int {
	if x < low || x > high {
		b.faults.Add(path, x, "a number from %d to %d", low, high)
		return low
	}
	return x
}

func (b *builder) build(p *Position) {
	g, s := b.g, b.s
	c := &g.config
	s.blank()
	s.round = int16(b.within("round", max(p.Round, 1), 1, c.RoundsOf(min(len(p.Columns), c.columns()))))
	s.ledger = ledger{}
	for i, x := range [...]int{p.Cash.Criminal, p.Cash.Police} {
		s.earn(i, b.within("cash."+cards.SideNames[i], x, 0, maxCash))
	}
	switch p.Turn {
	case "", cards.SideNames[Criminal]:
	case cards.SideNames[Police]:
		s.turn = Police
	default:
		b.faults.Add("turn", p.Turn, "criminal or police")
	}
	ph, ok := positionSteps[p.Step]
	if !ok || s.turn == Police && (ph == phaseTransfers || ph == phaseEscapes) {
		b.faults.Add("step", p.Step, "cards, moves, combat or update; transfers and escapes in the Criminal's turn")
	}
	n := len(p.Columns)
	if n == 0 || n > c.columns() || c.LootCards > 0 && n != c.LootCards {
		b.faults.Add("columns", n, "%d columns, as the game has (1 to 7 with loot_cards=0)", c.columns())
		return
	}
	s.loots, s.shown, s.phase = int8(n), true, ph
	for col := range p.Columns {
		b.column(&p.Columns[col], col)
	}
	b.layout()
	s.secured = uint8(b.within("secured", p.Secured, 0, maxColumns))
	b.onFoot[0] += int(s.secured)
	for i := range p.Heisters {
		b.heister(&p.Heisters[i], i)
	}
	if len(p.Heisters) > c.MaxHeisters {
		b.faults.Add("heisters", len(p.Heisters), "at most max_heisters = %d", c.MaxHeisters)
	}
	b.loot(p)
	for i := range p.Funding {
		b.funding(&p.Funding[i], i)
	}
	for side, list := range [...][]string{p.Hands.Criminal, p.Hands.Police} {
		for i, id := range list {
			path := cards.At("hands."+cards.SideNames[side], i)
			if k := b.card(path, id, side); k != none {
				z, local := s.zonesOf(k)
				z.hand[local]++
				z.size++
				s.record(event{kind: evDraw, seat: int8(side), value: uint16(k), seen: 1 << side})
			}
		}
		if len(list) > maxInHand {
			b.faults.Add("hands."+cards.SideNames[side], len(list), "at most %d cards", maxInHand)
		}
	}
	for side, list := range [...][]string{p.Discards.Criminal, p.Discards.Police} {
		for i, id := range list {
			if k := b.card(cards.At("discards."+cards.SideNames[side], i), id, side); k != none {
				z, local := s.zonesOf(k)
				z.discards[local]++
			}
		}
	}
}

// card takes a card of a side out of the pile by its id.
func (b *builder) card(path, id string, side int) uint8 {
	k, ok := b.ids[id]
	if !ok || int(b.g.deck.Kinds[k].Side) != side {
		b.faults.Add(path, id, "the id of a card of the %s's deck", cards.SideTitles[side])
		return none
	}
	return b.take(path, k)
}

func (b *builder) column(x *PositionColumn, col int) {
	s, path := b.s, cards.At("columns", col)
	c := &s.cols[col]
	if k := b.find(path+".loot", x.Loot, TypePayday, TypeKey); k != none {
		c.loot = b.g.deck.Kinds[k].Loot
		s.inHeist[c.loot]++
	} else if x.Loot == "" {
		b.faults.Add(path+".loot", "nothing", "the id of a PAYDAY or a key item")
	}
	if n := len(x.Obstacles); n < 1 || n > maxDepth {
		b.faults.Add(path+".obstacles", n, "1 to %d, those that are gone included", maxDepth)
		return
	}
	c.count = int8(len(x.Obstacles))
	c.top = int8(b.within(path+".gone", x.Gone, 0, int(c.count)))
	for d := range x.Obstacles {
		where := cards.At(path+".obstacles", d)
		k := b.find(where+".id", x.Obstacles[d].ID, TypeObstacle, TypeHard)
		if k == none {
			k = b.g.deck.OfType(TypeObstacle)[0] // to go on looking for faults
			if x.Obstacles[d].ID == "" {
				b.faults.Add(where+".id", "nothing", "the id of an obstacle")
			}
		}
		c.obstacles[d] = k
		if x.Obstacles[d].Up || d < int(c.top) {
			c.up |= 1 << d
		}
		b.attach(&x.Obstacles[d], where, col, d)
	}
	if x.End.ID != "" || x.End.Up || x.End.Mandate != "" {
		b.faults.Add(path+".end", "an obstacle", "no more than an asset")
	}
	b.attach(&x.End, path+".end", col, int(c.count))
	if c.lootUp = x.Taken; x.Taken && c.top < c.count {
		b.faults.Add(path+".taken", true, "false while an obstacle is left")
	}
	most := 0
	if c.top < c.count && c.up>>c.top&1 != 0 {
		most = s.needed(col)
	}
	c.progress = uint8(b.within(path+".progress", x.Progress, 0, most))
	for i, id := range x.Floor {
		if k := b.find(cards.At(path+".floor", i), id, TypePayday, TypeKey); k != none {
			c.lying[b.g.deck.Kinds[k].Loot]++
			b.onFoot[b.g.deck.Kinds[k].Loot]++
		}
	}
	if k := b.take(path+".asset", b.find(path+".asset", x.Asset, TypeAsset)); k != none {
		c.asset, c.uses = k, uint8(b.uses(path+".uses", x.Uses, k))
	}
	for i := range x.Police {
		b.officer(&x.Police[i], cards.At(path+".police", i), col)
	}
}

func (b *builder) uses(path string, x int, k uint8) int {
	if x == 0 {
		return int(b.g.deck.Kinds[k].Uses)
	}
	return b.within(path, x, 1, maxAmount)
}

// attach puts a mandate and an asset on an objective that is left.
func (b *builder) attach(x *PositionObstacle, path string, col, depth int) {
	pl := &b.s.cols[col].places[depth]
	pl.mandate = b.take(path+".mandate", b.find(path+".mandate", x.Mandate, TypeMandate))
	if k := b.take(path+".asset", b.find(path+".asset", x.Asset, TypePoliceAsset)); k != none {
		pl.asset, pl.uses = k, uint8(b.uses(path+".uses", x.Uses, k))
	}
	if depth < int(b.s.cols[col].top) && (pl.mandate != none || pl.asset != none) {
		b.faults.Add(path, "a mandate or an asset", "nothing on an obstacle that is gone")
	}
}

func (b *builder) officer(x *PositionOfficer, path string, col int) {
	s := b.s
	c := &s.cols[col]
	if x.ID == "" {
		b.faults.Add(path+".id", "nothing", "the id of an officer or a guard")
	}
	k := b.take(path+".id", b.find(path+".id", x.ID, TypeOfficer, TypeGuard))
	equip := b.take(path+".equip", b.find(path+".equip", x.Equip, TypePoliceWeapon, TypePoliceArmor))
	depth := int(c.top)
	if x.Place != 0 {
		depth = b.within(path+".place", x.Place, int(c.top)+1, int(c.count)+1) - 1
	}
	if k == none {
		return
	}
	guard := b.g.deck.Kinds[k].Type == TypeGuard
	if x.Down && (!guard || depth == int(c.top) || equip != none) {
		b.faults.Add(path+".down", true, "true only for a guard without equipment behind the top")
	}
	j := s.room(col, depth)
	if j < 0 {
		b.faults.Add(path, x.ID, "at most %d at a place", slots)
		return
	}
	if x.Down {
		if n := s.guardsAt(col, depth); n == rowWidth || s.guardsIn(col) == int(c.count) || j != n { // PAY-6
			b.faults.Add(path, x.ID, "at most %d face-down guards at a place and as many in a column as it has obstacles, named before its officers", rowWidth)
			return
		}
		c.guards[depth][s.guardsAt(col, depth)] = k
	}
	*s.officer(col, depth, j) = officer{kind: k, equip: equip, down: x.Down}
	if guard {
		s.ledger.placed++
	}
}

// layout tests the columns all together (PAY-4, PAY-5), and counts the
// guards.
func (b *builder) layout() {
	s, d := b.s, &b.g.deck
	n := s.columns()
	obstacles, paydays := 0, int(s.inHeist[0])
	var hard [lootKinds]int
	for col := range n {
		c := &s.cols[col]
		obstacles += int(c.count)
		for _, k := range c.obstacles[:c.count] {
			if key := d.Kinds[k].Demand.Key; key != none {
				hard[key]++
			}
		}
	}
	if want := n * b.g.config.ObstaclesPerLoot; obstacles != want {
		b.faults.Add("columns", fmt.Sprintf("%d obstacles", obstacles), "%d, those that are gone included", want)
	}
	if paydays < paydaysOf(n) || b.g.config.Payday == PaydayHalf && paydays != paydaysOf(n) {
		b.faults.Add("columns", fmt.Sprintf("%d PAYDAY", paydays), "%d of %d Loot cards (more with payday=choose)", paydaysOf(n), n)
	}
	for i := 1; i < len(d.Loots); i++ {
		if s.inHeist[i] > 1 || hard[i] != int(s.inHeist[i]) {
			b.faults.Add("columns", fmt.Sprintf("%d of %s and %d of %s", s.inHeist[i], d.Kinds[d.Loots[i]].ID, hard[i], d.Kinds[d.Hard[i]].ID), "one of each, or none")
		}
	}
	if l := s.plan(); len(b.faults) == 0 && !l.acyclic() {
		b.faults.Add("columns", "key items behind what they open", "an order in which everything can be reached")
	}
	if most := n * b.g.config.GuardsPerLoot; int(s.ledger.placed) > most {
		b.faults.Add("columns", fmt.Sprintf("%d guards", s.ledger.placed), "at most %d", most)
	}
	s.paydays = int8(paydays)
}

func (b *builder) heister(x *PositionHeister, i int) {
	s, path := b.s, cards.At("heisters", i)
	if i >= maxHeisters {
		return
	}
	if x.ID == "" {
		b.faults.Add(path+".id", "nothing", "the id of a heister")
	}
	k := b.take(path+".id", b.find(path+".id", x.ID, TypeHeister))
	h := heister{
		kind: k, col: int8(b.within(path+".column", x.Column, 1, s.columns()) - 1), loot: none,
		perk:   b.take(path+".perk", b.find(path+".perk", x.Perk, TypePerk)),
		weapon: b.take(path+".weapon", b.find(path+".weapon", x.Weapon, TypeWeapon)),
		armor:  b.take(path+".armor", b.find(path+".armor", x.Armor, TypeArmor)),
	}
	if l := b.find(path+".loot", x.Loot, TypePayday, TypeKey); l != none {
		h.loot = b.g.deck.Kinds[l].Loot
		b.onFoot[h.loot]++
	}
	if k == none {
		return
	}
	if s.isOnTable(k) {
		b.faults.Add(path+".id", x.ID, "one copy of a heister at once")
	}
	s.heisters[i] = h
	s.played = true
	if len(b.faults) == 0 {
		s.heisters[i].damage = uint8(b.within(path+".damage", x.Damage, 0, s.health(i)-1))
		s.ledger.dealt += int32(s.heisters[i].damage)
	}
}

// loot tests that every Loot card that was turned up is somewhere.
func (b *builder) loot(p *Position) {
	s := b.s
	var taken [lootKinds]int
	for col := range s.columns() {
		if c := &s.cols[col]; c.lootUp && c.loot != none {
			taken[c.loot]++
		}
	}
	for i, n := range b.onFoot {
		if n != taken[i] {
			what := "PAYDAY"
			if i > 0 && i < len(b.g.deck.Loots) {
				what = b.g.deck.Kinds[b.g.deck.Loots[i]].ID
			}
			b.faults.Add("columns", fmt.Sprintf("%d of %s taken", taken[i], what), "as many as lie on floors, are carried or secured: %d", n)
		}
	}
	if int(s.secured) >= int(s.paydays) && s.paydays > 0 {
		b.faults.Add("secured", s.secured, "fewer than the %d PAYDAY of the heist: the game is over", s.paydays)
	}
	if p.Secured > 0 && len(p.Heisters) == 0 {
		b.faults.Add("heisters", "none", "at least one once a PAYDAY is secured: the game is over")
	}
}

func (b *builder) funding(x *PositionFunding, i int) {
	path := cards.At("funding", i)
	if i >= maxFunding {
		b.faults.Add(path, x.ID, "at most %d active Funding", maxFunding)
		return
	}
	k := b.take(path+".id", b.find(path+".id", x.ID, TypeFunding))
	if k == none {
		return
	}
	kd := &b.g.deck.Kinds[k]
	if kd.Trigger == cards.TriggerImmediate {
		b.faults.Add(path+".id", x.ID, "active Funding")
		return
	}
	wait := int(kd.Every)
	if x.Wait != 0 {
		wait = b.within(path+".wait", x.Wait, 1, max(1, wait))
	}
	b.s.funds[i] = funding{kind: k, uses: uint8(b.uses(path+".uses", x.Uses, k)), wait: uint8(wait)}
}

// start writes a log from which worlds can be drawn, and asks the first question.
func (b *builder) start(p *Position) {
	s := b.s
	hands := slices.Clone(s.log)
	s.log = s.log[:0]
	for range s.setupEvents() {
		s.record(event{kind: evAct, seat: Police, seen: 1 << Police})
	}
	s.rewriteSetup()
	s.log = append(s.log, hands...)
	switch s.phase {
	case phaseCombat:
		s.fought = 0
	case phaseUpdate:
		s.beginUpdate()
	}
	s.proceed()
}

// setupEvents returns how many hidden choices lead to the heist as it is.
func (s *State) setupEvents() int {
	n := s.columns()
	for col := range s.columns() {
		c := &s.cols[col]
		n += 2*s.guardsIn(col) + 2*int(c.count)
		for _, k := range c.obstacles[:c.count] {
			if s.kindOf(k).Demand.Key != none {
				n--
			}
		}
	}
	return n
}
