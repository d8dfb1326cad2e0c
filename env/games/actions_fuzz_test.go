package games_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
)

// scripts returns scripts that reach the beginning, the middle and the end of a
// game, with every kind of byte in them.
func scripts() [][]byte {
	every := []byte{}
	for op := range opLast - opIllegal {
		every = append(every, 1, byte(opIllegal+op), 255, byte(op), 3)
	}
	early := []byte{}
	for seat := range byte(6) {
		early = append(early, seat, opResample, 2*seat, opResample, 2*seat+2)
	}
	late := append([]byte{opRun, 0, 7}, every...)
	return [][]byte{early, every, late}
}

// The laws hold for any sequence of actions, whatever is asked in between: an
// illegal id is refused and changes nothing, copies are independent, what is shown
// is within its bounds, names parse back, and the same actions lead to the same
// state. The first argument picks a shipped configuration.
func FuzzActions(f *testing.F) {
	all := everyConfiguration()
	built := make([]env.Game, len(all)) // when asked for: a process tries many scripts
	for i := range all {
		for _, s := range scripts() {
			f.Add(uint8(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, bytes []byte) {
		i := int(which) % len(all)
		if built[i] == nil {
			built[i] = games.MustNew(all[i])
		}
		if err := perform(built[i], bytes); err != nil {
			t.Fatal(err)
		}
	})
}

// A fault that is planted in a game is found by the scripts.
func TestScriptsFindPlantedFaults(t *testing.T) {
	plain := games.MustNew("leduc")
	for _, fault := range []string{
		"accepts an illegal action", "refuses and changes", "clones itself", "observes beyond bounds", "names all alike",
		"returns too much", "lists twice", "resamples what is seen",
	} {
		t.Run(fault, func(t *testing.T) {
			g := faultyGame{plain, fault}
			var found error
			for i := 0; found == nil && i < len(scripts()); i++ {
				found = perform(g, scripts()[i])
			}
			require.Error(t, found)
			assert.ErrorContains(t, found, "of the script ")
		})
	}
	for _, s := range scripts() {
		assert.NoError(t, perform(faultyGame{plain, ""}, s))
	}
}

// faultyGame is a game with one fault.
type faultyGame struct {
	env.Game
	fault string
}

func (g faultyGame) NewInitialState() env.State {
	return &faultyState{g.Game.NewInitialState(), g.fault}
}

type faultyState struct {
	env.State
	fault string
}

func (s *faultyState) Clone() env.State {
	if s.fault == "clones itself" {
		return s
	}
	return &faultyState{s.State.Clone(), s.fault}
}

func (s *faultyState) Apply(a env.Action) error {
	err := s.State.Apply(a)
	if err != nil && s.fault == "accepts an illegal action" {
		return nil
	}
	if err != nil && s.fault == "refuses and changes" {
		_ = s.State.Apply(s.State.LegalActions(nil)[0])
	}
	return err
}

func (s *faultyState) Observe(p env.Player, dst []float32) {
	s.State.Observe(p, dst)
	if s.fault == "observes beyond bounds" {
		dst[len(dst)-1] = 1e6
	}
}

func (s *faultyState) ActionString(a env.Action) string {
	if s.fault == "names all alike" {
		return "act"
	}
	return s.State.ActionString(a)
}

func (s *faultyState) Returns(dst []float64) {
	s.State.Returns(dst)
	if s.fault == "returns too much" {
		dst[0] += 100
	}
}

func (s *faultyState) LegalActions(dst []env.Action) []env.Action {
	dst = s.State.LegalActions(dst)
	if s.fault == "lists twice" && len(dst) > 0 {
		dst = append(dst, dst[len(dst)-1])
	}
	return dst
}

func (s *faultyState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return s.State.(env.Chancer).ChanceOutcomes(dst)
}

func (s *faultyState) InformationState(p env.Player) string {
	return s.State.(env.InfoStater).InformationState(p)
}

func (s *faultyState) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	if s.fault == "resamples what is seen" {
		p = 1 - p
	}
	return &faultyState{s.State.(env.Resampler).ResampleFromInfoState(p, rng), s.fault}
}
