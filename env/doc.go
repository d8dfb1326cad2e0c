// Package env is the contract between games and everything that drives them.
//
// A game is a pure, clonable state machine. It holds no clock, no random
// source, no file and no goroutine. Chance is an actor: a state that waits for
// a die or a draw has CurrentPlayer() == Chance and lists the outcomes, and the
// driver of the game rolls. Simultaneous choices are commits made one after the
// other, hidden until the rules reveal them. An episode is this loop:
//
//	s := game.NewInitialState()
//	for s.CurrentPlayer() != env.Terminal {
//		p, legal := s.CurrentPlayer(), s.LegalActions(nil)
//		action := legal[len(legal)-1]
//		if p == env.Chance {
//			action = env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)
//		} else {
//			s.Observe(p, observation) // all that p may decide by
//		}
//		fmt.Println(p, "plays", s.ActionString(action))
//		if err := s.Apply(action); err != nil {
//			panic(err)
//		}
//	}
//	returns := make([]float64, game.Spec().Players)
//	s.Returns(returns)
//
// The package uses the standard library only and imports nothing of Ringer.
// Games live in env/<game>, the loop that rolls chance in env/drive, the laws in
// env/envtest, Gym-style faces in env/gym, and the table of all games in env/games.
package env
