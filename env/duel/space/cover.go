package space

// Cover grades how much of a target is hidden (DUEL-45).
type Cover uint8

// The degrees of cover.
const (
	NoCover    Cover = iota
	LightCover       // up to half is hidden, or it touches cover
	HeavyCover       // more than half is hidden
	FullCover        // not seen at all
)

func (c Cover) String() string { return [...]string{"none", "light", "heavy", "full"}[c] }

// FanPoints is the number of points of a silhouette that sight is tested for.
const FanPoints = 9

// View says how an attacker sees a target.
type View struct {
	Sees    bool  // either sees the other (mutual)
	Visible uint8 // of FanPoints: how many are in plain view of the attacker
	Cover   Cover // of the target
}

// Sight returns the attacker's view of the target: sight, visible points and
// cover.
func (s *Scene) Sight(attacker, target Model, f *Field) View {
	q := query{scene: s, measures: true}
	if !q.gather(s, attacker, target, f, s.opaque|s.cover) {
		return View{Cover: FullCover}
	}
	v := View{Sees: true, Visible: FanPoints}
	if q.n > 0 {
		fan := s.fan(attacker, target, f)
		seen := false
		v.Visible, seen = q.count(&fan)
		back := s.fan(target, attacker, f)
		if !seen && !q.clear(&back) {
			return View{Cover: FullCover}
		}
		switch hidden := FanPoints - int(v.Visible); {
		case !seen || 2*hidden > FanPoints:
			v.Cover = HeavyCover
		case hidden > 0:
			v.Cover = LightCover
		}
	}
	if v.Cover == NoCover && s.Touched(target.At, target.Base, f)&^s.shared(attacker, f) != 0 {
		v.Cover = LightCover
	}
	return v
}

// shared returns the pieces that give no cover against an attacker: those that it
// touches or stands inside.
func (s *Scene) shared(attacker Model, f *Field) uint64 {
	return s.Beside(attacker.At, attacker.Base, f) | s.Inside(attacker.At, f)
}

// count returns the number of points in plain view, and whether any point is seen.
func (q *query) count(x *fan) (visible uint8, seen bool) {
	for _, z := range x.levels {
		for _, p := range x.points {
			r := ray{a: x.eye, b: p, za: x.z, zb: z}
			hidden, blocked := false, false
			for i := range q.screens[:q.n] {
				c := &q.screens[i]
				if (c.covers && !hidden || c.opaque && !blocked) && q.outline(c).hides(&r, c.top) {
					hidden = hidden || c.covers
					blocked = blocked || c.opaque
				}
			}
			if !hidden {
				visible++
			}
			seen = seen || !blocked
		}
	}
	return visible, seen
}
