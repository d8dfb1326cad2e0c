package ends

import (
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/env/payday"
)

// rule is something that the rules know and that a game may never meet.
type rule struct {
	name string

	// met reports whether it is met in a state: before a decision, or at the end.
	met func(env.State) bool
}

// in turns a question about the state of one game into one about any state.
func in[S any](ask func(S) bool) func(env.State) bool {
	return func(state env.State) bool {
		s, ok := env.UnwrapState(state).(S)
		return ok && ask(s)
	}
}

// rules returns what may happen in a game besides its endings; nil for a game of which
// questions and actions say it all.
func rules(g env.Game) []rule {
	seats := g.Spec().Players
	any := func(ask func(seat int) bool) bool {
		for seat := range seats {
			if ask(seat) {
				return true
			}
		}
		return false
	}
	switch g := env.UnwrapGame(g).(type) {
	case *heat.Game:
		return []rule{
			{"the board runs out of Heat, and all return some", in(func(s *heat.State) bool { return s.Shortages() > 0 })},
			{"draws are skipped, as the deck is short", in(func(s *heat.State) bool { return s.DrawsSkipped() > 0 })},
			{"a phase of a card is cancelled", in(func(s *heat.State) bool {
				return any(func(seat int) bool {
					for p := heat.PhaseA; p <= heat.PhaseC; p++ {
						if s.Cancelled(seat, p) {
							return true
						}
					}
					return false
				})
			})},
			{"a card is copied", in(func(s *heat.State) bool { return any(func(seat int) bool { return s.Copied(seat) >= 0 }) })},
			{"a seat cannot pay for its Heat", in(func(s *heat.State) bool { return any(func(seat int) bool { return s.Money(seat) < 0 }) })},
		}
	case *payday.Game:
		return []rule{
			{"a PAYDAY is secured", in(func(s *payday.State) bool { return s.Secured() > 0 })},
			{"an officer fires", in(func(s *payday.State) bool { return s.FiringDamage() > 0 })},
			{"Funding promises payments", in(func(s *payday.State) bool { return s.FundingUses() > 0 })},
		}
	case *heist.Game:
		table := func(ask func(*heist.State) bool) func(env.State) bool {
			return in(func(p heist.Position) bool { return ask(p.Table()) })
		}
		return []rule{
			{"a Job is captured", table(func(s *heist.State) bool { return any(func(seat int) bool { return s.Captured(seat) > 0 }) })},
			{"a seat lies low", table(func(s *heist.State) bool { return any(func(seat int) bool { return s.LyingLow(seat) > 0 }) })},
			{"a Thwarter plays", table(func(s *heist.State) bool { return s.Thwarter() >= 0 })},
			{"a player executes another's Job", table(func(s *heist.State) bool { return s.Rival() >= 0 })},
		}
	case *fivepossessions.Game:
		over := func(scores bool) func(*fivepossessions.State) bool {
			return func(s *fivepossessions.State) bool {
				for i := range s.Played() {
					if _, _, scored := s.Possession(i); scored == scores {
						return true
					}
				}
				return false
			}
		}
		return []rule{
			{"the offense scores", in(over(true))},
			{"the defense stops a possession", in(over(false))},
			{"an offense card of an earlier line lies open", in(func(s *fivepossessions.State) bool {
				for lane := range g.Config().Lanes {
					if s.Open(lane) != fivepossessions.NoCard {
						return true
					}
				}
				return false
			})},
		}
	case *fourdowns.Game:
		count := func(of func(s *fourdowns.State, seat int) int) func(*fourdowns.State) bool {
			return func(s *fourdowns.State) bool { return any(func(seat int) bool { return of(s, seat) > 0 }) }
		}
		return []rule{
			{"a seat knocks", in(count(func(s *fourdowns.State, seat int) int { n, _ := s.Knocks(seat); return n }))},
			{"a seat folds", in(count(func(s *fourdowns.State, seat int) int { n, _ := s.Folds(seat); return n }))},
			{"a seat calls", in(count(func(s *fourdowns.State, seat int) int { _, n := s.Folds(seat); return n }))},
			{"the stake is 3 or more", in(func(s *fourdowns.State) bool { return s.Stake() >= 3 })},
		}
	case *duel.Game:
		var list []rule
		if g.Config().Melee {
			list = append(list, rule{"fighters duel hand to hand", in((*duel.State).HandToHand)})
		}
		if g.Config().Scenario == "treasure" {
			list = append(list, rule{"a fighter carries the treasure", in(func(s *duel.State) bool { return s.Carrier() >= 0 })})
		}
		return list
	}
	return nil
}
