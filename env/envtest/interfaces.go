package envtest

import (
	"fmt"
	"reflect"

	"ringer/env"
)

// power is an optional interface of a game or of its states.
type power struct {
	name   string
	of     reflect.Type
	ofGame bool // it is asked of the game, else of a state
}

func powerOf[T any](name string, ofGame bool) power { return power{name, reflect.TypeFor[T](), ofGame} }

// powers lists every optional interface and who is asked for it.
var powers = []power{
	powerOf[env.Chancer]("env.Chancer", false),
	powerOf[env.Resampler]("env.Resampler", false),
	powerOf[env.InfoStater]("env.InfoStater", false),
	powerOf[env.CopierFrom]("env.CopierFrom", false),
	powerOf[env.Texter]("env.Texter", false),
	powerOf[env.Conserver]("env.Conserver", false),
	powerOf[env.Retracer]("env.Retracer", false),
	powerOf[env.Teller]("env.Teller", false),
	powerOf[env.Rotator]("env.Rotator", false),
	powerOf[env.ChanceSeater]("env.ChanceSeater", false),
	powerOf[env.OutcomeRotator]("env.OutcomeRotator", false),
	powerOf[env.SeatDiffer]("env.SeatDiffer", true),
	powerOf[env.TextExcepter]("env.TextExcepter", true),
	powerOf[env.HeadStarter]("env.HeadStarter", true),
	powerOf[env.Positioner]("env.Positioner", true),
	powerOf[GeneralSummer]("envtest.GeneralSummer", true),
	powerOf[RareWinner]("envtest.RareWinner", true),
	powerOf[ApproximateResampler]("envtest.ApproximateResampler", true),
}

// checkInterfaces finds optional interfaces on a type that is never asked for them: on the
// state in place of the game, on the game in place of the state, or on the pointer to a
// type whose values are asked.
func (c *checker) checkInterfaces() {
	c.tested(lawInterfaces)
	game := env.UnwrapGame(c.game)
	for _, fault := range misplaced(reflect.TypeOf(game), reflect.TypeOf(env.UnwrapState(game.NewInitialState()))) {
		c.broke(lawInterfaces, "%s", fault)
	}
}

// misplaced returns what is wrong with where the types of a game and of its states have
// their optional interfaces.
func misplaced(game, state reflect.Type) (faults []string) {
	for _, p := range powers {
		asked, other := state, game
		if p.ofGame {
			asked, other = game, state
		}
		switch {
		case asked.Implements(p.of):
		case asked.Kind() != reflect.Pointer && reflect.PointerTo(asked).Implements(p.of):
			faults = append(faults, fmt.Sprintf("%s has the methods of %s, but values of %s are asked for them", reflect.PointerTo(asked), p.name, asked))
		case other.Implements(p.of) || other.Kind() != reflect.Pointer && reflect.PointerTo(other).Implements(p.of):
			faults = append(faults, fmt.Sprintf("%s has the methods of %s, but %s is asked for them", other, p.name, asked))
		}
	}
	return faults
}
