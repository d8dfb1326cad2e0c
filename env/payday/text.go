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
	o := &s.zones[other]
	s.writeHand(&b, int(p))
	if z.known != [maxKinds]uint8{} {
		fmt.Fprintf(&b, "The other side knows of it: %s\n", s.game.list(int(p), &z.known))
	}
	if o.known != [maxKinds]uint8{} {
		fmt.Fprintf(&b, "You know of the other hand: %s\n", s.game.list(other, &o.known))
	}
	fmt.Fprintf(&b, "Discarded: %s", s.game.list(int(p), &z.discards))
	if z.secret != [maxKinds]uint8{} {
		fmt.Fprintf(&b, "; in secret: %s", s.game.list(int(p), &z.secret))
	}
	if z.limbo != [maxKinds]uint8{} {
		fmt.Fprintf(&b, "; spent, discarded soon: %s", s.game.list(int(p), &z.limbo))
	}
	fmt.Fprintf(&b, "\nDiscarded by the other side: %s", s.game.list(other, &o.discards))
	if n := size(&o.secret); n > 0 {
		fmt.Fprintf(&b, "; %d in secret", n)
	}
	if o.limbo != [maxKinds]uint8{} {
		fmt.Fprintf(&b, "; spent, discarded soon: %s", s.game.list(other, &o.limbo))
	}
	return b.String()
}

// size counts the cards of a zone.
func size(cards *[maxKinds]uint8) int {
	n := 0
	for _, k := range cards {
		n += int(k)
	}
	return n
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
			fmt.Fprintf(b, "%s: %s.\n", who, s.asks(p))
		} else {
			fmt.Fprintf(b, "%s; the other side is asked: %s.\n", who, s.asks(p))
		}
	}
	fmt.Fprintf(b, "Round %d of %d. PAYDAY secured: %d of %d.\n", s.round, s.Rounds(), s.secured, s.paydays)
	s.writeTurn(b)
	s.writeHeist(b)
	for side := range s.zones {
		fmt.Fprintf(b, "%s: $%d, %d cards in hand, %d in the pile", sideTitles[side], s.cash[side], s.zones[side].size, s.zones[side].left)
		if side == Criminal && s.pending > 0 {
			fmt.Fprintf(b, ", Loot worth $%d to spend on one card", s.pending)
		}
		b.WriteString("\n")
	}
	for i := range s.funds {
		if f := &s.funds[i]; f.kind != none {
			fmt.Fprintf(b, "Funding: %s, %d uses left", g.title(f.kind), f.uses)
			if f.wait > 0 {
				fmt.Fprintf(b, ", pays in %d turns", f.wait)
			}
			b.WriteString("\n")
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

// writeTurn writes whose turn it is and what has been done in it.
func (s *State) writeTurn(b *strings.Builder) {
	switch {
	case s.phase < phaseCards || s.over():
		return
	case s.phase == phaseCombat:
		b.WriteString("Combat")
		if s.battle >= 0 {
			fmt.Fprintf(b, " in column %d; combat cards played: %d by the Criminal, %d by the Police", s.battle+1, s.fielded[Criminal], s.fielded[Police])
			if s.passes == 1 {
				b.WriteString("; one side has passed")
			}
		}
	case s.phase > phaseCombat:
		b.WriteString("Update")
	default:
		fmt.Fprintf(b, "Turn of the %s", sideTitles[s.turn])
		if s.acted {
			b.WriteString("; something was played or used")
		}
		if s.freeUsed {
			b.WriteString("; the free card was played")
		}
		if s.turn == Police && s.phase == phaseMoves {
			fmt.Fprintf(b, "; %d move actions left", max(0, s.game.config.MoveActions-int(s.moves)))
		}
	}
	b.WriteString(".\n")
}

// writeHeist writes which Loot the heist holds.
func (s *State) writeHeist(b *strings.Builder) {
	if s.paydays == 0 {
		return
	}
	fmt.Fprintf(b, "The heist: %d Loot cards", s.loots)
	for i, n := range s.inHeist {
		if n > 0 {
			fmt.Fprintf(b, ", %d× %s", n, s.game.title(s.game.deck.loots[i]))
		}
	}
	b.WriteString(".\n")
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
	for _, words := range h.notes() {
		b.WriteString(", " + words)
	}
	b.WriteString("\n")
}

// notes says what a heister has done in this turn or combat.
func (h *heister) notes() (notes []string) {
	for _, note := range [...]struct {
		holds bool
		words string
	}{
		{h.moved, "has moved"},
		{h.used, "has used its ability"},
		{h.given>>ItemWeapon&1 != 0, "was handed its weapon"},
		{h.given>>ItemArmor&1 != 0, "was handed its armor"},
		{h.given>>ItemLoot&1 != 0, "was handed its Loot"},
		{h.stunned, "stunned"},
		{h.attacked, "has attacked"},
	} {
		if note.holds {
			notes = append(notes, note.words)
		}
	}
	return notes
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
	if s.phase == phaseCombat && s.fought>>col&1 != 0 {
		b.WriteString(", its combat has begun")
	}
	b.WriteString("\n")
	if s.question == AskRegroup && int(s.who.col) == col {
		fmt.Fprintf(b, "  %d gone; here wait", s.regroup+1)
		s.writePolice(b, col, int(s.regroup), p)
		b.WriteString("\n")
	}
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
			fmt.Fprintf(b, "; [%d] guard, face down", j+1)
			continue
		}
		fmt.Fprintf(b, "; [%d] %s %d/%d", j+1, g.title(o.kind), s.damageOf(col, d, j), s.armorOf(col, d, j))
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
		for j, k := range s.cols[col].guards[d] {
			if k != none {
				fmt.Fprintf(b, "; [%d] %s, face down", j+1, g.title(k))
			}
		}
	}
}

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
		if s.question == AskRegroup {
			return s.regrouper() + " goes on to " + placeName(col, depth)
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
		if a == ids.say(StepEnd) && s.question == AskRecover {
			return "take nothing"
		}
		if a == ids.say(StepHand) && s.question == AskRegroup {
			return s.regrouper() + " goes " + s.homeward()
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
