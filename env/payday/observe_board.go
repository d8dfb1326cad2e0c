package payday

import (
	"fmt"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/payday/internal/cards"
)

// Columns of the field "heisters"; then a column for each column of the heist.
const (
	heisterPresent = iota
	heisterDamage
	heisterHealth
	heisterStrength
	heisterArmor
	heisterTargets
	heisterMoved
	heisterUsed
	heisterGivenWeapon
	heisterGivenArmor
	heisterGivenLoot
	heisterBoost
	heisterStunned
	heisterAttacked
	heisterAsked
	heisterWidth
)

var heisterColumns = layout.Table{
	heisterPresent:     layout.Flag("present", ""),
	heisterDamage:      count("damage", 5, "tokens"),
	heisterHealth:      signed("health left", 5, "damage"),
	heisterStrength:    count("strength", 5, "damage"),
	heisterArmor:       count("armor", 5, "damage"),
	heisterTargets:     count("targets", 3, "officers"),
	heisterMoved:       layout.Flag("moved", "in this turn"),
	heisterUsed:        layout.Flag("ability used", "in this turn"),
	heisterGivenWeapon: layout.Flag("weapon given", "it changed hands in this turn"),
	heisterGivenArmor:  layout.Flag("armor given", "it changed hands in this turn"),
	heisterGivenLoot:   layout.Flag("Loot given", "it changed hands in this turn"),
	heisterBoost:       signed("boost", 5, "damage"),
	heisterStunned:     layout.Flag("stunned", ""),
	heisterAttacked:    layout.Flag("attacked", "in this combat"),
	heisterAsked:       layout.Flag("asked", "the question is about it"),
}

// Columns of the field "officers".
const (
	officerPresent = iota
	officerDown
	officerDamage
	officerArmor
	officerStunned
	officerAsked
	officerKind
	officerEquip
)

// Columns that name a card of the Police or a guard by its number, so that it can be told
// slot by slot.
var (
	kindColumn  = numbered("card", "the number of its card, those of the Police first, then those of the heist")
	equipColumn = numbered("equipment", "the number of its equipment among the cards of the Police")
)

func numbered(name, doc string) env.Column {
	return env.Column{Name: name, Max: maxShown, Unit: fmt.Sprint(maxUnit, " cards"), Doc: doc}
}

// number returns the number of a card of the Police or of the heist, from 1, in the unit of
// those columns; 0 for none.
func cardNumber(d *cards.Deck, k uint8) float32 {
	if k == none {
		return 0
	}
	return float32(int(k)+1-d.Base[Police]) / maxUnit
}

var officerColumns = layout.Table{
	officerPresent: layout.Flag("present", ""),
	officerDown:    layout.Flag("face down", ""),
	officerDamage:  count("damage", 5, "damage"),
	officerArmor:   signed("armor left", 5, "damage"),
	officerStunned: layout.Flag("stunned", ""),
	officerAsked:   layout.Flag("asked", "the question is about it"),
	officerKind:    kindColumn,
	officerEquip:   equipColumn,
}

// Columns of the field "places".
const (
	placeThere = iota
	placeLoot
	placeUp
	placePolice
	placeDown
	placeUses
	placeRoom
	placeAsked
	placeDamage
	placeArmor
)

var placeColumns = layout.Table{
	placeThere:  layout.Flag("there", ""),
	placeLoot:   layout.Flag("Loot only", "it is the end of its column"),
	placeUp:     layout.Flag("face up", ""),
	placePolice: count("police", slots, "officers and guards"),
	placeDown:   count("guards face down", rowWidth, "guards"),
	placeUses:   count("uses", 5, "uses of its asset"),
	placeRoom:   layout.Flag("room", "one more officer fits"),
	placeAsked:  layout.Flag("asked", "the question is about it"),
	placeDamage: count("damage", 10, "damage of its officers, as far as seen"),
	placeArmor:  count("armor", 10, "armor of its officers, as far as seen"),
}

// Columns of the field "columns".
const (
	columnProgress = iota
	columnNeeded
	columnHeisters
	columnPresent
	columnClear
	columnPrice
	columnKey
	columnLocked
	columnLoot
	columnLootUp
	columnUses
	columnFighting
	columnFought
	columnAsked
	columnEffort
	columnPresence
	columnGone
)

var columnColumns = layout.Table{
	columnProgress: count("progress", 5, "tokens"),
	columnNeeded:   count("needed", 5, "tokens"),
	columnHeisters: count("heisters", 4, "heisters"),
	columnPresent:  count("required heisters", maxPresent, "heisters"),
	columnClear:    layout.Flag("clear required", "no police may be there"),
	columnPrice:    count("price", 5, "cash"),
	columnKey:      layout.Flag("key required", ""),
	columnLocked:   layout.Flag("locked", "in this round"),
	columnLoot:     layout.Flag("Loot only", "no obstacle is left"),
	columnLootUp:   layout.Flag("Loot turned up", ""),
	columnUses:     count("uses", 5, "uses of the Criminal's asset"),
	columnFighting: layout.Flag("fighting", "its combat is under way"),
	columnFought:   layout.Flag("fought", "its combat of this round has begun"),
	columnAsked:    layout.Flag("asked", "the question is about it"),
	columnEffort:   count("effort", 5, "progress of its heisters in an Update"),
	columnPresence: count("presence", 4, "heisters that its obstacle counts"),
	columnGone:     count("gone", maxDepth, "obstacles discarded"),
}

// Columns of the field "funding_tokens".
const (
	fundUses = iota
	fundWait
)

var fundColumns = layout.Table{
	fundUses: count("uses", 5, "payments"),
	fundWait: count("wait", 5, "turns"),
}

// objectiveNames returns the labels of the objectives, counted from the top of their
// columns, and of the slots for their officers.
func objectiveNames(columns int) (objectives, posts []string) {
	for _, column := range layout.Numbered("column", columns) {
		for depth := range places {
			objective := column + " top"
			if depth > 0 {
				objective = fmt.Sprint(objective, "+", depth)
			}
			objectives = append(objectives, objective)
			for slot := range slots {
				posts = append(posts, fmt.Sprint(objective, " slot ", slot+1))
			}
		}
	}
	return objectives, posts
}

// layBoard lays the fields of what lies on the table. of lays a field of cards of a
// side.
func (l *fields) layBoard(b *layout.Builder, g *Game, of func(side int, name, doc string, rows ...string) layout.Span) {
	d := &g.deck
	heisters, columns := layout.Numbered("heister", maxHeisters), layout.Numbered("column", g.config.columns())
	objectives, posts := objectiveNames(g.config.columns())
	loots := lootNames(d, "", lootKinds)
	l.heisters = b.Add(layout.Field{Name: "heisters", Doc: "row: a slot for a heister; the last columns are one-hot: its column", Rows: heisters, Columns: heisterColumns.Then(layout.Flags(columns...))})
	l.heisterCards = of(Criminal, "heister_cards", "row: a heister's slot: the heister and the cards that it carries", heisters...)
	l.heisterLoot = b.Add(layout.Field{Name: "heister_loot", Doc: "row: a heister's slot; one-hot: the Loot that it carries", Rows: heisters, Columns: layout.Flags(loots...)})
	l.officers = b.Add(layout.Field{Name: "officers", Doc: "row: a slot of an objective, counted from the top of its column", Rows: posts, Columns: officerColumns})
	l.places = b.Add(layout.Field{Name: "places", Doc: "row: an objective, counted from the top of its column", Rows: objectives, Columns: placeColumns})
	l.placeCards = of(Police, "place_cards", "row: an objective: its officers, equipment, mandate and asset", objectives...)
	l.placeHeist = of(Heist, "place_heist", "row: an objective: its obstacle or Loot, and guards, as far as known", objectives...)
	l.columns = b.Add(layout.Field{Name: "columns", Doc: "row: a column; what its top obstacle asks for, as far as known", Rows: columns, Columns: columnColumns})
	l.columnLoot = b.Add(layout.Field{
		Name: "column_loot", Doc: "row: a column: Loot lying there by kind, then the Loot at its end, if known and not turned up", Rows: columns,
		Columns: layout.Counted(maxColumns, lootNames(d, "lies there: ", lootKinds)...).Then(layout.Flags(lootNames(d, "at the end: ", lootKinds)...)),
	})
	l.columnCards = of(Criminal, "column_cards", "row: a column: the Criminal's asset there", columns...)
	funds := layout.Numbered("Funding", maxFunding)
	l.funding = of(Police, "funding", "row: active Funding", funds...)
	l.fundingTokens = b.Add(layout.Field{Name: "funding_tokens", Doc: "row: active Funding", Rows: funds, Columns: fundColumns})
}

func (s *State) observeHeisters(c *crew, dst []float32) {
	l := &s.game.fields
	for n := range c.count {
		x := &c.heisters[n]
		i := x.Slot
		h := &s.heisters[i]
		r := l.heisters.Row(dst, i)
		r[heisterPresent] = 1
		r[heisterDamage], r[heisterHealth] = scaled(x.Damage, 5), float32(x.Health)/5
		r[heisterStrength], r[heisterArmor], r[heisterTargets] = scaled(x.Strength, 5), scaled(x.Armor, 5), scaled(x.Targets, 3)
		r[heisterMoved], r[heisterUsed] = layout.Bit(h.moved), layout.Bit(h.used)
		r[heisterGivenWeapon] = float32(h.given >> ItemWeapon & 1)
		r[heisterGivenArmor] = float32(h.given >> ItemArmor & 1)
		r[heisterGivenLoot] = float32(h.given >> ItemLoot & 1)
		r[heisterBoost], r[heisterStunned], r[heisterAttacked] = float32(h.boost)/5, layout.Bit(h.stunned), layout.Bit(h.attacked)
		r[heisterWidth+x.Column] = 1
		cards := l.heisterCards.Row(dst, i)
		for _, k := range h.carried() {
			if k != none {
				cards[k]++
			}
		}
		if h.loot != none {
			l.heisterLoot.Row(dst, i)[h.loot] = 1
		}
	}
}

func (s *State) observeColumns(x *crew, p int, dst []float32) {
	l := &s.game.fields
	for col := range s.columns() {
		c := &s.cols[col]
		r := l.columns.Row(dst, col)
		r[columnHeisters] = scaled(s.heistersAt(col), 4)
		if c.top < c.count && (p == Police || c.up>>c.top&1 != 0) {
			q := &s.kindOf(c.obstacles[c.top]).Demand
			r[columnProgress], r[columnNeeded] = scaled(int(c.progress), 5), scaled(s.needed(col), 5)
			r[columnPresent], r[columnClear] = float32(q.Present)/maxPresent, layout.Bit(q.Clear)
			r[columnPrice], r[columnKey] = scaled(int(q.Cash), 5), layout.Bit(q.Key != none)
		}
		r[columnLocked], r[columnLoot], r[columnLootUp] = layout.Bit(c.locked), layout.Bit(c.top == c.count), layout.Bit(c.lootUp)
		r[columnUses], r[columnGone] = scaled(int(c.uses), 5), float32(c.top)/maxDepth
		r[columnFighting], r[columnFought] = layout.Bit(int(s.battle) == col), layout.Bit(s.fought>>col&1 != 0)
		r[columnEffort], r[columnPresence] = scaled(s.effortOf(col, x.effort[col]), 5), scaled(x.presence[col], 4)
		loot := l.columnLoot.Row(dst, col)
		for i, k := range c.lying {
			loot[i] = float32(k)
		}
		if c.loot != none && !c.lootUp && p == Police {
			loot[lootKinds+int(c.loot)] = 1
		}
		if c.asset != none {
			l.columnCards.Row(dst, col)[c.asset] = 1
		}
		for d := int(c.top); d <= int(c.count); d++ {
			s.observePlace(p, col, d, dst)
		}
	}
}

// row returns the row of an objective: a column's objectives are counted from its top.
func (s *State) row(col, depth int) int { return col*places + depth - int(s.cols[col].top) }

func (s *State) observePlace(p, col, d int, dst []float32) {
	g, l := s.game, &s.game.fields
	police, heist := uint8(g.deck.Base[Police]), uint8(g.deck.Base[Heist])
	c := &s.cols[col]
	at := s.row(col, d)
	r, cards, objects := l.places.Row(dst, at), l.placeCards.Row(dst, at), l.placeHeist.Row(dst, at)
	pl := &c.places[d]
	up := d < int(c.count) && c.up>>d&1 != 0 || d == int(c.count) && c.lootUp
	r[placeThere], r[placeLoot], r[placeUp] = 1, layout.Bit(d == int(c.count)), layout.Bit(up)
	if d < int(c.count) && (up || p == Police) {
		objects[c.obstacles[d]-heist] = 1
	}
	if d == int(c.count) && p == Police && !up && c.loot != none {
		objects[g.deck.Loots[c.loot]-heist] = 1
	}
	help := s.helpAt(col, d, s.placeLasts(col, d))
	n, down, damage, armor := 0, 0, 0, 0
	for j := range pl.officers {
		o := &pl.officers[j]
		if o.kind == none {
			continue
		}
		n++
		f := l.officers.Row(dst, at*slots+j)
		f[officerPresent] = 1
		if o.down {
			down++
			f[officerDown] = 1
			if p == Criminal {
				continue
			}
		}
		deals, stops := s.officerDamage(o, help.damage), s.officerArmor(o, help.armor)
		damage, armor = damage+deals, armor+stops
		f[officerDamage] = scaled(deals, 5)
		f[officerArmor] = float32(stops-int(o.hurt)) / 5
		f[officerStunned] = layout.Bit(o.stunned)
		f[officerKind], f[officerEquip] = cardNumber(&g.deck, o.kind), cardNumber(&g.deck, o.equip)
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
		for j, k := range c.guards[d] {
			if k != none {
				objects[k-heist]++
				down++
				f := l.officers.Row(dst, at*slots+j)
				f[officerPresent], f[officerDown], f[officerKind] = 1, 1, cardNumber(&g.deck, k)
			}
		}
	}
	r[placePolice], r[placeDown], r[placeUses] = scaled(n, slots), scaled(down, rowWidth), scaled(int(pl.uses), 5)
	r[placeRoom] = layout.Bit(n < slots)
	r[placeDamage], r[placeArmor] = scaled(damage, 10), scaled(armor, 10)
	if pl.mandate != none {
		cards[pl.mandate-police]++
	}
	if pl.asset != none {
		cards[pl.asset-police]++
	}
}

func (s *State) observeFunds(dst []float32) {
	l, police := &s.game.fields, s.game.deck.Base[Police]
	for i := range s.funds {
		if f := &s.funds[i]; f.kind != none {
			l.funding.Row(dst, i)[int(f.kind)-police] = 1
			r := l.fundingTokens.Row(dst, i)
			r[fundUses], r[fundWait] = scaled(int(f.uses), 5), scaled(int(f.wait), 5)
		}
	}
}
