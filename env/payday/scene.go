package payday

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/payday/internal/cards"
	"ringer/env/scene"
)

// A look is a scene in the making.
type look struct {
	*State
	d     *cards.Deck
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
	at := fmt.Sprintf("Round %d of at most %d", t.round, t.Rounds())
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
				words += fmt.Sprintf(", %d× %s", n, t.game.title(t.d.Loots[i]))
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
		t.note("In play: %s. %s", t.game.title(t.frame.kind), t.kindOf(t.frame.kind).Text)
	}
}

// seats adds the two sides with their cash.
func (t *look) seats() {
	for side := range 2 {
		seat := scene.Seat{Seat: env.Player(side), Role: cards.SideTitles[side], Acts: t.actor == env.Player(side)}
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
		ID: t.ids.Next(zone + "." + k.ID), Of: k.ID, Name: k.Title, Text: k.Text, Kind: k.Type.String(), Suit: k.Type.String(), Face: face, Marks: marks,
		Icons: t.icons(k),
	}
	switch {
	case k.Type == TypeLoot:
		x.Corner = labelled("$", int(k.Value))
	case int(k.Side) != Heist:
		x.Corner = strconv.Itoa(int(k.Cost))
	}
	if k.Type == TypeOfficer || k.Type == TypeGuard {
		x.Suit = cards.SubtypeNames[k.Subtype]
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
func (t *look) icons(k *cards.Kind) (icons []scene.Icon) {
	add := func(id string, n int, words string) {
		if n > 0 {
			icons = append(icons, scene.Icon{ID: id, Words: words, Count: n})
		}
	}
	add("damage", int(k.Damage), "damage")
	add("health", int(k.Health), "health")
	add("armor", int(k.Armor), "armor")
	if k.Targets > 1 {
		add("targets", int(k.Targets), "attacks")
	}
	add("uses", int(k.Uses), "uses")
	add("progress", int(k.Demand.Progress), "needs progress")
	add("heisters", int(k.Demand.Present), "needs heisters there")
	if k.Demand.Clear {
		icons = append(icons, scene.Icon{ID: "clear", Words: "needs no police there"})
	}
	add("cash", int(k.Demand.Cash), "needs cash")
	if k.Demand.Key != none {
		icons = append(icons, scene.Icon{ID: "key", Words: "needs " + t.game.title(t.d.Loots[k.Demand.Key]) + " carried there"})
	}
	if k.Combat {
		icons = append(icons, scene.Icon{ID: "combat", Words: "played in combat"})
	}
	return icons
}

// cardWords says what a card is, costs its side now, and does.
func (s *State) cardWords(k uint8) string {
	card := s.kindOf(k)
	switch {
	case card.Type == TypeKey:
		return s.game.explained(k, "")
	case int(card.Side) == Heist:
		return saysOf(card, 0)
	}
	words := scene.Sentence(card.Type.String())
	switch says := saysOf(card, s.Price(int(card.Side), int(k))); {
	case says == card.Text:
		return words + ". " + says
	case says != "":
		return words + ", " + says
	}
	return words + "."
}

// priceWords says what a card of a hand costs now, or what Loot is worth.
func (s *State) priceWords(k uint8) string {
	card := s.kindOf(k)
	price := s.Price(int(card.Side), int(k))
	switch {
	case card.Type == TypeLoot:
		price = int(card.Value)
	case price == 0:
		return "free"
	}
	return labelled("$", price)
}

// says returns what a card costs and does.
func saysOf(k *cards.Kind, price int) string {
	var words []string
	switch {
	case int(k.Side) == Heist || k.Type == TypeLoot:
	case price > 0:
		words = append(words, labelled("$", price))
	default:
		words = append(words, "free")
	}
	for _, x := range [...]struct {
		n     int8
		words string
	}{{k.Damage, " damage"}, {k.Health, " health"}, {k.Armor, " armor"}} {
		switch {
		case x.n == 0:
		case k.Type == TypeWeapon:
			words = append(words, fmt.Sprintf("%+d%s", x.n, x.words))
		default:
			words = append(words, strconv.Itoa(int(x.n))+x.words)
		}
	}
	if len(words) == 0 {
		return k.Text
	}
	text := strings.Join(words, ", ") + "."
	if k.Text != "" {
		text += " " + k.Text
	}
	return text
}

// hand lays out a hand: the viewer's own, or what is known of the other one.
func (t *look) hand(side int) {
	zone := &t.zones[side]
	z := scene.Zone{
		ID: labelled("hand", side), Title: "Hand", Seat: ref(side), Kind: "hand",
		Note: "at most " + strconv.Itoa(t.handLimit(side)),
	}
	counts, own := &zone.known, t.sees(side)
	if own {
		counts = &zone.hand
	}
	if own && t.p >= 0 {
		z.Title = "Your hand"
	}
	for i, n := range counts[:t.d.KindsOf(side)] {
		k := uint8(t.d.Base[side] + i)
		for c := range n {
			x := t.card(z.ID, k, scene.FaceUp)
			x.Text = t.cardWords(k)
			x.Short = x.Name + " (" + t.priceWords(k)
			switch {
			case t.p < 0:
			case !own:
				x.Face = scene.FaceKnown
			case c < zone.known[i]:
				x.Face, x.Marks = scene.FaceKnown, []string{"the other side knows it"}
				x.Short += ", known"
			default:
				x.Face = scene.FaceMine
			}
			x.Short += ")"
			z.Things = append(z.Things, x)
		}
	}
	if z.Hidden = max(int(zone.size)-len(z.Things), 0); len(z.Things) > 0 || zone.size == 0 { // else they are counted face down
		z.Note = scene.Count(int(zone.size), "card") + ", " + z.Note
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// piles lays out the draw pile and the discards of a side.
func (t *look) piles(side int) {
	zone := &t.zones[side]
	t.sc.Zones = append(t.sc.Zones, scene.Zone{ID: labelled("pile", side), Title: "Draw pile", Seat: ref(side), Kind: "pile", Hidden: int(zone.left), Note: scene.Count(int(zone.left), "card")})
	t.pile("spent", "Spent", "discarded when the turn or the combat ends", side, &zone.limbo, scene.FaceUp)
	t.pile("discards", "Discards", "", side, &zone.discards, scene.FaceUp)
	switch n := size(&zone.secret); {
	case n == 0:
	case t.sees(side):
		t.pile("secret", "Discarded in secret", "only this side knows them", side, &zone.secret, scene.FaceMine)
	default:
		t.sc.Zones = append(t.sc.Zones, scene.Zone{ID: labelled("secret", side), Title: "Discarded in secret", Seat: ref(side), Kind: "pile", Hidden: n, Note: scene.Count(n, "card")})
	}
}

// pile lays out cards that lie together, all cards of a kind as one thing.
func (t *look) pile(id, title, note string, side int, counts *[maxKinds]uint8, face string) {
	z := scene.Zone{ID: labelled(id, side), Title: title, Seat: ref(side), Kind: "pile", Note: note}
	for i, n := range counts[:t.d.KindsOf(side)] {
		if n == 0 {
			continue
		}
		x := t.card(z.ID, uint8(t.d.Base[side]+i), face)
		x.Short = x.Name
		if n > 1 {
			x.Short = strconv.Itoa(int(n)) + "× " + x.Name
		}
		x.Corner = "×" + strconv.Itoa(int(n))
		x.Meters = []scene.Meter{{ID: "count", Name: "Cards", Value: float64(n)}}
		z.Things = append(z.Things, x)
	}
	if len(z.Things) > 0 {
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// size counts the cards of a zone.
func size(cards *[maxKinds]uint8) int {
	n := 0
	for _, k := range cards {
		n += int(k)
	}
	return n
}

// fundings lays out the active Funding of the Police.
func (t *look) fundings() {
	z := scene.Zone{ID: "funding", Title: "Active Funding", Seat: ref(Police), Kind: "row"}
	for i := range t.funds {
		f := &t.funds[i]
		if f.kind == none {
			continue
		}
		marks := []string{usesLeft(f.uses)}
		if f.wait > 0 {
			marks = append(marks, "pays in "+scene.Count(int(f.wait), "turn"))
		}
		z.Things = append(z.Things, t.laid(z.ID, f.kind, marks...))
	}
	if len(z.Things) > 0 {
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

func usesLeft(n uint8) string { return scene.Count(int(n), "use") + " left" }

// supply lays out the heist cards that the viewer may choose in the setup.
func (t *look) supply() {
	switch t.question {
	case AskKey, AskObstacle, AskGuard, AskLootAt:
	default:
		return
	}
	if t.actor != t.p {
		return
	}
	z := scene.Zone{ID: "supply", Title: "Heist cards to choose from", Seat: scene.Ref(t.p), Kind: "row"}
	for _, a := range t.LegalActions(nil) {
		if c := t.Decode(a); c.Block == BlockCard {
			x := t.card(z.ID, uint8(c.Kind), scene.FaceUp)
			x.Text = t.cardWords(uint8(c.Kind))
			x.Short = t.objectiveWords(uint8(c.Kind))
			z.Things = append(z.Things, x)
		}
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// objectiveWords names a card of the heist with what it asks for.
func (s *State) objectiveWords(k uint8) string {
	words := s.game.deck.DemandWords(&s.kindOf(k).Demand)
	if words == "" {
		return s.game.title(k)
	}
	return s.game.title(k) + " (" + words + ")"
}

// heisterNotes says what a heister has done in this turn or combat.
func heisterNotes(h *heister) (notes []string) {
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
