package turn

import "ringer/env"

// Dice are rolled together: an outcome names their faces in ascending order,
// whichever die shows which.

// MaxDice is the largest number of dice of one roll (DUEL-120).
const MaxDice = 6

// A throw is one outcome of a roll.
type throw struct {
	Faces [MaxDice]uint8 // ascending
	prob  float64
}

// throwTable lists the outcomes of rolls of 1 to MaxDice dice, by outcome id.
var throwTable = makeThrows()

func makeThrows() [MaxDice + 1][]throw {
	var table [MaxDice + 1][]throw
	table[0] = []throw{{prob: 1}}
	for n := 1; n <= MaxDice; n++ {
		total := 1.
		for range n {
			total *= 6
		}
		var t throw
		var fill func(i int, least uint8)
		fill = func(i int, least uint8) {
			if i == n {
				t.prob = float64(orders(t.Faces[:n])) / total
				table[n] = append(table[n], t)
				return
			}
			for f := least; f <= 6; f++ {
				t.Faces[i] = f
				fill(i+1, f)
			}
		}
		fill(0, 1)
	}
	return table
}

// orders returns the number of orders in which dice can show the faces.
func orders(faces []uint8) int {
	ways, run := 1, 0
	for i, f := range faces {
		ways *= i + 1
		if i > 0 && faces[i-1] == f {
			run++
		} else {
			run = 1
		}
		ways /= run
	}
	return ways
}

// Throws returns the outcomes of a roll of n dice, by outcome id.
func Throws(n int) []throw { return throwTable[n] }

// FindThrow returns the outcome id of faces in ascending order.
func FindThrow(faces []uint8) (env.Action, bool) {
	for i := range throwTable[len(faces)] {
		t := &throwTable[len(faces)][i]
		same := true
		for k, f := range faces {
			if t.Faces[k] != f {
				same = false
				break
			}
		}
		if same {
			return env.Action(i), true
		}
	}
	return 0, false
}

// A Settled is a roll that a position has laid down.
type Settled struct {
	dice int8
	id   env.Action // of the throw
	face uint8      // of a single die
}

// Rolled returns the settled roll of faces in ascending order.
func Rolled(faces []uint8) Settled {
	id, _ := FindThrow(faces)
	return Settled{int8(len(faces)), id, faces[0]}
}

// settled returns the only outcome of a roll that a position has laid down. A roll of
// another number of dice, or anything else that chance decides, is open.
func (s *State) settled() (env.Action, bool) {
	if len(s.Coming) == 0 || s.Actor != env.Chance {
		return Absent, false
	}
	x := &s.Coming[0]
	switch {
	case s.Node == ChanceDice && int16(x.dice) == s.Chances:
		return x.id, true
	case s.Node == ChanceSeatDie && x.dice == 1:
		return env.Action(x.face) - 1, true
	}
	return Absent, false
}
