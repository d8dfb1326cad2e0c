package env

// Frames describes the ways in which the table of a game can be turned so that it looks the same from the
// observer's corner as from the first one. A game whose seats are alike and whose map has such turns puts them into
// its spec. They are derived from the rest of the spec and no part of its hash.
//
// A network that reads observations in the observer's own frame, and answers in it, learns all corners as one.
type Frames struct {
	// Placed is the element of an observation that is not 0 once the observer has a corner, which
	// lies at the elements X and Y. The first corner is the one below the middle in both.
	Placed, X, Y     int
	MiddleX, MiddleY float32

	// Turns holds what turns each corner into the first one, counter-clockwise from there; nil where nothing is to
	// be turned, or no turn of the map does it.
	Turns [4]*Turn
}

// Of returns what brings an observation of a game into the frame of its observer; nil where nothing is to be turned.
func (f *Frames) Of(observation []float32) *Turn {
	if observation[f.Placed] == 0 {
		return nil
	}
	east, north := observation[f.X] > f.MiddleX, observation[f.Y] > f.MiddleY
	switch {
	case east && north:
		return f.Turns[2]
	case east:
		return f.Turns[1]
	case north:
		return f.Turns[3]
	}
	return f.Turns[0]
}

// Turn maps observations and actions of the table's frame into another one.
type Turn struct {
	From []int32 // [ObservationSize] the element that each element is taken from
	Flip []Flip  // elements that change their sign as well, or are measured from the other side

	Own   []Action // [NumActions] what an action of the table is called in the frame
	Table []Action // [NumActions] the action of the table that one of the frame stands for
}

// Flip is an element of a turned observation: a difference changes its sign, a place is measured from the other side.
type Flip struct {
	At   int32    // the element
	Size float32  // of the table in that direction; 0: the element is a difference
	When [2]int32 // a place is one where either of these elements of the observation is not 0; elsewhere it is nowhere
}

// Observation writes an observation in the frame into dst, which must not overlap it.
func (t *Turn) Observation(dst, observation []float32) {
	for i, j := range t.From {
		dst[i] = observation[j]
	}
	for _, f := range t.Flip {
		if f.Size == 0 || observation[f.When[0]] != 0 || observation[f.When[1]] != 0 {
			dst[f.At] = f.Size - dst[f.At]
		}
	}
}

// Logits puts the logits of a frame, [NumActions], into the order of the table's actions; room has as many elements and is written to.
func (t *Turn) Logits(logits, room []float32) {
	copy(room, logits)
	for a, own := range t.Own {
		logits[a] = room[own]
	}
}

// Observed writes what an observation is to a network that reads it in the frame of its observer into dst, and
// returns the turn that does so, which is nil where nothing changes. It is for a nil receiver too, and allocates
// nothing.
func (f *Frames) Observed(dst, observation []float32) *Turn {
	if f != nil {
		if t := f.Of(observation); t != nil {
			t.Observation(dst, observation)
			return t
		}
	}
	copy(dst, observation)
	return nil
}
