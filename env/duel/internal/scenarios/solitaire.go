package scenarios

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// One player against up to three automata, for the treasure. The player's corner
// is drawn by a die; the first automaton starts opposite (DUEL-108). A player
// that loses to an automaton, or has not won at the round cap, has lost (C-3).
var solitaireScenario = turn.Scenario{
	Name: config.ScenarioSolitaire, Players: []int{1},
	Rule:     &treasureRule,
	Lost:     true,
	Automata: func(c *config.Config) (seats, models int) { return c.Opponents, c.ModelsPerPlayer },
	Corners:  func(s *turn.State) { s.Push(taskLonelyCorner, turn.Nobody) },
	Answer:   answerSolitaire,
}

// lonelyCorners are the corners of the die.
var lonelyCorners = [6]int8{0, 0, 1, 3, 2, 2}

func runLonelyCorner(s *turn.State, t *turn.Task) {
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Chance(turn.ChanceDice, 1, turn.Nobody)
		return
	}
	home := lonelyCorners[s.Answer]
	s.Corner[0] = home
	for k, corner := range [...]int8{2, 1, 3} {
		s.Corner[1+k] = (home + corner) % turn.Corners
	}
	s.Pop()
}

// answerSolitaire keeps the answers that an opponent's priorities leave: the
// treasure first, then cover; it attacks whenever it can, the player before
// others; what is optional it declines (DUEL-108).
func answerSolitaire(s *turn.State) {
	g, m := s.Game, s.Subject
	switch s.Node {
	case turn.NodeAct, turn.NodeGo:
		answerMove(s, m)
	case turn.NodePlace:
		goal := walkToTreasure(s, m)
		s.Keep(func(a env.Action) float64 {
			p := g.DestOf(s.Origin, a)
			return float64(closer(s, goal, p)*coverLevels) + float64(coverAt(s, m, p))
		})
	case turn.NodeTarget, turn.NodeSwap:
		s.Keep(func(a env.Action) float64 { return preferred(!g.Automatic(g.ModelOf(int(s.Asker), a))) })
	case turn.NodeWeapon:
		players := ^turn.ModelSet(0) >> (64 - uint(g.Players*g.PerSeat))
		if s.HandToHand(m)&players == 0 && s.Duel.In&players != 0 {
			s.KeepOnly(g.Do(turn.DoShoot))
		} else {
			s.KeepOnly(g.Do(turn.DoFight))
		}
	case turn.NodeScore:
		s.Keep(func(a env.Action) float64 { return preferred(a < g.Actions.Score+turn.Scores) })
	case turn.NodeFace:
		s.Keep(func(a env.Action) float64 { return towardsPlayer(s, m, int(a-g.Actions.Direction)) })
	default:
		_ = s.KeepOnly(g.Do(turn.DoDone)) || s.KeepOnly(g.Do(turn.DoNo)) || s.KeepOnly(g.Do(turn.DoAimKeep))
	}
}

func preferred(x bool) float64 {
	if x {
		return 1
	}
	return 0
}
