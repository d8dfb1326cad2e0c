package payday

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// String implements env.State: everything, for tests and logs.
func (s *State) String() string {
	var b strings.Builder
	b.WriteString(s.Text(env.Terminal) + "\n")
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
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

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
