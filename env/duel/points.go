package duel

import "ringer/env"

// A point is a named moment of the turn. A rule that hooks it is called there,
// for the model that the moment is about.
type point uint8

const (
	atSetup         point = iota // before the first round, no model
	atRound                      // a round begins, before Initiative, no model
	atUpkeep                     // Upkeep begins, no model
	atUpkeepSeat                 // a seat's turn in Upkeep has come; the "model" is the seat
	atPlaced                     // the model has come into play
	atActivate                   // the model is activated, before its action
	atLeg                        // the model has ended the first leg of a Move in two, or a charge
	atMoved                      // the model has ended a Move
	atPlan                       // the model has finished its action, before a Duel
	atEngaged                    // the engaged set of the model's Duel is fixed
	atReveal                     // scores are revealed; the model is the initiator
	atRolled                     // an attack was rolled; the model is the attacker
	atAttacked                   // an attack has been counted; the model is the attacker
	atProne                      // the model has been placed prone
	atHit                        // the model has taken a hit and is still in play
	atRemoved                    // the model has been removed
	atDuelEnd                    // a Duel has ended; the model is its initiator
	atActivationEnd              // the activation of the model ends
	atAllActivated               // every model has been activated, no model
	atRoundEnd                   // the round ends, no model
	points
)

// A rule is one optional rule: what it adds at the named points of the turn.
// Fields that it does not need are nil. A game holds the rules that are on, and
// nothing of the others.
type rule struct {
	name string

	// on are called at the named points. They may change the state and push
	// tasks, which run before the turn goes on, the last pushed first.
	on [points]func(s *State, m int8)

	// modify is added to every die of a roll.
	modify func(s *State, r roll) int
	// dice is added to the number of dice of a roll.
	dice func(s *State, r roll) int
	// allowance is added to every Move, in inches.
	allowance func(s *State, m int8) float64
	// offer adds legal actions to the choice of an action.
	offer func(s *State, m int8)
	// acted takes an answer that offer put there; false when it is another's.
	acted func(s *State, m int8, a env.Action) bool
	// mayEngage says whether by may shoot at m as far as this rule goes.
	mayEngage func(s *State, by, m int8) bool
	// reaches says whether a ranged weapon carries as far as this rule goes.
	reaches func(s *State, m, target int8) bool
	// pointBlank exempts a weapon from the least range of a shot.
	pointBlank func(s *State, m, target int8) bool
	// mayFight says whether m may attack target in the running Duel as far as
	// this rule goes.
	mayFight func(s *State, m, target int8) bool
	// intercept changes the hits of an attack before they are taken.
	intercept func(s *State, a *attack)
}

// A roll is dice thrown in a Duel.
type roll struct {
	by, against int8
	kind        rollKind
}

type rollKind uint8

const (
	rollAttack rollKind = iota
	rollDefense
)

// hooks are the functions of the rules that are on, by what they hook.
type hooks struct {
	on                  [points][]func(s *State, m int8)
	modify              []func(s *State, r roll) int
	dice                []func(s *State, r roll) int
	allowance           []func(s *State, m int8) float64
	offer               []func(s *State, m int8)
	acted               []func(s *State, m int8, a env.Action) bool
	mayEngage           []func(s *State, by, m int8) bool
	reaches, pointBlank []func(s *State, m, target int8) bool
	mayFight            []func(s *State, m, target int8) bool
	intercept           []func(s *State, a *attack)
}

func (h *hooks) add(r *rule) {
	for p, f := range r.on {
		if f != nil {
			h.on[p] = append(h.on[p], f)
		}
	}
	if r.modify != nil {
		h.modify = append(h.modify, r.modify)
	}
	if r.dice != nil {
		h.dice = append(h.dice, r.dice)
	}
	if r.allowance != nil {
		h.allowance = append(h.allowance, r.allowance)
	}
	if r.offer != nil {
		h.offer = append(h.offer, r.offer)
	}
	if r.acted != nil {
		h.acted = append(h.acted, r.acted)
	}
	if r.mayEngage != nil {
		h.mayEngage = append(h.mayEngage, r.mayEngage)
	}
	if r.reaches != nil {
		h.reaches = append(h.reaches, r.reaches)
	}
	if r.pointBlank != nil {
		h.pointBlank = append(h.pointBlank, r.pointBlank)
	}
	if r.mayFight != nil {
		h.mayFight = append(h.mayFight, r.mayFight)
	}
	if r.intercept != nil {
		h.intercept = append(h.intercept, r.intercept)
	}
}

// reach calls the rules that hook a point.
func (s *State) reach(p point, m int8) {
	for _, f := range s.game.hooks.on[p] {
		f(s, m)
	}
}
