package turn

import "ringer/env"

// Steps of taskCommit.
const (
	commitBegins Step = iota
	commitAsked       // an owner has set a score
	commitRolled      // a die is the score
)

// runCommit lets everybody in the Duel set a score, in secret: the initiator's
// seat first, then in seat order (C-1, DUEL-8). A model that can neither attack
// nor avoid hits sets none (DUEL-21). Scores that are dice fall when all others are
// set: nobody who sets one knows them (DUEL-56).
func runCommit(s *State, t *Task) {
	d, g := &s.Duel, s.Game
	switch t.Step {
	case commitBegins:
		s.sides()
	default:
		m := s.Subject
		if t.Step == commitRolled {
			d.Score[m] = uint8(s.Answer) + 1
			d.Avoiding |= Bit(m)
		} else {
			s.SetScore(m, s.Answer)
		}
		d.Set |= Bit(m)
	}
	rest := (d.Fight | d.Avoid) &^ d.Set
	if rest == 0 {
		s.Pop()
		return
	}
	if int(t.Next) < g.Models && rest&^d.Random == 0 {
		t.Next = int16(g.Models)
	}
	for lead := int(s.leader(s.Initiator())); int(t.Next) < 2*g.Models; t.Next++ {
		i, rolls := int(t.Next), int(t.Next) >= g.Models
		if rolls {
			i -= g.Models
		}
		m := s.committing(lead, i)
		if !rest.Has(m) || d.Random.Has(m) != rolls {
			continue
		}
		if t.Step = commitAsked; rolls {
			t.Step = commitRolled
			s.Chance(ChanceDice, 1, m)
			return
		}
		s.ForbidAll()
		for face := range env.Action(Scores) {
			if m == d.By && d.Fixed != 0 && face != env.Action(d.Fixed)-1 {
				continue
			}
			if d.Fight.Has(m) {
				s.Allow(g.Actions.Score + face)
			}
			if d.Avoid.Has(m) {
				s.Allow(g.Actions.Score + Scores + face)
			}
		}
		s.Ask(NodeScore, s.Owner(m), m, d.By)
		return
	}
	s.Pop()
}

// committing returns the i-th model in the order in which scores are set, when a player's
// model is first: automata come last (DUEL-99).
func (s *State) committing(lead, i int) int8 {
	played := s.Game.Players * s.Game.PerSeat
	if i >= played {
		return int8(i)
	}
	if i += lead; i >= played {
		i -= played
	}
	return int8(i)
}

// SetScore enters what a model's owner has chosen.
func (s *State) SetScore(m int8, a env.Action) {
	d := &s.Duel
	i := a - s.Game.Actions.Score
	d.Score[m] = uint8(i%Scores) + 1
	if d.Avoiding &^= Bit(m); i >= Scores {
		d.Avoiding |= Bit(m)
	}
}

// Steps of taskReveal: the moments that follow the reveal, each when what the one before
// has brought is over.
const (
	revealTurnsUp Step = iota
	revealAdjusts
	revealSettles
)

// runReveal turns the scores up, lets some be replaced, then some be changed, and then
// lets those act who know them all (DUEL-27).
func runReveal(s *State, t *Task) {
	m := s.Initiator()
	if s.Duel.Revealed = true; s.Duel.Set == 0 {
		s.Secrets = int32(len(s.Log))
		s.Pop()
		return
	}
	if t.Step == revealTurnsUp {
		s.Secrets = int32(len(s.Log))
		t.Step = revealAdjusts
		if s.hooked(AtReveal) {
			s.Reach(AtReveal, m)
			return
		}
	}
	if t.Step == revealAdjusts {
		t.Step = revealSettles
		if s.hooked(AtAdjust) {
			s.Reach(AtAdjust, m)
			return
		}
	}
	s.Pop()
	s.Reach(AtScored, m)
}
