package payday

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// heist lays out the columns: objectives with the police on them from the end to the top,
// and the heisters in front.
func (t *look) heist() {
	if !t.shown && !t.sees(Police) {
		t.note("The Police are laying out the heist.")
		return
	}
	for col := range t.columns() {
		c := &t.cols[col]
		z := scene.Zone{ID: labelled("column", col+1), Title: labelled("Column ", col+1), Kind: "column"}
		var notes []string
		if c.locked {
			notes = append(notes, "locked in this round")
		}
		if t.phase == phaseCombat && t.fought>>col&1 != 0 {
			notes = append(notes, "its combat has begun")
		}
		z.Note = strings.Join(notes, "; ")
		t.sc.Zones = append(t.sc.Zones, z)
		for depth := int(c.count); depth >= int(c.top); depth-- {
			t.place(col, depth)
		}
		if t.question == AskRegroup && int(t.who.col) == col {
			z := scene.Zone{ID: placeZone(col, int(t.regroup)), Title: "Gone: its officers go on or home", In: z.ID, Kind: "row", Seat: ref(Police)}
			t.police(&z, col, int(t.regroup))
			t.sc.Zones = append(t.sc.Zones, z)
		}
		t.ground(col, z.ID)
	}
}

func placeZone(col, depth int) string { return fmt.Sprintf("place%d-%d", col+1, depth+1) }

// place lays out an objective and the police on it.
func (t *look) place(col, depth int) {
	z := scene.Zone{ID: placeZone(col, depth), Title: labelled("Place ", depth+1), In: labelled("column", col+1), Kind: "row", Seat: ref(Police)}
	if t.isTop(col, depth) {
		z.Title += " (top)"
	}
	x := t.objective(&z, col, depth)
	t.spots[spot{col, depth, -1}] = x.ID
	z.Things = append(z.Things, x)
	t.police(&z, col, depth)
	t.sc.Zones = append(t.sc.Zones, z)
}

// objective returns the obstacle or the Loot of a place, as the viewer knows it.
func (t *look) objective(z *scene.Zone, col, depth int) scene.Thing {
	c := &t.cols[col]
	hidden := scene.Thing{ID: scene.HiddenID(z.ID, 0), Kind: "obstacle", Face: scene.FaceDown}
	if depth == int(c.count) {
		switch {
		case c.lootUp:
			return scene.Thing{ID: z.ID + ".end", Name: "The end of the column", Short: "the end", Kind: "end", Text: "Its Loot was turned up."}
		case c.loot == none || !t.sees(Police):
			hidden.Name, hidden.Short, hidden.Kind, hidden.Text = "Loot", "hidden Loot", "loot", "Face down. It is turned up and taken when this is the top and no police is here."
			return hidden
		}
		x := t.card(z.ID, t.d.Loots[c.loot], t.mine(), "face down")
		x.Short = "hidden " + x.Name
		return x
	}
	kind := c.obstacles[depth]
	if c.up>>depth&1 == 0 {
		if !t.sees(Police) {
			hidden.Name, hidden.Short, hidden.Text = "Obstacle", "hidden obstacle", "Face down. It is turned up in an Update when heisters are here and it is the top."
			return hidden
		}
		x := t.card(z.ID, kind, t.mine(), "face down")
		x.Short = "hidden " + t.objectiveWords(kind)
		return x
	}
	x := t.card(z.ID, kind, scene.FaceUp)
	if t.isTop(col, depth) {
		t.progress(&x, col)
	}
	x.Short = t.objectiveWords(kind)
	var words []string
	for _, m := range x.Meters {
		words = append(words, strings.ToLower(m.Name)+" "+m.Text)
	}
	if words = append(words, x.Marks...); len(words) > 0 {
		x.Short += " [" + strings.Join(words, ", ") + "]"
	}
	return x
}

// progress adds to a face-up top obstacle how far its heisters have come.
func (t *look) progress(x *scene.Thing, col int) {
	of := func(id, name string, n, most int) {
		x.Meters = append(x.Meters, scene.Meter{ID: id, Name: name, Value: float64(n), Max: scene.Max(float64(most)), Kind: "pips", Text: fmt.Sprintf("%d of %d", n, most)})
	}
	c, req := &t.cols[col], &t.kindOf(t.cols[col].obstacles[t.cols[col].top]).Demand
	if needed := t.needed(col); needed > 0 {
		of("progress", "Progress", int(c.progress), needed)
		if n := t.effort(col); n > 0 {
			x.Marks = append(x.Marks, fmt.Sprintf("+%d progress in the Update", n))
		}
	}
	if req.Present > 0 {
		of("present", "Heisters there", t.presence(col), int(req.Present))
	}
	if c.locked {
		x.Marks = append(x.Marks, "locked in this round")
	}
	if t.blocked(col) {
		x.Marks = append(x.Marks, "gets no progress")
	} else if n := t.slowed(col); n > 0 {
		x.Marks = append(x.Marks, fmt.Sprintf("%d less progress", n))
	}
}

// mine is the face of a card that only the Police know.
func (t *look) mine() string {
	if t.p < 0 {
		return scene.FaceUp
	}
	return scene.FaceMine
}

// police adds the officers, the mandate and the asset of a place.
func (t *look) police(z *scene.Zone, col, depth int) {
	pl := &t.cols[col].places[depth]
	if pl.mandate != none {
		x := t.laid(z.ID, pl.mandate, "mandate")
		x.Short = x.Name
		z.Things = append(z.Things, x)
	}
	if pl.asset != none {
		z.Things = append(z.Things, t.laid(z.ID, pl.asset, usesLeft(pl.uses)))
	}
	for slot := range slots {
		number := labelled("slot ", slot+1)
		if k := t.guardAt(col, depth, slot); k != none {
			x := t.card("posted", k, t.mine(), number, "face down")
			x.Short = labelled("hidden "+x.Name+" ", slot+1)
			t.spots[spot{col, depth, slot}] = x.ID
			z.Things = append(z.Things, x)
		}
		o := &pl.officers[slot]
		switch {
		case o.kind == none:
		case o.down && !t.sees(Police):
			x := scene.Thing{
				ID: scene.HiddenID(z.ID, len(z.Things)), Name: "Guard", Short: labelled("hidden guard ", slot+1), Kind: "guard", Face: scene.FaceDown,
				Marks: []string{number}, Text: "Face down. It becomes an officer when its place is the top.",
			}
			t.spots[spot{col, depth, slot}] = x.ID
			z.Things = append(z.Things, x)
		default:
			t.officerThing(z, col, depth, slot)
		}
	}
}

// guardAt returns the guard that was posted in a slot while the heist is laid out, as far as
// the viewer knows it, or none.
func (t *look) guardAt(col, depth, slot int) uint8 {
	if t.shown || slot >= rowWidth || !t.sees(Police) {
		return none
	}
	return t.cols[col].guards[depth][slot]
}

// officerThing adds an officer that the viewer knows, with its equipment.
func (t *look) officerThing(z *scene.Zone, col, depth, slot int) {
	o := t.officer(col, depth, slot)
	damage, armor := t.damageOf(col, depth, slot), t.armorOf(col, depth, slot)
	x := t.laid("posted", o.kind, labelled("slot ", slot+1))
	x.Meters = []scene.Meter{
		{ID: "damage", Name: "Damage", Value: float64(damage)},
		{ID: "armor", Name: "Armor", Value: float64(armor), Kind: "pips"},
	}
	var marks []string
	if o.hurt > 0 {
		marks = append(marks, labelled("hit for ", int(o.hurt)))
	}
	if o.stunned {
		marks = append(marks, "stunned")
	}
	if t.mayBeAttacked(col, depth, slot) {
		if damage, left := t.attackOn(col, depth, slot); damage > left {
			marks = append(marks, "would die")
		}
	}
	x.Short = fmt.Sprintf("%s %d: %d/%d", x.Name, slot+1, damage, armor)
	if len(marks) > 0 {
		x.Short += " (" + strings.Join(marks, ", ") + ")"
	}
	x.Marks = append(x.Marks, marks...)
	if o.down {
		x.Face, x.Short = t.mine(), "hidden "+x.Short
		x.Marks = append(x.Marks, "face down")
	}
	t.spots[spot{col, depth, slot}] = x.ID
	z.Things = append(z.Things, x)
	if o.equip != none {
		t.under(z, x.ID, "posted", o.equip)
	}
}

// under adds a card that somebody carries.
func (t *look) under(z *scene.Zone, of, zone string, kind uint8) {
	x := t.laid(zone, kind)
	x.Short, x.Under = x.Name, of
	z.Things = append(z.Things, x)
}

// attackOn returns the damage that the heister who attacks deals to an officer in one attack,
// and the damage that the officer can still take before it dies.
func (t *look) attackOn(col, depth, slot int) (damage, left int) {
	o := t.officer(col, depth, slot)
	return t.strengthAgainst(int(t.attacker), t.kindOf(o.kind).Subtype), max(0, t.armorOf(col, depth, slot)-int(o.hurt))
}

// mayBeAttacked reports whether the question is whom to attack, and this officer is an
// answer.
func (t *look) mayBeAttacked(col, depth, slot int) bool {
	if t.question != AskAttack {
		return false
	}
	return slices.ContainsFunc(t.LegalActions(nil), func(a env.Action) bool {
		c := t.Decode(a)
		return c.Block == BlockOfficer && c.Column == col && c.Depth == depth && c.Slot == slot
	})
}

// ground lays out the heisters of a column with what they carry, the asset of the Criminal
// and the Loot on the floor.
func (t *look) ground(col int, in string) {
	c := &t.cols[col]
	z := scene.Zone{ID: labelled("ground", col+1), Title: "Heisters", In: in, Kind: "row", Seat: ref(Criminal)}
	for i := range t.heisters {
		if h := &t.heisters[i]; h.kind != none && int(h.col) == col {
			t.heister(&z, i)
		}
	}
	if c.asset != none {
		z.Things = append(z.Things, t.laid(z.ID, c.asset, usesLeft(c.uses)))
	}
	for i, n := range c.lying {
		for range n {
			z.Things = append(z.Things, t.laid(z.ID, t.d.Loots[i], "on the floor"))
		}
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// heister adds a heister with its cards.
func (t *look) heister(z *scene.Zone, i int) {
	h := &t.heisters[i]
	x := t.laid("crew", h.kind, heisterNotes(h)...)
	whole := t.health(i)
	left := whole - int(h.damage)
	x.Meters = []scene.Meter{
		{ID: "damage", Name: "Damage", Value: float64(t.strength(i))},
		{ID: "health", Name: "Health", Value: float64(left), Max: scene.Max(float64(whole)), Kind: "pips", Text: strconv.Itoa(left) + " of " + strconv.Itoa(whole), Good: 1},
		{ID: "armor", Name: "Armor", Value: float64(t.armorOn(i)), Kind: "pips"},
	}
	if n := t.targetValue(i); n > 1 {
		x.Meters = append(x.Meters, scene.Meter{ID: "targets", Name: "Attacks", Value: float64(n)})
	}
	if t.question == AskFire && h.col == t.battle && t.FiringDamage()-t.armorOn(i) >= left {
		x.Marks = append(x.Marks, "would die")
	}
	if t.Subject() == i {
		x.Marks = append(x.Marks, "acts now")
	}
	z.Things = append(z.Things, x)
	for _, k := range [...]uint8{h.perk, h.weapon, h.armor} {
		if k != none {
			t.under(z, x.ID, "crew", k)
		}
	}
	if h.loot != none {
		t.under(z, x.ID, "crew", t.d.Loots[h.loot])
	}
	t.spots[spot{-1, -1, i}] = x.ID
}
