package envtest

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// misplacing is a game with an optional interface of a state, and one that only its
// pointers have.
type misplacing struct{ *pairs }

func (misplacing) Text(env.Player) string           { return "" }
func (misplacing) ResampleFromInfoState(env.Player) {} // of another form: no interface
func (*misplacing) SeatsDiffer() string             { return "seat 0 bets first" }

// differing is a state that says what is asked of its game.
type differing struct{ *pairsState }

func (differing) SeatsDiffer() string { return "seat 0 bets first" }

func (differing) Text(env.Player) string { return "" }

func TestInterfacesOnAnotherReceiver(t *testing.T) {
	of := reflect.TypeOf
	assert.Empty(t, misplaced(of(&pairs{}), of(&pairsState{})))
	assert.Equal(t, []string{
		"envtest.misplacing has the methods of env.Texter, but *envtest.plain is asked for them",
		"*envtest.misplacing has the methods of env.SeatDiffer, but values of envtest.misplacing are asked for them",
	}, misplaced(of(misplacing{}), of(&plain{})))
	assert.Equal(t, []string{"envtest.differing has the methods of env.SeatDiffer, but *envtest.bare is asked for them"}, misplaced(of(&bare{}), of(differing{})))
	assert.Empty(t, misplaced(of(&misplacing{}), of(differing{})), "both have it")
}

// plain and bare have nothing.
type (
	plain struct{}
	bare  struct{}
)
