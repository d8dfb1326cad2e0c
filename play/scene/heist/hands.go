package heist

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/scene"
)

// hands lays out the viewer's hand, and of the others what the viewer knows.
func (t *table) hands() {
	s := t.s
	for k := range t.players() {
		seat := t.seatAt(k)
		own := env.Player(seat) == t.p
		z := scene.Zone{
			ID: handZone(seat), Title: "Hand", Seat: scene.Ref(env.Player(seat)), Kind: "hand",
			Note: fmt.Sprintf("%s; at most %d at the end of a turn", scene.Count(s.HandSize(seat), "card"), s.HandLimit(seat)),
		}
		switch {
		case t.p < 0:
			for _, kind := range t.byRole(s.Hand(seat, nil)) {
				z.Things = append(z.Things, t.card(z.ID, kind, scene.FaceUp))
			}
		case own:
			z.Title = "Your hand"
			knowers := t.knowers(seat)
			for _, kind := range t.byRole(s.Hand(seat, nil)) {
				face, marks := scene.FaceMine, []string(nil)
				if know := knowers[kind]; len(know) > 0 {
					face, marks = scene.FaceKnown, []string{"known to " + scene.List(know, "and")}
				}
				z.Things = append(z.Things, t.card(z.ID, kind, face, marks...))
			}
		default:
			for _, kind := range t.byRole(s.Known(int(t.p), seat, nil)) {
				z.Things = append(z.Things, t.card(z.ID, kind, scene.FaceKnown))
			}
		}
		z.Hidden = max(s.HandSize(seat)-len(z.Things), 0)
		t.sc.Zones = append(t.sc.Zones, z)
	}
	if t.p < 0 {
		return
	}
	if elsewhere := t.byRole(s.Elsewhere(int(t.p), nil)); len(elsewhere) > 0 {
		z := scene.Zone{ID: "elsewhere", Title: "In other hands", Kind: "row", Seat: scene.Ref(t.p), Note: "they were in no deck; you do not know whose they are"}
		for _, kind := range elsewhere {
			z.Things = append(z.Things, t.card(z.ID, kind, scene.FaceKnown))
		}
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

func handZone(seat int) string { return fmt.Sprintf("hand%d", seat) }

// knowers returns the seats that have seen cards of the viewer's hand, by kind.
func (t *table) knowers(seat int) map[int][]string {
	know := map[int][]string{}
	for k := 1; k < t.players(); k++ {
		by := t.seatAt(k)
		// What another seat concludes from decks is its own: only what it has seen is said.
		for _, kind := range t.s.Seen(by, seat, nil) {
			if words := know[kind]; len(words) == 0 || words[len(words)-1] != t.who(by) {
				know[kind] = append(words, t.who(by))
			}
		}
	}
	return know
}

// piles lays out the decks and the discards.
func (t *table) piles() {
	s, c := t.s, t.game.Config()
	pile := func(id, title string, left int) {
		t.sc.Zones = append(t.sc.Zones, scene.Zone{ID: id, Title: title, Kind: "pile", Hidden: left, Note: scene.Count(left, "card")})
	}
	pile("deck", "Heist deck", s.DeckSize())
	pile("security", "Security deck", s.SecuritySize())
	pile("jobs", "Job deck", c.Jobs-s.JobsDrawn())
	z := scene.Zone{ID: "discards", Title: "Heist discards", Kind: "pile"}
	roles := map[int]int{} // role to its place in the zone
	discards := t.byRole(s.Discards(nil))
	for _, kind := range discards {
		k := &t.kinds[kind]
		i, ok := roles[k.Role]
		if !ok {
			i = len(z.Things)
			roles[k.Role] = i
			first := t.firstOf(k.Role)
			z.Things = append(z.Things, scene.Thing{
				ID: "discards." + t.kinds[first].ID, Of: t.kinds[first].ID, Name: k.Text, Kind: k.Type.String(), Suit: k.Type.String(), Icons: skillIcons(k.Skills),
				Meters: []scene.Meter{{ID: "count", Name: "Cards"}},
			})
		}
		m := &z.Things[i].Meters[0]
		m.Value++
		z.Things[i].Corner = fmt.Sprintf("×%d", int(m.Value))
	}
	z.Note = scene.Count(len(discards), "card")
	t.sc.Zones = append(t.sc.Zones, z)

	z = scene.Zone{ID: "security-discards", Title: "Security discards", Kind: "pile"}
	names, titles, all := heist.Skills(), heist.SkillTitles(), 0
	for i, n := range s.SecurityDiscards() {
		if n > 0 {
			all += n
			z.Things = append(z.Things, scene.Thing{
				ID: "discards." + names[i], Of: names[i], Name: titles[i], Kind: "security", Suit: names[i], Corner: fmt.Sprintf("×%d", n),
				Icons: []scene.Icon{{ID: names[i], Words: titles[i], Count: n}},
			})
		}
	}
	z.Note = scene.Count(all, "card")
	t.sc.Zones = append(t.sc.Zones, z)
	if gone := s.GoneJobs(nil); len(gone) > 0 {
		z := scene.Zone{ID: "gone", Title: "Jobs gone", Kind: "pile"}
		for _, j := range gone {
			z.Things = append(z.Things, scene.Thing{ID: t.ids.Next("job." + j.ID), Of: "job." + j.ID, Name: j.Title, Kind: "job", Corner: fmt.Sprint(j.Points)})
		}
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// firstOf returns the first kind of a role.
func (t *table) firstOf(role int) int {
	return slices.IndexFunc(t.kinds, func(k heist.Kind) bool { return k.Role == role })
}
