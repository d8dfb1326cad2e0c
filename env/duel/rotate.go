package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
)

// Rotated implements env.Rotator. The table stays as it is: a seat takes over the corner,
// the models and what is known of the one that was there, so that the seats are alike on
// every map, also three of them. Nobody can be moved before the first round, when
// corners and warbands are chosen seat by seat, and while Initiative is found out.
func (s *State) Rotated(by int) env.State {
	if !s.t.Rotatable(by) {
		return nil
	}
	c := s.Clone().(*State)
	c.t.Rotate(by)
	return c
}

// ChanceSeat implements env.ChanceSeater: dice are of whoever rolls them.
func (s *State) ChanceSeat() env.Player { return s.t.ChanceSeat() }

// RotatedOutcome implements env.OutcomeRotator: chance names models, and puts seats in
// order.
func (s *State) RotatedOutcome(a env.Action, by int) env.Action { return s.t.RotatedOutcome(a, by) }

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string {
	if g.t.Config.Scenario == config.ScenarioStandoff {
		return "seat 0 initiates the first Duel of a standoff"
	}
	return ""
}
