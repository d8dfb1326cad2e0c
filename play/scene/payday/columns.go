package payday

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/payday"
	"ringer/env/scene"
)

// heist lays out the columns: objectives with the police on them from the end to the top,
// and the heisters in front.
func (t *table) heist() {
	s := t.s
	if !s.Shown() && !t.sees(payday.Police) {
		if s.Paydays() > 0 {
			t.note("The Police are laying out the heist.")
		}
		return
	}
	for col := range s.Columns() {
		c := s.ColumnAt(col)
		z := scene.Zone{ID: columnZone(col), Title: fmt.Sprintf("Column %d", col+1), Kind: "column"}
		z.Meters = []scene.Meter{{ID: "left", Name: "Obstacles left", Value: float64(c.Obstacles - c.Gone)}}
		if c.Locked {
			z.Note = "locked in this round"
		}
		if s.Fought(col) {
			z.Note = "its combat has begun"
		}
		t.sc.Zones = append(t.sc.Zones, z)
		for depth := c.Obstacles; depth >= c.Gone; depth-- {
			t.place(col, depth, &c)
		}
		if at, depth, ok := s.Regrouping(); ok && at == col {
			z := scene.Zone{ID: placeZone(col, depth), Title: "Gone: its officers go on or home", In: columnZone(col), Kind: "row", Seat: scene.Ref(env.Player(payday.Police))}
			t.police(&z, col, depth)
			t.sc.Zones = append(t.sc.Zones, z)
		}
		t.ground(col, &c)
	}
}

func columnZone(col int) string { return fmt.Sprintf("column%d", col+1) }

func placeZone(col, depth int) string { return fmt.Sprintf("place%d-%d", col+1, depth+1) }

func groundZone(col int) string { return fmt.Sprintf("ground%d", col+1) }

// place lays out an objective and the police on it.
func (t *table) place(col, depth int, c *payday.Column) {
	z := scene.Zone{ID: placeZone(col, depth), Title: fmt.Sprintf("Place %d", depth+1), In: columnZone(col), Kind: "row", Seat: scene.Ref(env.Player(payday.Police))}
	if depth == c.Gone {
		z.Title += " (top)"
	}
	x := t.objective(&z, col, depth, c)
	t.at[place{col, depth, -1}] = x.ID
	z.Things = append(z.Things, x)
	t.police(&z, col, depth)
	t.sc.Zones = append(t.sc.Zones, z)
}

// objective returns the obstacle or the Loot of a place, as the viewer knows it.
func (t *table) objective(z *scene.Zone, col, depth int, c *payday.Column) scene.Thing {
	s := t.s
	hidden := scene.Thing{ID: scene.HiddenID(z.ID, 0), Kind: "obstacle", Face: scene.FaceDown}
	if depth == c.Obstacles {
		switch k := s.LootAt(col); {
		case c.LootUp:
			return scene.Thing{ID: z.ID + ".end", Name: "The end of the column", Kind: "end", Text: "Its Loot was turned up."}
		case !t.sees(payday.Police) || k < 0:
			hidden.Name, hidden.Kind, hidden.Text = "Loot", "loot", "Face down. It is turned up and taken when this is the top and no police is here."
			return hidden
		default:
			return t.card(z.ID, k, t.face(), "face down")
		}
	}
	kind, up := s.ObstacleAt(col, depth)
	if !up && !t.sees(payday.Police) {
		hidden.Name, hidden.Text = "Obstacle", "Face down. It is turned up in an Update when heisters are here and it is the top."
		return hidden
	}
	x := t.card(z.ID, kind, scene.FaceUp)
	if !up {
		x.Face, x.Marks = t.face(), []string{"face down"}
		return x
	}
	if depth != c.Gone {
		return x
	}
	if c.Needed > 0 {
		x.Meters = append(x.Meters, scene.Meter{
			ID: "progress", Name: "Progress", Value: float64(c.Progress), Max: scene.Max(float64(c.Needed)), Kind: "pips", Text: fmt.Sprintf("%d of %d", c.Progress, c.Needed),
		})
		if c.Effort > 0 {
			x.Marks = append(x.Marks, fmt.Sprintf("+%d progress in the Update", c.Effort))
		}
	}
	if c.Present > 0 {
		x.Meters = append(x.Meters, scene.Meter{
			ID: "present", Name: "Heisters there", Value: float64(c.Presence), Max: scene.Max(float64(c.Present)), Kind: "pips", Text: fmt.Sprintf("%d of %d", c.Presence, c.Present),
		})
	}
	if c.Locked {
		x.Marks = append(x.Marks, "locked in this round")
	}
	if lost, blocked := s.Slowed(col); blocked {
		x.Marks = append(x.Marks, "gets no progress")
	} else if lost > 0 {
		x.Marks = append(x.Marks, fmt.Sprintf("%d less progress", lost))
	}
	return x
}

// face is that of a card that only the Police know.
func (t *table) face() string {
	if t.p < 0 {
		return scene.FaceUp
	}
	return scene.FaceMine
}

// police adds the officers, the mandate and the asset of a place.
func (t *table) police(z *scene.Zone, col, depth int) {
	s := t.s
	if mandate, _ := s.Attached(col, depth); mandate >= 0 {
		z.Things = append(z.Things, t.laid(z.ID, mandate, "mandate"))
	}
	if kind, uses := s.PoliceAsset(col, depth); kind >= 0 {
		z.Things = append(z.Things, t.laid(z.ID, kind, scene.Count(uses, "use")+" left"))
	}
	for slot := range payday.Slots {
		if k := s.GuardAt(col, depth, slot); k >= 0 && t.sees(payday.Police) {
			x := t.card("posted", k, t.face(), fmt.Sprintf("slot %d", slot+1), "face down")
			t.at[place{col, depth, slot}] = x.ID
			z.Things = append(z.Things, x)
		}
		o, ok := s.OfficerAt(col, depth, slot)
		if !ok {
			continue
		}
		number := fmt.Sprintf("slot %d", slot+1)
		if o.Down && !t.sees(payday.Police) {
			x := scene.Thing{
				ID: scene.HiddenID(z.ID, len(z.Things)), Name: "Guard", Kind: "guard", Face: scene.FaceDown, Marks: []string{number},
				Text: "Face down. It becomes an officer when its place is the top.",
			}
			t.at[place{col, depth, slot}] = x.ID
			z.Things = append(z.Things, x)
			continue
		}
		x := t.card("posted", o.Kind, scene.FaceUp, number)
		x.Corner = ""
		x.Meters = []scene.Meter{
			{ID: "damage", Name: "Damage", Value: float64(o.Damage)},
			{ID: "armor", Name: "Armor", Value: float64(o.Armor), Kind: "pips"},
		}
		if o.Down {
			x.Face = t.face()
			x.Marks = append(x.Marks, "face down")
		}
		if o.Hurt > 0 {
			x.Marks = append(x.Marks, fmt.Sprintf("hit for %d", o.Hurt))
		}
		if o.Stunned {
			x.Marks = append(x.Marks, "stunned")
		}
		if t.mayBeAttacked(col, depth, slot) {
			if damage, left := s.AttackOn(s.Subject(), col, depth, slot); damage > left {
				x.Marks = append(x.Marks, "would die")
			}
		}
		t.at[place{col, depth, slot}] = x.ID
		z.Things = append(z.Things, x)
		if o.Equip >= 0 {
			y := t.laid("posted", o.Equip)
			y.Under = x.ID
			z.Things = append(z.Things, y)
		}
	}
}

// laid returns a card that lies on the table: what it costs is paid.
func (t *table) laid(zone string, kind int, marks ...string) scene.Thing {
	x := t.card(zone, kind, scene.FaceUp, marks...)
	x.Corner = ""
	return x
}

// mayBeAttacked reports whether the question is whom to attack, and this officer is an
// answer.
func (t *table) mayBeAttacked(col, depth, slot int) bool {
	if t.s.Question() != payday.AskAttack {
		return false
	}
	return slices.ContainsFunc(t.s.LegalActions(nil), func(a env.Action) bool {
		c := t.s.Decode(a)
		return c.Block == payday.BlockOfficer && c.Column == col && c.Depth == depth && c.Slot == slot
	})
}

// ground lays out the heisters of a column with what they carry, the asset of the Criminal
// and the Loot on the floor.
func (t *table) ground(col int, c *payday.Column) {
	s := t.s
	z := scene.Zone{ID: groundZone(col), Title: "Heisters", In: columnZone(col), Kind: "row", Seat: scene.Ref(env.Player(payday.Criminal))}
	for i := range payday.MaxHeisters {
		if h, ok := s.HeisterAt(i); ok && h.Column == col {
			t.heister(&z, &h)
		}
	}
	if c.Asset >= 0 {
		z.Things = append(z.Things, t.laid(z.ID, c.Asset, scene.Count(c.Uses, "use")+" left"))
	}
	for _, kind := range t.game.Loots() {
		for range s.Lying(col, kind) {
			z.Things = append(z.Things, t.card(z.ID, kind, scene.FaceUp, "on the floor"))
		}
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// heister adds a heister with its cards.
func (t *table) heister(z *scene.Zone, h *payday.Heister) {
	s := t.s
	x := t.card("crew", h.Kind, scene.FaceUp, s.HeisterNotes(h.Slot)...)
	x.Corner = ""
	whole := h.Health + h.Damage
	x.Meters = []scene.Meter{
		{ID: "damage", Name: "Damage", Value: float64(h.Strength)},
		{ID: "health", Name: "Health", Value: float64(h.Health), Max: scene.Max(float64(whole)), Kind: "pips", Text: fmt.Sprintf("%d of %d", h.Health, whole), Good: 1},
		{ID: "armor", Name: "Armor", Value: float64(h.Armor), Kind: "pips"},
	}
	if h.Targets > 1 {
		x.Meters = append(x.Meters, scene.Meter{ID: "targets", Name: "Attacks", Value: float64(h.Targets)})
	}
	if s.Question() == payday.AskFire && h.Column == s.Moment().Battle && s.FiringDamage()-h.Armor >= h.Health {
		x.Marks = append(x.Marks, "would die")
	}
	if s.Subject() == h.Slot {
		x.Marks = append(x.Marks, "acts now")
	}
	z.Things = append(z.Things, x)
	for _, kind := range []int{h.Perk, h.Weapon, h.ArmorCard, h.Loot} {
		if kind >= 0 {
			y := t.laid("crew", kind)
			y.Under = x.ID
			z.Things = append(z.Things, y)
		}
	}
	t.at[place{-1, -1, h.Slot}] = x.ID
}
