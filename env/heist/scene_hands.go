package heist

import (
	"fmt"
	"math/bits"
	"strconv"

	"ringer/env/scene"
)

// handZone lays out the hand of a seat as far as the viewer knows it.
func (t *look) handZone(seat int8) {
	z := scene.Zone{
		ID: zoneID("hand", seat), Title: "Hand", Seat: ref(seat), Kind: "hand",
		Note: fmt.Sprintf("at most %d", t.handLimit(seat)),
	}
	cards, face := t.hand[seat], scene.FaceUp
	var exposed set
	switch {
	case t.p < 0:
	case t.p == seat:
		z.Title, face = "Your hand", scene.FaceMine
		for by := range t.game.players {
			exposed = exposed.or(t.known[by][seat])
		}
	default:
		cards, face = t.knownHand(t.p, seat), scene.FaceKnown
		z.Hidden = max(int(t.held[seat])-cards.count(), 0)
	}
	for _, card := range t.d.byRole(cards) {
		x := t.card(z.ID, card, face)
		if exposed.has(card) {
			x.Face = scene.FaceKnown
		}
		z.Things = append(z.Things, x)
	}
	if len(z.Things) > 0 || t.held[seat] == 0 { // else they are counted face down
		z.Note = scene.Count(int(t.held[seat]), "card") + ", " + z.Note
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// elsewhereZone lays out the cards that the viewer knows to be in other hands, without
// knowing in which.
func (t *look) elsewhereZone() {
	if t.p < 0 {
		return
	}
	z := scene.Zone{ID: "elsewhere", Title: "In other hands", Kind: "row", Seat: ref(t.p), Note: "they were in no deck; you do not know whose they are"}
	for _, card := range t.d.byRole(t.elsewhere(t.p)) {
		z.Things = append(z.Things, t.card(z.ID, card, scene.FaceKnown))
	}
	if len(z.Things) > 0 {
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// madeZone lays out the cards of which a deck with copies was last made, as far as the viewer has not drawn them.
func (t *look) madeZone() {
	if t.p < 0 {
		return
	}
	z := scene.Zone{ID: "made", Title: "Shuffled into the deck", Kind: "row", Seat: ref(t.p), Note: "you have not drawn them since: they are in the deck, in other hands or played"}
	z.Things = t.counted(z.ID, t.made(t.p))
	if len(z.Things) > 0 {
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// counted returns a thing for each role of some cards, with their number.
func (t *look) counted(zone string, cards set) (list []scene.Thing) {
	for i := range t.d.roles {
		r := &t.d.roles[i]
		n := cards.and(r.cards).count()
		if n == 0 {
			continue
		}
		k := t.kind(r.cards.first())
		list = append(list, scene.Thing{
			ID: zone + "." + k.id, Of: k.id, Name: k.text, Kind: k.typ.String(), Suit: k.typ.String(), Corner: "×" + strconv.Itoa(n), Icons: skillIcons(k.skills),
		})
	}
	return list
}

// piles lays out the decks and the discards.
func (t *look) piles() {
	pile := func(id, title string, left int) {
		t.sc.Zones = append(t.sc.Zones, scene.Zone{ID: id, Title: title, Kind: "pile", Hidden: left, Note: scene.Count(left, "card")})
	}
	pile("deck", "Heist deck", t.deck.count())
	pile("security", "Security deck", bits.OnesCount64(t.security))
	pile("jobs", "Job deck", t.game.config.Jobs-int(t.jobsDrawn))

	discards := scene.Zone{ID: "discards", Title: "Heist discards", Kind: "pile", Note: scene.Count(t.discards.count(), "card")}
	discards.Things = t.counted(discards.ID, t.discards)
	spare := scene.Zone{ID: "security-discards", Title: "Security discards", Kind: "pile", Note: scene.Count(bits.OnesCount64(t.spare), "card")}
	for i, m := range &t.d.guardsOf {
		if n := bits.OnesCount64(t.spare & m); n > 0 {
			spare.Things = append(spare.Things, scene.Thing{
				ID: "discards." + skillNames[i], Of: skillNames[i], Name: skillTitles[i], Kind: "security", Suit: skillNames[i], Corner: "×" + strconv.Itoa(n),
				Icons: []scene.Icon{{ID: skillNames[i], Words: skillTitles[i], Count: n}},
			})
		}
	}
	gone := scene.Zone{ID: "gone", Title: "Jobs gone", Kind: "pile", Past: true}
	for jobs := t.jobsGone; jobs != 0; jobs &= jobs - 1 {
		j := &t.d.jobs[t.d.jobOf[bits.TrailingZeros16(jobs)]]
		gone.Things = append(gone.Things, scene.Thing{ID: t.ids.Next("job." + j.ID), Of: "job." + j.ID, Name: j.Title, Kind: "job", Corner: strconv.Itoa(j.Points)})
	}
	for _, z := range []scene.Zone{discards, spare, gone} {
		if len(z.Things) > 0 {
			t.sc.Zones = append(t.sc.Zones, z)
		}
	}
}
