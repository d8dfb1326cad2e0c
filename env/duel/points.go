package duel

import (
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

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

// A rule is one optional rule or scenario: what it adds at the named points of
// the turn. Fields that it does not need are nil. A game holds the rules that are
// on, and nothing of the others.
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

	// passed is told the way that a model has gone, both ends included.
	passed func(s *State, m int8, way []space.Point)
	// leaving is told that a model is about to leave the area over an edge.
	leaving func(s *State, m int8, over space.Edge)
	// home is where a model comes back to, when the rule has a say in it.
	home func(s *State, m int8) (at space.Point, ok bool)

	// things are what the rule lays on the table.
	things things
	// bears is a word for what a model carries; empty for nothing.
	bears func(s *State, m int8) string
	// facts name what the rule keeps count of, and fact is each of them as a
	// seat observes it, from -1 to 1.
	facts []string
	fact  func(s *State, seat, i int) float32
	// prospects are what those of a seat are worth to Evaluate, in fighters.
	prospects func(s *State, seat int) float64
	// tell puts what the rule keeps track of into words.
	tell func(s *State, b *strings.Builder)
	// conserve finds what the rule has lost or made.
	conserve func(s *State) error
	// lay takes the rule's part out of a position.
	lay func(s *State, p *Position, f *env.Faults)
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
	passed              []func(s *State, m int8, way []space.Point)
	leaving             []func(s *State, m int8, over space.Edge)
	home                []func(s *State, m int8) (space.Point, bool)
	things              []things
	bears               []func(s *State, m int8) string
	facts               []facts
	prospects           []func(s *State, seat int) float64
	tell                []func(s *State, b *strings.Builder)
	conserve            []func(s *State) error
	lay                 []func(s *State, p *Position, f *env.Faults)
}

// facts are what one rule keeps count of.
type facts struct {
	names []string
	of    func(s *State, seat, i int) float32
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
	h.addObjectives(r)
}

// addObjectives adds what a rule says of things and of winning.
func (h *hooks) addObjectives(r *rule) {
	if r.passed != nil {
		h.passed = append(h.passed, r.passed)
	}
	if r.leaving != nil {
		h.leaving = append(h.leaving, r.leaving)
	}
	if r.home != nil {
		h.home = append(h.home, r.home)
	}
	if r.things.count > 0 {
		h.things = append(h.things, r.things)
	}
	if r.bears != nil {
		h.bears = append(h.bears, r.bears)
	}
	if r.fact != nil {
		h.facts = append(h.facts, facts{r.facts, r.fact})
	}
	if r.prospects != nil {
		h.prospects = append(h.prospects, r.prospects)
	}
	if r.tell != nil {
		h.tell = append(h.tell, r.tell)
	}
	if r.conserve != nil {
		h.conserve = append(h.conserve, r.conserve)
	}
	if r.lay != nil {
		h.lay = append(h.lay, r.lay)
	}
}

// reach calls the rules that hook a point.
func (s *State) reach(p point, m int8) {
	for _, f := range s.game.hooks.on[p] {
		f(s, m)
	}
}
