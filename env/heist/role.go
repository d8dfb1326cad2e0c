package heist

import "slices"

// A role is what kinds of cards have in common that differ in nothing but their
// titles. No rule tells them apart, so the observation counts roles.
type role struct {
	typ     cardType
	skills  uint8 // bits
	effects []effect
	talent  int8 // number among the roles of Personnel, or -1
	cards   set
}

// role is the number of the role of a kind, which is new when no kind before had
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
