package duel

import "ringer/env"

// One player against up to three automata, for the treasure. The player's corner
// is drawn by a die; the first automaton starts opposite (DUEL-108). Who loses to
// an automaton, or has not won at the round cap, has lost (C-3).
var solitaireScenario = scenario{
	name: ScenarioSolitaire, about: "carry the treasure off the table before automata do", players: []int{1},
	rule:     &treasureRule,
	lost:     true,
	automata: func(c *Config) (seats, models int) { return c.Opponents, c.ModelsPerPlayer },
	corners:  func(s *State) { s.push(taskLonelyCorner, nobody, 0, 0) },
	answer:   (*State).answerSolitaire,
}

func init() { runners[taskLonelyCorner] = runLonelyCorner }

// lonelyCorners are the corners of the die.
var lonelyCorners = [6]int8{0, 0, 1, 3, 2, 2}

func runLonelyCorner(s *State, t *task) {
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, 1, nobody)
		return
	}
	home := lonelyCorners[s.answer]
	s.corner[0] = home
	for k, turn := range [...]int8{2, 1, 3} {
		s.corner[1+k] = (home + turn) % corners
	}
	s.pop()
}

// answerSolitaire keeps the answers that an opponent's priorities leave: the
// treasure first, then cover; it attacks whenever it can, the player before
// others; what is optional it declines (DUEL-108).
func (s *State) answerSolitaire() {
	g, m := s.game, s.subject
	switch s.node {
	case nodeAct, nodeGo:
		s.answerMove(m)
	case nodePlace:
		goal := s.walkToTreasure(m)
		s.keep(func(a env.Action) float64 {
			p := g.destOf(s.origin, a)
			return s.closer(goal, p)*coverLevels + float64(s.coverAt(m, p))
		})
	case nodeTarget, nodeSwap:
		s.keep(func(a env.Action) float64 { return preferred(!g.automatic(g.modelOf(int(s.asker), a))) })
	case nodeWeapon:
		players := ^modelSet(0) >> (64 - uint(g.players*g.perSeat))
		if s.handToHand(m)&players == 0 && s.duel.in&players != 0 {
			s.keepOnly(g.do(doShoot))
		} else {
			s.keepOnly(g.do(doFight))
		}
	case nodeScore:
		s.keep(func(a env.Action) float64 { return preferred(a < g.actions.score+scores) })
	case nodeFace:
		s.keep(func(a env.Action) float64 { return s.towardsPlayer(m, int(a-g.actions.direction)) })
	default:
		_ = s.keepOnly(g.do(doDone)) || s.keepOnly(g.do(doNo)) || s.keepOnly(g.do(doAimKeep))
	}
}

func preferred(x bool) float64 {
	if x {
		return 1
	}
	return 0
}
