package payday

import (
	"strconv"

	"ringer/env/scene"
)

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
	for i, n := range counts[:t.d.kindsOf(side)] {
		k := uint8(t.d.base[side] + i)
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

// pile lays out cards that lie together, those of a kind as one thing.
func (t *look) pile(id, title, note string, side int, counts *[maxKinds]uint8, face string) {
	z := scene.Zone{ID: labelled(id, side), Title: title, Seat: ref(side), Kind: "pile", Note: note}
	for i, n := range counts[:t.d.kindsOf(side)] {
		if n == 0 {
			continue
		}
		x := t.card(z.ID, uint8(t.d.base[side]+i), face)
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
	words := s.game.deck.requirementWords(&s.kindOf(k).req)
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
