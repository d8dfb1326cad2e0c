package envtest

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"

	"ringer/env"
)

// A snapshot is everything that can be asked of a state, copied, so that no
// later change of the state can reach it.
type snapshot struct {
	all          string
	player       env.Player
	legal        []env.Action
	outcomes     []env.Outcome
	observations [][]float32
	returns      []float64
	information  []string
	texts        []string
}

func (c *checker) snapshot(s env.State) snapshot {
	n := snapshot{
		all:     s.String(),
		player:  s.CurrentPlayer(),
		legal:   s.LegalActions(nil),
		returns: make([]float64, c.spec.Players),
	}
	n.legal = slices.Clone(n.legal) // a game could hand out its own memory
	s.Returns(n.returns)
	if ch, ok := s.(env.Chancer); ok && n.player == env.Chance {
		n.outcomes = slices.Clone(ch.ChanceOutcomes(nil))
	}
	for p := range env.Player(c.spec.Players) {
		o := make([]float32, c.spec.ObservationSize())
		s.Observe(p, o)
		n.observations = append(n.observations, o)
		if i, ok := s.(env.InfoStater); ok {
			n.information = append(n.information, i.InformationState(p))
		}
		if t, ok := s.(env.Texter); ok {
			n.texts = append(n.texts, t.Text(p))
		}
	}
	return n
}

// differs names the first thing in which two snapshots differ; it is empty for
// equal ones.
func (n snapshot) differs(m snapshot) string {
	switch {
	case n.all != m.all:
		return "String()"
	case n.player != m.player:
		return "the current player"
	case !slices.Equal(n.legal, m.legal):
		return "the legal actions"
	case !slices.Equal(n.outcomes, m.outcomes):
		return "the chance outcomes"
	case !slices.Equal(n.returns, m.returns):
		return "the returns"
	case !slices.Equal(n.information, m.information):
		return "an information state"
	case !slices.Equal(n.texts, m.texts):
		return "a text"
	}
	for p := range n.observations {
		if firstDifference(n.observations[p], m.observations[p]) >= 0 {
			return "the observation of " + env.Player(p).String()
		}
	}
	return ""
}

// firstDifference returns the first index at which two vectors differ in their bits,
// or -1.
func firstDifference(a, b []float32) int {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			return i
		}
	}
	return -1
}

var digestSeed = maphash.MakeSeed()

// digest returns a hash of what a seat is shown.
func digest(observation []float32, legal []env.Action, text string) uint64 {
	var h maphash.Hash
	h.SetSeed(digestSeed)
	var room [1024]byte // the hash is slow to take words one by one
	b := room[:0]
	write := func(word uint32) {
		if len(b) == cap(b) {
			h.Write(b)
			b = b[:0]
		}
		b = binary.LittleEndian.AppendUint32(b, word)
	}
	for _, x := range observation {
		write(math.Float32bits(x))
	}
	for _, a := range legal {
		write(uint32(a))
	}
	h.Write(b)
	h.WriteString(text)
	return h.Sum64()
}
