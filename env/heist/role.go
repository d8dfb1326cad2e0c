package heist

import "slices"

// A role is shared by kinds of cards that differ in nothing but their titles. No
// rule tells them apart, so the observation counts roles.
type role struct {
	typ     CardType
	skills  uint8 // bits
	effects []effect
	talent  int8 // number among the roles of Personnel, or -1
	cards   set
}

// role returns the number of the role of a kind. The first kind of a role makes
// it.
func (d *deck) role(k *kind) uint8 {
	for i := range d.roles {
		if r := &d.roles[i]; r.typ == k.typ && r.skills == k.skills && slices.Equal(r.effects, k.effects) {
			return uint8(i)
		}
	}
	r := role{typ: k.typ, skills: k.skills, effects: k.effects, talent: -1}
	if k.typ.isPersonnel() {
		r.talent = int8(len(d.talents))
		d.talents = append(d.talents, uint8(len(d.roles)))
	}
	d.roles = append(d.roles, r)
	return uint8(len(d.roles) - 1)
}

// attachable returns the phrases of the roles that can be attached to a Job, and
// numbers them.
func (d *deck) attachable() []string {
	var phrases []string
	d.attachment = make([]uint8, len(d.roles))
	for i := range d.roles {
		switch d.roles[i].typ {
		case TypeComplication, TypeSecondary, TypeCrisis:
			d.attachment[i] = uint8(len(phrases))
			phrases = append(phrases, d.kinds[d.kindOf[d.roles[i].cards.first()]].text)
		}
	}
	return phrases
}

// mostOfRole returns the number of cards of the most frequent role, at least 1.
func (d *deck) mostOfRole() int {
	most := 1
	for i := range d.roles {
		most = max(most, d.roles[i].cards.count())
	}
	return most
}

// Roles returns a phrase for each role, in the order of the observation: "Con:
// Tech".
func (g *Game) Roles() []string {
	phrases := make([]string, len(g.deck.roles))
	for i := range phrases {
		phrases[i] = g.deck.kinds[g.deck.kindOf[g.deck.roles[i].cards.first()]].text
	}
	return phrases
}

// Talents returns a phrase for each role of Personnel, in the order of the
// observation.
func (g *Game) Talents() []string {
	roles := g.Roles()
	phrases := make([]string, len(g.deck.talents))
	for i, r := range g.deck.talents {
		phrases[i] = roles[r]
	}
	return phrases
}
