package payday

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
)

// String implements env.State: everything, for tests and logs.
func (s *State) String() string {
	var b strings.Builder
	s.writeTable(&b, env.Terminal)
	for side := range s.zones {
		z := &s.zones[side]
		fmt.Fprintf(&b, "%s hand: %s\n", sideTitles[side], s.game.list(side, &z.hand))
		for i, zone := range [...]*[maxKinds]uint8{&z.pile, &z.discards, &z.limbo, &z.secret, &z.known} {
			b.WriteString([...]string{"pile", "discards", "played", "secret", "known"}[i])
			for k, n := range zone[:s.game.deck.kindsOf(side)] {
				if n > 0 {
					b.WriteString(" " + strconv.Itoa(k) + ":" + strconv.Itoa(int(n)))
				}
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "node %d phase %d turn %d placed %d key %d placing %d toDraw %d swapped %d draws %v drops %v frame %+v\n", s.question, s.phase, s.turn, s.placed, s.keyAt, s.placing, s.toDraw, s.swapped, s.draws, s.drops, s.frame)
	fmt.Fprintf(&b, "battle %d fought %b passes %d fielded %v attacker %d attacked %b firing %d cursor %d regroup %d lootAt %d moves %d from %v who %v\n",
		s.battle, s.fought, s.passes, s.fielded, s.attacker, s.attacked, s.firing, s.cursor, s.regroup, s.lootAt, s.moves, s.from, s.who)
	fmt.Fprintf(&b, "pending %d acted %t free %t ledger %+v\n%s", s.pending, s.acted, s.freeUsed, s.ledger, s.InformationState(env.Terminal))
	return b.String()
}

// list names the cards of a zone.
func (g *Game) list(side int, cards *[maxKinds]uint8) string {
	var names []string
	for i := range g.deck.kindsOf(side) {
		switch n := cards[i]; {
		case n == 1:
			names = append(names, g.deck.kinds[g.deck.base[side]+i].title)
		case n > 1:
			names = append(names, fmt.Sprintf("%d× %s", n, g.deck.kinds[g.deck.base[side]+i].title))
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string {
	var b strings.Builder
	s.writeTable(&b, p)
	z := &s.zones[p]
	other := 1 - int(p)
	fmt.Fprintf(&b, "Your hand: %s\n", s.game.list(int(p), &z.hand))
	if o := &s.zones[other]; o.known != [maxKinds]uint8{} {
		fmt.Fprintf(&b, "You know of the other hand: %s\n", s.game.list(other, &o.known))
	}
	fmt.Fprintf(&b, "Discarded: %s; by the other side: %s", s.game.list(int(p), &z.discards), s.game.list(other, &s.zones[other].discards))
	return b.String()
}

// writeTable writes what lies on the table as seat p sees it; env.Terminal sees
// all.
func (s *State) writeTable(b *strings.Builder, p env.Player) {
	g := s.game
	switch {
	case s.question == Over && s.winner == Criminal:
		b.WriteString("The Criminal has got away with everything.\n")
	case s.question == Over:
		b.WriteString("The Police have won.\n")
	case p == Criminal || p == Police:
		who := "You are the " + sideTitles[p]
		if s.actor == p {
			fmt.Fprintf(b, "%s: %s.\n", who, s.asks())
		} else {
			fmt.Fprintf(b, "%s; the other side is asked: %s.\n", who, s.asks())
		}
	}
	fmt.Fprintf(b, "Round %d of %d. PAYDAY secured: %d of %d.\n", s.round, g.config.Rounds, s.secured, s.paydays)
	for side := range s.zones {
		fmt.Fprintf(b, "%s: $%d, %d cards in hand, %d in the pile", sideTitles[side], s.cash[side], s.zones[side].size, s.zones[side].left)
		if side == Criminal && s.pending > 0 {
			fmt.Fprintf(b, ", Loot worth $%d to spend on one card", s.pending)
		}
		b.WriteString("\n")
	}
	for i := range s.funds {
		if f := &s.funds[i]; f.kind != none {
			fmt.Fprintf(b, "Funding: %s, %d uses left\n", g.title(f.kind), f.uses)
		}
	}
	if s.frame.kind != none {
		fmt.Fprintf(b, "In play: %s. %s\n", g.title(s.frame.kind), s.kindOf(s.frame.kind).text)
	}
	if !s.shown && p == Criminal {
		b.WriteString("The Police are laying out the heist.\n")
		return
	}
	for col := range s.columns() {
		s.writeColumn(b, col, p)
	}
	for i := range s.heisters {
		s.writeHeister(b, i)
	}
}

func (s *State) writeHeister(b *strings.Builder, i int) {
	g, h := s.game, &s.heisters[i]
	if h.kind == none {
		return
	}
	fmt.Fprintf(b, "  %s in column %d: damage %d, health %d of %d", g.title(h.kind), h.col+1, s.strength(i), s.health(i)-int(h.damage), s.health(i))
	if a := s.armorOn(i); a > 0 {
		fmt.Fprintf(b, ", armor %d", a)
	}
	for _, k := range [...]uint8{h.perk, h.weapon, h.armor} {
		if k != none {
			b.WriteString(", " + g.title(k))
		}
	}
	if h.loot != none {
		b.WriteString(", carries " + g.title(g.deck.loots[h.loot]))
	}
	if h.moved {
		b.WriteString(", has moved")
	}
	if h.stunned {
		b.WriteString(", stunned")
	}
	b.WriteString("\n")
}

func (s *State) writeColumn(b *strings.Builder, col int, p env.Player) {
	g, c := s.game, &s.cols[col]
	fmt.Fprintf(b, "Column %d", col+1)
	if c.asset != none {
		fmt.Fprintf(b, ", %s (%d uses)", g.title(c.asset), c.uses)
	}
	for i, n := range c.lying {
		for range n {
			b.WriteString(", " + g.title(g.deck.loots[i]) + " on the floor")
		}
	}
	if c.locked {
		b.WriteString(", locked this round")
	}
	b.WriteString("\n")
	for d := int(c.top); d <= int(c.count); d++ {
		fmt.Fprintf(b, "  %d ", d+1)
		s.writeObjective(b, col, d, p)
		s.writePolice(b, col, d, p)
		b.WriteString("\n")
	}
}

func (s *State) writeObjective(b *strings.Builder, col, d int, p env.Player) {
	g, c := s.game, &s.cols[col]
	if d == int(c.count) {
		switch {
		case c.lootUp:
			b.WriteString("the end of the column")
		case p == Criminal || c.loot == none:
			b.WriteString("Loot, face down")
		default:
			b.WriteString(g.title(g.deck.loots[c.loot]) + ", face down")
		}
		return
	}
	k, up := c.obstacles[d], c.up>>d&1 != 0
	if !up && p == Criminal {
		b.WriteString("obstacle, face down")
		return
	}
	fmt.Fprintf(b, "%s (%s)", g.title(k), g.deck.requirementWords(&s.kindOf(k).req))
	if !up {
		b.WriteString(", face down")
	} else if d == int(c.top) && s.needed(col) > 0 {
		fmt.Fprintf(b, ", progress %d of %d", c.progress, s.needed(col))
	}
}

func (s *State) writePolice(b *strings.Builder, col, d int, p env.Player) {
	g, pl := s.game, &s.cols[col].places[d]
	if pl.mandate != none {
		b.WriteString("; " + g.title(pl.mandate))
	}
	if pl.asset != none {
		fmt.Fprintf(b, "; %s (%d uses)", g.title(pl.asset), pl.uses)
	}
	for j := range pl.officers {
		o := &pl.officers[j]
		switch {
		case o.kind == none:
			continue
		case o.down && p == Criminal:
			b.WriteString("; guard, face down")
			continue
		}
		fmt.Fprintf(b, "; %s %d/%d", g.title(o.kind), s.damageOf(col, d, j), s.armorOf(col, d, j))
		if o.equip != none {
			b.WriteString(" with " + g.title(o.equip))
		}
		if o.down {
			b.WriteString(", face down")
		}
		if o.hurt > 0 {
			fmt.Fprintf(b, ", hit for %d", o.hurt)
		}
		if o.stunned {
			b.WriteString(", stunned")
		}
	}
	if !s.shown {
		for _, k := range s.cols[col].guards[d] {
			if k != none {
				b.WriteString("; " + g.title(k) + ", face down")
			}
		}
	}
}

// questionsAsked puts a question into words.
var questionsAsked = [questions]string{
	AskSize: "choose the size of the heist", AskPaydays: "choose how many Loot cards are PAYDAY", AskKey: "choose a key item",
	AskLootAt: "choose the Loot at the end of the next column", AskHard: "place the hard obstacle of a key item",
	AskObstacle: "choose an obstacle", AskObstacleAt: "place the obstacle", AskGuard: "choose a guard", AskGuardAt: "place the guard",
	AskRedraw: "keep the hand, or show it and draw anew", AskSwap: "discard a card in secret, or end",
	AskCard: "play a card, use an asset or an ability, or end", AskWhere: "choose where the card goes",
	AskTarget: "choose a target", AskDash: "move a heister", AskRedeploy: "choose where the officer goes", AskRecover: "take a card back",
	AskMove: "move a heister, or end", AskTransfer: "hand an item over, or end", AskEscape: "escape, or end",
	AskMoveFrom: "choose a location to move from, or end", AskMoveWho: "choose an officer to move, or end", AskMoveTo: "choose where the officer goes",
	AskHandLimit: "discard down to the hand limit", AskBattle: "choose where to fight next", AskCombat: "play a combat card, or pass",
	AskAttacker: "choose who attacks next", AskAttack: "choose whom to attack, or end", AskFire: "choose whom the officer attacks",
	AskPay: "pay what the obstacle costs, or decline", AskRegroup: "send the officer on, or back to hand", AskLoot: "take a Loot, or decline",
	RollDraw: "a card from the draw pile", RollDrop: "a card to discard at random", Over: "the game is over",
}

func (s *State) asks() string { return questionsAsked[s.question] }

func (g *Game) title(k uint8) string {
	if k == none {
		return "nothing"
	}
	return g.deck.kinds[k].title
}

// verbs name what is done with a card.
var verbs = [questions]string{
	AskKey: "bring", AskLootAt: "end the column in", AskObstacle: "use", AskGuard: "post", AskSwap: "discard", AskCard: "play",
	AskRecover: "take back", AskHandLimit: "discard", AskCombat: "play", AskLoot: "take", RollDraw: "draw", RollDrop: "lose",
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	ids, g := &s.game.actions, s.game
	verb := verbs[s.question]
	switch {
	case a < 0 || a >= ids.count:
		return fmt.Sprintf("no action %d", a)
	case a < ids.heister:
		if verb == "" {
			verb = "card"
		}
		return verb + " " + g.title(uint8(a))
	case a < ids.officer:
		i := int(a - ids.heister)
		return s.heisterVerb() + s.heisterName(i)
	case a < ids.column:
		return s.officerVerb() + s.officerName(s.asOfficer(a))
	case a < ids.place:
		col := int(a - ids.column)
		if (s.question == AskCard || s.question == AskCombat) && s.cols[col].asset != none {
			return fmt.Sprintf("use %s in column %d", g.title(s.cols[col].asset), col+1)
		}
		return fmt.Sprintf("column %d", col+1)
	case a < ids.move:
		col, depth := s.asPlace(a)
		if k := s.cols[col].places[depth].asset; (s.question == AskCard || s.question == AskCombat) && k != none {
			return fmt.Sprintf("use %s at %s", g.title(k), placeName(col, depth))
		}
		return placeName(col, depth)
	case a < ids.transfer:
		i, dir := ids.asMove(a)
		return s.heisterName(i) + [...]string{" goes left", " goes right"}[dir]
	case a < ids.edge:
		from, item, to := ids.asTransfer(a)
		what := [...]string{"weapon", "armor", "Loot"}[item]
		if from == to {
			return s.heisterName(from) + " lays the Loot down"
		}
		return fmt.Sprintf("%s hands the %s to %s", s.heisterName(from), what, s.heisterName(to))
	case a < ids.step:
		return [...]string{"leave over the left edge", "leave over the right edge"}[a-ids.edge]
	case a < ids.number:
		if a == ids.say(StepEnd) && s.question == AskCombat {
			return "pass"
		}
		return [...]string{"end", "keep", "redraw", "pay", "decline", "back to hand"}[a-ids.step]
	}
	return fmt.Sprint(int(a-ids.number) + 1)
}

func placeName(col, depth int) string { return fmt.Sprintf("column %d place %d", col+1, depth+1) }

func (s *State) heisterVerb() string {
	switch s.question {
	case AskCard:
		return "ability of "
	case AskEscape:
		return "escape with "
	case AskAttacker:
		return "attack with "
	case AskFire:
		return "fire at "
	}
	return ""
}

func (s *State) officerVerb() string {
	if s.question == AskAttack {
		return "attack "
	}
	return ""
}

func (s *State) heisterName(i int) string {
	if s.heisters[i].kind == none {
		return fmt.Sprintf("heister %d", i+1)
	}
	return s.game.title(s.heisters[i].kind)
}

func (s *State) officerName(t target) string {
	name := "officer"
	if o := s.at(t); o.kind != none && !o.down {
		name = s.game.title(o.kind)
	}
	return fmt.Sprintf("%s %d at %s", name, t.slot+1, placeName(int(t.col), int(t.depth)))
}
