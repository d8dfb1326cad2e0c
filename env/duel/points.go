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
	atRecovered                  // the model has got up again
	atPlan                       // the model has finished its action, before a Duel
	atEngaged                    // the engaged set of the model's Duel is fixed
	atReveal                     // scores are revealed; the model is the initiator
	atRolled                     // an attack was rolled; the model is the attacker
	atAttacked                   // an attack has been counted; the model is the attacker
	atDefended                   // a roll to avoid hits was made, before it counts; the model avoids
	atApplied                    // the hits of an attack have been taken; State.duel.current is it
	atProne                      // the model has been placed prone
	atHurt                       // the model is about to take hits
	atTough                      // the model has lost toughness and nothing else
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
	// allowance is added to every Move and charge, in inches; stride to every Move
	// but not to charges.
	allowance, stride func(s *State, m int8) float64
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
	// drops has a model let fall what it carries.
	drops func(s *State, m int8)
	// ready says that a model which does not stand on the table can be activated,
	// and activate takes its activation over; false when it is another's.
	ready    func(s *State, m int8) bool
	activate func(s *State, m int8) bool
	// far is the longest distance that its destinations can be away.
	far func(c *Config) float64
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

	// worth is how many hits a die of an attack counts for beyond what it does by
	// itself.
	worth func(s *State, r roll, face uint8, hits bool) int
	// early lets a model that avoids hits roll before attackers with other
	// scores, whatever its own is.
	early func(s *State, m int8) bool
	// supported says whether allies may support an attack on the target.
	supported func(s *State, by, target int8) bool
	// held changes the set of enemies that a model may not walk away from
	// without disengaging; bound adds to those that it cannot leave at all.
	held  func(s *State, m int8, holders modelSet) modelSet
	bound func(s *State, m int8) modelSet
	// covered puts a target into light cover from an attacker.
	covered func(s *State, by, target int8) bool
	// recovers gets a prone model up in Upkeep without a roll; recoveryRolled
	// sees the two dice of a roll, with what is added to each.
	// tested has a model roll to recover in any case, standing too.
	recovers       func(s *State, m int8) bool
	recoveryRolled func(s *State, m int8, faces []uint8, bonus int)
	tested         func(s *State, m int8) bool
	// jamDice is added to the dice of a jam roll; all must jam.
	jamDice func(s *State, m int8) int
	// mayActivate says whether a model may be activated.
	mayActivate func(s *State, m int8) bool
	// takes has the hits of a model taken in another way; false when it has not.
	takes func(s *State, m int8, hits int) bool
	// upright says whether a model cannot be placed prone.
	upright func(s *State, m int8) bool
	// way changes what a model can do on a Move.
	way func(s *State, m int8, move *space.Move)
	// seen says whether a model can be seen by another as far as this rule goes.
	seen func(s *State, by, m int8) bool
	// shootsAt lets a model shoot at another in the running Duel that it cannot see,
	// or that its weapon does not reach.
	shootsAt func(s *State, by, m int8) bool
	// mayInitiate says whether a model may initiate Duels.
	mayInitiate func(s *State, m int8) bool
	// serves says whether a model can do anything that wins: take and touch tokens,
	// hold the hill, be the last.
	serves func(s *State, m int8) bool
	// initiative is added to the dice that a seat rolls for Initiative: the lowest of
	// them counts, or where State.high says so the highest.
	initiative func(s *State, seat int) int
	// aims takes over whom the initiator attacks, where there is a choice, into
	// duel.aims; false when it does not.
	aims func(s *State, by int8) bool
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
	rollAtMob // an attack on nobody in particular
)

// hooks are the functions of the rules that are on, by what they hook.
type hooks struct {
	on                  [points][]func(s *State, m int8)
	modify              []func(s *State, r roll) int
	dice                []func(s *State, r roll) int
	allowance, stride   []func(s *State, m int8) float64
	offer               []func(s *State, m int8)
	acted               []func(s *State, m int8, a env.Action) bool
	mayEngage           []func(s *State, by, m int8) bool
	reaches, pointBlank []func(s *State, m, target int8) bool
	mayFight            []func(s *State, m, target int8) bool
	intercept           []func(s *State, a *attack)
	passed              []func(s *State, m int8, way []space.Point)
	leaving             []func(s *State, m int8, over space.Edge)
	home                []func(s *State, m int8) (space.Point, bool)
	drops               []func(s *State, m int8)
	ready, activate     []func(s *State, m int8) bool
	far                 []func(c *Config) float64
	things              []things
	bears               []func(s *State, m int8) string
	facts               []facts
	prospects           []func(s *State, seat int) float64
	tell                []func(s *State, b *strings.Builder)
	conserve            []func(s *State) error
	lay                 []func(s *State, p *Position, f *env.Faults)

	worth          []func(s *State, r roll, face uint8, hits bool) int
	early          []func(s *State, m int8) bool
	supported      []func(s *State, by, target int8) bool
	held           []func(s *State, m int8, holders modelSet) modelSet
	bound          []func(s *State, m int8) modelSet
	covered        []func(s *State, by, target int8) bool
	recovers       []func(s *State, m int8) bool
	tested         []func(s *State, m int8) bool
	recoveryRolled []func(s *State, m int8, faces []uint8, bonus int)
	jamDice        []func(s *State, m int8) int
	mayActivate    []func(s *State, m int8) bool
	takes          []func(s *State, m int8, hits int) bool
	upright        []func(s *State, m int8) bool
	way            []func(s *State, m int8, move *space.Move)
	seen           []func(s *State, by, m int8) bool
	shootsAt       []func(s *State, by, m int8) bool
	aims           []func(s *State, by int8) bool
	initiative     []func(s *State, seat int) int
	mayInitiate    []func(s *State, m int8) bool
	serves         []func(s *State, m int8) bool
}

// facts are what one rule keeps count of.
type facts struct {
	names []string
	of    func(s *State, seat, i int) float32
}

// hooked adds a function to a list when there is one.
func hooked[F any](list *[]F, f F, there bool) {
	if there {
		*list = append(*list, f)
	}
}

func (h *hooks) add(r *rule) {
	for p, f := range r.on {
		if f != nil {
			h.on[p] = append(h.on[p], f)
		}
	}
	hooked(&h.modify, r.modify, r.modify != nil)
	hooked(&h.dice, r.dice, r.dice != nil)
	hooked(&h.allowance, r.allowance, r.allowance != nil)
	hooked(&h.stride, r.stride, r.stride != nil)
	hooked(&h.offer, r.offer, r.offer != nil)
	hooked(&h.acted, r.acted, r.acted != nil)
	hooked(&h.mayEngage, r.mayEngage, r.mayEngage != nil)
	hooked(&h.reaches, r.reaches, r.reaches != nil)
	hooked(&h.pointBlank, r.pointBlank, r.pointBlank != nil)
	hooked(&h.mayFight, r.mayFight, r.mayFight != nil)
	hooked(&h.intercept, r.intercept, r.intercept != nil)
	hooked(&h.worth, r.worth, r.worth != nil)
	hooked(&h.early, r.early, r.early != nil)
	hooked(&h.supported, r.supported, r.supported != nil)
	hooked(&h.held, r.held, r.held != nil)
	hooked(&h.bound, r.bound, r.bound != nil)
	hooked(&h.covered, r.covered, r.covered != nil)
	hooked(&h.recovers, r.recovers, r.recovers != nil)
	hooked(&h.tested, r.tested, r.tested != nil)
	hooked(&h.recoveryRolled, r.recoveryRolled, r.recoveryRolled != nil)
	hooked(&h.jamDice, r.jamDice, r.jamDice != nil)
	hooked(&h.mayActivate, r.mayActivate, r.mayActivate != nil)
	hooked(&h.takes, r.takes, r.takes != nil)
	hooked(&h.upright, r.upright, r.upright != nil)
	hooked(&h.way, r.way, r.way != nil)
	hooked(&h.seen, r.seen, r.seen != nil)
	hooked(&h.shootsAt, r.shootsAt, r.shootsAt != nil)
	hooked(&h.aims, r.aims, r.aims != nil)
	hooked(&h.initiative, r.initiative, r.initiative != nil)
	hooked(&h.mayInitiate, r.mayInitiate, r.mayInitiate != nil)
	hooked(&h.serves, r.serves, r.serves != nil)
	h.addObjectives(r)
}

// addObjectives adds what a rule says of things and of winning.
func (h *hooks) addObjectives(r *rule) {
	hooked(&h.passed, r.passed, r.passed != nil)
	hooked(&h.leaving, r.leaving, r.leaving != nil)
	hooked(&h.home, r.home, r.home != nil)
	hooked(&h.drops, r.drops, r.drops != nil)
	hooked(&h.ready, r.ready, r.ready != nil)
	hooked(&h.activate, r.activate, r.activate != nil)
	hooked(&h.far, r.far, r.far != nil)
	hooked(&h.things, r.things, r.things.count > 0)
	hooked(&h.bears, r.bears, r.bears != nil)
	hooked(&h.facts, facts{r.facts, r.fact}, r.fact != nil)
	hooked(&h.prospects, r.prospects, r.prospects != nil)
	hooked(&h.tell, r.tell, r.tell != nil)
	hooked(&h.conserve, r.conserve, r.conserve != nil)
	hooked(&h.lay, r.lay, r.lay != nil)
}

// reach calls the rules that hook a point.
func (s *State) reach(p point, m int8) {
	for _, f := range s.game.hooks.on[p] {
		f(s, m)
	}
}
