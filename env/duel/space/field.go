package space

// Limits of a Field.
const (
	MaxAdded = 16 // logs and obstacles (DUEL-120)
	MaxMobs  = 5  // player count + 1 (DUEL-103)
)

// Field records the changes of the table in play besides models: terrain removed
// and added, and mobs. It is a value without pointers: a state holds one and
// copies it. The zero Field leaves the table as the map describes it.
type Field struct {
	Gone uint64 // bit i: piece i of the map has been removed
	logs [MaxAdded]Added
	mobs [MaxMobs]Mob

	nAdded, nMobs uint8
}

// Added is a piece put down in play: a toppled tree or an obstacle. It cannot
// be walked through.
type Added struct {
	corners [4][2]int16
	top     int16
	see     bool // a log can be seen through, an obstacle cannot
	stand   bool
}

// Mob is a disc of civilians (DUEL-103), as high as a model: it blocks sight but
// no way.
type Mob struct {
	At     Point
	Radius Length
}

// Untouched reports whether the table is as the map describes it.
func (f *Field) Untouched() bool { return f.Gone == 0 && f.nAdded == 0 && f.nMobs == 0 }

// Added returns the pieces put down in play, oldest first. The slice belongs to
// the Field.
func (f *Field) Added() []Added { return f.logs[:f.nAdded] }

// Mobs returns the mobs. The slice belongs to the Field and may be written to.
func (f *Field) Mobs() []Mob { return f.mobs[:f.nMobs] }

// Put adds a piece and reports whether there was room: false when there are
// MaxAdded already.
func (f *Field) Put(a Added) bool {
	if f.nAdded == MaxAdded {
		return false
	}
	f.logs[f.nAdded] = a
	f.nAdded++
	return true
}

// TakeAway removes the i-th of Added; the later ones move up.
func (f *Field) TakeAway(i int) {
	copy(f.logs[i:f.nAdded], f.logs[i+1:f.nAdded])
	f.nAdded--
	f.logs[f.nAdded] = Added{}
}

// PutMob adds a mob and reports whether there was room: false when there are
// MaxMobs already.
func (f *Field) PutMob(m Mob) bool {
	if f.nMobs == MaxMobs {
		return false
	}
	f.mobs[f.nMobs] = m
	f.nMobs++
	return true
}

// Remove takes piece i of the map from the table.
func (f *Field) Remove(i int) { f.Gone |= 1 << i }

// Corners returns the corners of the piece in inches, counter-clockwise.
func (a *Added) Corners() (c [4]Spot) {
	for i, v := range a.corners {
		c[i] = Spot{Length(v[0]).Inches(), Length(v[1]).Inches()}
	}
	return c
}

// Top returns the height of the piece, in units.
func (a *Added) Top() Length { return Length(a.top) }

// See reports whether models behind the piece can be seen.
func (a *Added) See() bool { return a.see }

// near reports whether a position may be within r of the piece.
func (a *Added) near(v vec, r Length) bool {
	low, top := a.corners[0], a.corners[0]
	for _, c := range a.corners[1:] {
		low = [2]int16{min(low[0], c[0]), min(low[1], c[1])}
		top = [2]int16{max(top[0], c[0]), max(top[1], c[1])}
	}
	w := int32(r)
	return v.x+w >= int32(low[0]) && v.x-w <= int32(top[0]) && v.y+w >= int32(low[1]) && v.y-w <= int32(top[1])
}

func (a *Added) shape() shape {
	var corners [4]vec
	for i, v := range a.corners {
		corners[i] = vec{int32(v[0]), int32(v[1])}
	}
	return polygon(corners[:])
}

// ClearMobs removes all mobs.
func (f *Field) ClearMobs() { f.mobs, f.nMobs = [MaxMobs]Mob{}, 0 }
