package envtest

import (
	"math/bits"
	"slices"

	"ringer/env"
)

// A scene holds the sorts of the states before and after an action. Random play meets some
// scenes a thousand times as often as others.
type scene struct{ from, to uint64 }

// scenes picks scenes of games for probes, so that rare ones are tried as often as others.
type scenes struct {
	sorts
	met   []uint64 // sorts of the states of the game that is played, in their order
	tried map[scene]int
}

// sorts tells states apart without the rules: by the question, where an observation says
// one, else by the blocks of actions that are legal, and by how much chance draws among.
type sorts struct {
	block     []int16 // by action
	from, to  int     // elements of the observation that say what is asked; none: no field does
	observing []float32
}

func newScenes(spec *env.Spec) scenes {
	x := scenes{tried: map[scene]int{}}
	for i := range spec.Actions {
		for range spec.Actions[i].Size() {
			x.block = append(x.block, int16(i))
		}
	}
	at := 0
	for i := range spec.Observation {
		f := &spec.Observation[i]
		if slices.ContainsFunc(f.Columns, func(c env.Column) bool { return c.Kind != "" }) {
			x.from, x.to = at, at+f.Size()
		}
		at += f.Size()
	}
	x.observing = make([]float32, at)
	return x
}

// of returns the sort of a state.
func (x *sorts) of(s env.State) uint64 {
	p := s.CurrentPlayer()
	if p == env.Terminal {
		return 0
	}
	legal := s.LegalActions(nil)
	switch {
	case p < 0 || len(legal) == 0:
		return 1<<32 | uint64(bits.Len(uint(len(legal))))
	case x.from == x.to:
		return 2<<32 | uint64(x.block[legal[0]])<<16 | uint64(x.block[legal[len(legal)-1]])
	}
	s.Observe(p, x.observing)
	return 3<<32 | uint64(slices.IndexFunc(x.observing[x.from:x.to], func(e float32) bool { return e != 0 })+1)
}

// meet notes the next state of a game.
func (x *scenes) meet(s env.State) { x.met = append(x.met, x.of(s)) }

// rarest returns, ascending, up to n actions of the game that was played whose scenes have
// been tried least, by chance among equals, and counts them as tried.
func (x *scenes) rarest(n int, rng env.Rand) (at []int) {
	left := make([]int, max(0, len(x.met)-1))
	for i := range left {
		left[i] = i
	}
	rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for len(at) < n && len(left) > 0 {
		best := 0
		for k := range left {
			if x.tried[x.scene(left[k])] < x.tried[x.scene(left[best])] {
				best = k
			}
		}
		x.tried[x.scene(left[best])]++
		at = append(at, left[best])
		left = slices.Delete(left, best, best+1)
	}
	slices.Sort(at)
	return at
}

// scene returns the scene of an action of the game that was played.
func (x *scenes) scene(at int) scene { return scene{x.met[at], x.met[at+1]} }
