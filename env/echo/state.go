package echo

import (
	"errors"
	"fmt"

	"ringer/env"
)

// State is one point of an episode. It holds no pointer but the one to its game, so that copying
// it is one assignment.
type State struct {
	game    *Game
	actor   env.Player
	habit   int8 // none before it is dealt
	round   int8 // finished rounds
	guess   int8 // of the round that is not finished, or none
	guesses [MaxRounds]int8
	shown   [MaxRounds]int8
}

const none = -1

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	switch {
	case s.actor == env.Chance && s.chance(s.habit, a) > 0:
		if s.habit == none {
			s.habit, s.actor = int8(a), 0
			return nil
		}
		s.guesses[s.round], s.shown[s.round], s.guess = s.guess, int8(a), none
		s.round++
		if s.actor = 0; int(s.round) == s.game.config.Rounds {
			s.actor = env.Terminal
		}
	case s.actor == 0 && a >= 0 && int(a) < s.game.config.Signs:
		s.guess, s.actor = int8(a), env.Chance
	default:
		return s.illegal(a)
	}
	return nil
}

// chance returns the probability of an outcome of chance, were this the habit: any habit is as likely as
// another, and then, whatever the seat guesses now, signs are by likely.
func (s *State) chance(habit int8, a env.Action) float64 {
	if s.habit == none {
		if a < 0 || int(a) >= s.game.habits() {
			return 0
		}
		return 1 / float64(s.game.habits())
	}
	if a < 0 || int(a) >= s.game.config.Signs {
		return 0
	}
	return s.likely(habit, int(s.round), int8(a))
}

// likely returns the probability that an echo of a habit shows a sign in a round, given the guesses
// before.
func (s *State) likely(habit int8, round int, sign int8) float64 {
	signs, noise := s.game.config.Signs, float64(s.game.config.Noise)/100
	lag, add := s.game.decode(habit)
	switch {
	case round < lag: // there is nothing to answer yet
		return 1 / float64(signs)
	case (int(s.guesses[round-lag])+add)%signs == int(sign):
		return 1 - noise + noise/float64(signs)
	}
	return noise / float64(signs)
}

// decode returns how many rounds ago the guess was that a habit answers, and how many signs further
// the answer is.
func (g *Game) decode(habit int8) (lag, add int) {
	return 1 + int(habit)/g.config.Signs, int(habit) % g.config.Signs
}

// Returns implements env.State: 1 for every right guess, and for every wrong one minus 1 divided by the
// number of other signs.
func (s *State) Returns(dst []float64) {
	if len(dst) != 1 {
		panic("echo: Returns needs one element")
	}
	dst[0] = 0
	if s.actor == env.Terminal {
		right := float64(s.Right())
		dst[0] = right - (float64(s.round)-right)*s.game.loss()
	}
}

// Right returns the number of right guesses so far.
func (s *State) Right() (right int) {
	for i := range s.round {
		if s.guesses[i] == s.shown[i] {
			right++
		}
	}
	return right
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// outcomes returns the number of ids of the current player.
func (s *State) outcomes() int {
	switch {
	case s.actor == env.Terminal:
		return 0
	case s.habit == none:
		return s.game.habits()
	}
	return s.game.config.Signs
}

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	for a := range env.Action(s.outcomes()) {
		if s.actor == 0 || s.chance(s.habit, a) > 0 {
			dst = append(dst, a)
		}
	}
	return dst
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	for a := range env.Action(s.outcomes()) {
		if p := s.chance(s.habit, a); p > 0 {
			dst = append(dst, env.Outcome{Action: a, Prob: p})
		}
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case s.actor == 0:
		e.Reason = fmt.Sprintf("signs are 0 to %d", s.game.config.Signs-1)
	case s.habit == none:
		e.Reason = fmt.Sprintf("habits are 0 to %d", s.game.habits()-1)
	default:
		e.Reason = "the echo does not show it"
	}
	return e
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to act, or the episode is over
	AskSign                    // what the echo shows
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	if s.actor < 0 {
		return AskNothing
	}
	return AskSign
}

// Choice is the meaning of an action: a sign, from 0.
type Choice struct{ Sign int }

// Decode returns the meaning of an action.
func (g *Game) Decode(a env.Action) Choice { return Choice{Sign: int(a)} }

// Conservation implements env.Conserver: all signs are signs, and an echo of the habit can have shown them.
func (s *State) Conservation() error {
	if int(s.round) > s.game.config.Rounds || s.habit == none && s.round > 0 {
		return errors.New("echo: rounds without a habit, or too many")
	}
	for i := range int(s.round) {
		if s.guesses[i] < 0 || int(s.guesses[i]) >= s.game.config.Signs || s.likely(s.habit, i, s.shown[i]) == 0 {
			return fmt.Errorf("echo: round %d: guess %d and sign %d", i+1, s.guesses[i], s.shown[i])
		}
	}
	return nil
}
