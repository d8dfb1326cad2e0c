package payday

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// A look is a scene in the making.
type look struct {
	*State
	d     *deck
	p     env.Player // the viewer; negative: somebody who sees all
	sc    *scene.Scene
	ids   scene.IDs
	spots map[spot]string // ids of heisters, objectives and officers
}

// A spot is where an objective lies (slot -1), an officer stands, or, with column and depth
// -1, the slot of a heister.
type spot struct{ col, depth, slot int }

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	t := &look{State: s, d: &s.game.deck, p: p, sc: &scene.Scene{Layout: "payday", Viewer: p}, spots: map[spot]string{}}
	t.clock()
	t.seats()
	t.heist()
	for side := range 2 {
		t.hand(side)
		t.piles(side)
	}
	t.fundings()
	t.supply()
	t.asked()
	return t.sc
}

// sees reports whether the viewer sees what only one side may know.
func (t *look) sees(side int) bool { return t.p < 0 || int(t.p) == side }

func ref(side int) *env.Player { return scene.Ref(env.Player(side)) }

// labelled returns a word with a number behind it.
func labelled(word string, n int) string { return word + strconv.Itoa(n) }

// phaseWords name the phases of a turn.
var phaseWords = [phases]string{
	phaseCards: "cards", phaseMoves: "moves", phaseTransfers: "handing over", phaseEscapes: "escapes", phaseDraw: "drawing",
}

// clock says where in the game it is.
func (t *look) clock() {
	at := fmt.Sprintf("Round %d of %d", t.round, t.Rounds())
	switch {
	case t.over():
		at = "The game is over"
	case t.phase == phaseSetup:
		at = "Laying out the heist"
	case t.phase == phaseFirstHands:
		at = "First hands"
	case t.phase == phaseCombat:
		at += " · combat"
		if t.battle >= 0 {
			at += labelled(" in column ", int(t.battle)+1)
		}
	case t.phase > phaseCombat:
		at += " · Update"
	default:
		at += " · " + env.Whose(env.Player(t.turn)) + " turn · " + phaseWords[t.phase]
	}
	t.sc.Phase = at
	if t.paydays > 0 {
		t.sc.Clock = []scene.Meter{{ID: "secured", Name: "PAYDAY out", Value: float64(t.secured), Max: scene.Max(float64(t.paydays)), Kind: "pips"}}
		words := "The heist: " + scene.Count(int(t.loots), "Loot card")
		for i, n := range t.inHeist {
			if n > 0 {
				words += fmt.Sprintf(", %d× %s", n, t.game.title(t.d.loots[i]))
			}
		}
		t.note("%s.", words)
	}
	t.moment()
}

func (t *look) note(format string, args ...any) {
	t.sc.Notes = append(t.sc.Notes, fmt.Sprintf(format, args...))
}

// moment notes what has been done in the turn or the combat.
func (t *look) moment() {
	switch {
	case t.over():
		return
	case t.phase == phaseCombat && t.battle >= 0:
		t.note("Combat cards played: %d by %s, %d by %s; at most %d each.", t.fielded[Criminal], env.Who(Criminal), t.fielded[Police], env.Who(Police), t.game.config.CombatCards)
		if t.passes == 1 {
			t.note("One side has passed. When both pass in a row, the heisters attack.")
		}
	case t.phase >= phaseCards && t.phase < phaseCombat:
		if t.acted {
			t.note("In this turn something was played or used.")
		}
		if t.freeUsed {
			t.note("The free card of this turn was played.")
		}
		if t.turn == Police && t.phase == phaseMoves {
			t.note("%s left.", scene.Count(max(0, t.game.config.MoveActions-int(t.moves)), "move action"))
		}
	}
	if t.frame.kind != none {
		t.note("In play: %s. %s", t.game.title(t.frame.kind), t.kindOf(t.frame.kind).text)
	}
}

// seats adds the two sides with their cash.
func (t *look) seats() {
	for side := range 2 {
		seat := scene.Seat{Seat: env.Player(side), Role: sideTitles[side], Acts: t.actor == env.Player(side)}
		seat.Meters = []scene.Meter{{ID: "cash", Name: "Cash", Value: float64(t.cash[side]), Unit: "$", Good: 1}}
		if side == Criminal && t.pending > 0 {
			seat.Meters = append(seat.Meters, scene.Meter{ID: "loot", Name: "Loot to spend on one card", Value: float64(t.pending), Unit: "$"})
		}
		switch {
		case t.over() && int(t.winner) == side:
			seat.Marks = append(seat.Marks, "won")
		case !t.over() && int(t.turn) == side && t.phase > phaseSetup && t.phase < phaseCombat:
			seat.Marks = append(seat.Marks, "has the turn")
		}
		t.sc.Seats = append(t.sc.Seats, seat)
	}
}

// card returns a card in a zone, with a face.
func (t *look) card(zone string, kind uint8, face string, marks ...string) scene.Thing {
	k := t.kindOf(kind)
	x := scene.Thing{
		ID: t.ids.Next(zone + "." + k.id), Of: k.id, Name: k.title, Text: k.text, Kind: k.typ.String(), Suit: k.typ.String(), Face: face, Marks: marks,
		Icons: t.icons(k),
	}
	switch {
	case k.typ == TypeLoot:
		x.Corner = labelled("$", int(k.value))
	case int(k.side) != Heist:
		x.Corner = strconv.Itoa(int(k.cost))
	}
	if k.typ == TypeOfficer || k.typ == TypeGuard {
		x.Suit = subtypeNames[k.subtype]
	}
	return x
}

// laid returns a card that lies on the table: what it costs is paid.
func (t *look) laid(zone string, kind uint8, marks ...string) scene.Thing {
	x := t.card(zone, kind, scene.FaceUp, marks...)
	x.Corner = ""
	return x
}

// icons returns the printed numbers of a card.
func (t *look) icons(k *kind) (icons []scene.Icon) {
	add := func(id string, n int, words string) {
		if n > 0 {
			icons = append(icons, scene.Icon{ID: id, Words: words, Count: n})
		}
	}
	add("damage", int(k.damage), "damage")
	add("health", int(k.health), "health")
	add("armor", int(k.armor), "armor")
	if k.targets > 1 {
		add("targets", int(k.targets), "attacks")
	}
	add("uses", int(k.uses), "uses")
	add("progress", int(k.req.progress), "needs progress")
	add("heisters", int(k.req.present), "needs heisters there")
	if k.req.clear {
		icons = append(icons, scene.Icon{ID: "clear", Words: "needs no police there"})
	}
	add("cash", int(k.req.cash), "needs cash")
	if k.req.key != none {
		icons = append(icons, scene.Icon{ID: "key", Words: "needs " + t.game.title(t.d.loots[k.req.key]) + " carried there"})
	}
	if k.combat {
		icons = append(icons, scene.Icon{ID: "combat", Words: "played in combat"})
	}
	return icons
}

// cardWords says what a card is, costs its side now, and does.
func (s *State) cardWords(k uint8) string {
	card := s.kindOf(k)
	if int(card.side) == Heist {
		return card.says(0)
	}
	words := scene.Sentence(card.typ.String())
	switch says := card.says(s.Price(int(card.side), int(k))); {
	case says == card.text:
		return words + ". " + says
	case says != "":
		return words + ", " + says
	}
	return words + "."
}

// priceWords says what a card of a hand costs now, or what Loot is worth.
func (s *State) priceWords(k uint8) string {
	card := s.kindOf(k)
	price := s.Price(int(card.side), int(k))
	switch {
	case card.typ == TypeLoot:
		price = int(card.value)
	case price == 0:
		return "free"
	}
	return labelled("$", price)
}

// says returns what a card costs and does.
func (k *kind) says(price int) string {
	var words []string
	switch {
	case int(k.side) == Heist || k.typ == TypeLoot:
	case price > 0:
		words = append(words, labelled("$", price))
	default:
		words = append(words, "free")
	}
	for _, x := range [...]struct {
		n     int8
		words string
	}{{k.damage, " damage"}, {k.health, " health"}, {k.armor, " armor"}} {
		switch {
		case x.n == 0:
		case k.typ == TypeWeapon:
			words = append(words, fmt.Sprintf("%+d%s", x.n, x.words))
		default:
			words = append(words, strconv.Itoa(int(x.n))+x.words)
		}
	}
	if len(words) == 0 {
		return k.text
	}
	text := strings.Join(words, ", ") + "."
	if k.text != "" {
		text += " " + k.text
	}
	return text
}
