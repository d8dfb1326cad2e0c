package turn

import (
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A Moment is a named moment of the turn. A rule that hooks it is called there,
// for the model that the moment is about.
type Moment uint8

const (
	AtSetup         Moment = iota // before the first round, no model
	AtRound                       // a round begins, before Initiative, no model
	AtUpkeep                      // Upkeep begins, no model
	AtUpkeepSeat                  // a seat's turn in Upkeep has come; the "model" is the seat
	AtPlaced                      // the model has come into play
	AtActivate                    // the model is activated, before its action
	AtLeg                         // the model has ended the first leg of a Move in two, or a charge
	AtMoved                       // the model has ended a Move
	AtRecovered                   // the model has got up again
	AtPlan                        // the model has finished its action, before a Duel
	AtEngaged                     // the engaged set of the model's Duel is fixed
	AtReveal                      // scores are revealed; the model is the initiator
	AtRolled                      // an attack was rolled; the model is the attacker
	AtAttacked                    // an attack has been counted; the model is the attacker
	AtDefended                    // a roll to avoid hits was made, before it counts; the model avoids
	AtApplied                     // the hits of an attack have been taken; State.duel.current is it
	AtProne                       // the model has been placed prone
	AtHurt                        // the model is about to take hits
	AtTough                       // the model has lost toughness and nothing else
	AtHit                         // the model has taken a hit and is still in play
	AtRemoved                     // the model has been removed
	AtDuelEnd                     // a Duel has ended; the model is its initiator
	AtActivationEnd               // the activation of the model ends
	AtAllActivated                // every model has been activated, no model
	AtRoundEnd                    // the round ends, no model
	Moments
)

// A Rule is one optional rule or scenario: what it adds at the named points of
// the turn. Fields that it does not need are nil. A game holds the rules that are
// on, and nothing of the others.
type Rule struct {
	Name string

	// On are called at the named points. They may change the state and push
	// tasks, which run before the turn goes on, the last pushed first.
	On [Moments]func(s *State, m int8)

	// Modify is added to every die of a roll.
	Modify func(s *State, r Roll) int
	// Dice is added to the number of dice of a roll.
	Dice func(s *State, r Roll) int
	// Allowance is added to every Move and charge, in inches; stride to every Move
	// but not to charges.
	Allowance, Stride func(s *State, m int8) float64
	// Offer adds legal actions to the choice of an action.
	Offer func(s *State, m int8)
	// Acted takes an answer that offer put there; false when it is another's.
	Acted func(s *State, m int8, a env.Action) bool
	// MayEngage says whether by may shoot at m as far as this rule goes.
	MayEngage func(s *State, by, m int8) bool
	// Reaches says whether a ranged weapon carries as far as this rule goes.
	Reaches func(s *State, m, target int8) bool
	// PointBlank exempts a weapon from the least range of a shot.
	PointBlank func(s *State, m, target int8) bool
	// MayFight says whether m may attack target in the running Duel as far as
	// this rule goes.
	MayFight func(s *State, m, target int8) bool
	// Intercept changes the hits of an attack before they are taken.
	Intercept func(s *State, a *Attack)

	// Passed is told the way that a model has gone, both ends included.
	Passed func(s *State, m int8, way []space.Point)
	// Leaving is told that a model is about to leave the area over an edge.
	Leaving func(s *State, m int8, over space.Edge)
	// Drops has a model let fall what it carries.
	Drops func(s *State, m int8)
	// Readied says that a model which does not stand on the table can be activated,
	// and activate takes its activation over; false when it is another's.
	Readied  func(s *State, m int8) bool
	Activate func(s *State, m int8) bool
	// Far is the longest distance that its destinations can be away.
	Far func(c *config.Config) float64
	// Home is where a model comes back to, when the rule has a say in it.
	Home func(s *State, m int8) (at space.Point, ok bool)

	// Ready works out what the rule needs of a game's map, once.
	Ready func(g *Game)
	// Things are what the rule lays on the table.
	Things Things
	// Bears is a word for what a model carries; empty for nothing.
	Bears func(s *State, m int8) string
	// Facts name what the rule keeps count of, and fact is each of them as a
	// seat observes it, from -1 to 1.
	Facts []string
	Fact  func(s *State, seat, i int) float32
	// Tell puts what the rule keeps track of into words.
	Tell func(s *State, b *strings.Builder)
	// Conserve finds what the rule has lost or made.
	Conserve func(s *State) error
	// Lay takes the rule's part out of a position.
	Lay func(s *State, p *Position, f *env.Faults)

	// Worth is how many hits a die of an attack counts for beyond what it does by
	// itself.
	Worth func(s *State, r Roll, face uint8, hits bool) int
	// Early lets a model that avoids hits roll before attackers with other
	// scores, whatever its own is.
	Early func(s *State, m int8) bool
	// Supported says whether allies may support an attack on the target.
	Supported func(s *State, by, target int8) bool
	// Held changes the set of enemies that a model may not walk away from
	// without disengaging; bound adds to those that it cannot leave at all.
	Held  func(s *State, m int8, holders ModelSet) ModelSet
	Bound func(s *State, m int8) ModelSet
	// Covered puts a target into light cover from an attacker.
	Covered func(s *State, by, target int8) bool
	// Recovers gets a prone model up in Upkeep without a roll; recoveryRolled
	// sees the two dice of a roll, with what is added to each.
	// tested has a model roll to recover in any case, standing too.
	Recovers       func(s *State, m int8) bool
	RecoveryRolled func(s *State, m int8, faces []uint8, bonus int)
	Tested         func(s *State, m int8) bool
	// JamDice is added to the dice of a jam roll; all must jam.
	JamDice func(s *State, m int8) int
	// MayActivate says whether a model may be activated.
	MayActivate func(s *State, m int8) bool
	// Takes has the hits of a model taken in another way; false when it has not.
	Takes func(s *State, m int8, hits int) bool
	// Upright says whether a model cannot be placed prone.
	Upright func(s *State, m int8) bool
	// Way changes what a model can do on a Move.
	Way func(s *State, m int8, move *space.Move)
	// Seen says whether a model can be seen by another as far as this rule goes.
	Seen func(s *State, by, m int8) bool
	// ShootsAt lets a model shoot at another in the running Duel that it cannot see,
	// or that its weapon does not reach.
	ShootsAt func(s *State, by, m int8) bool
	// MayInitiate says whether a model may initiate Duels.
	MayInitiate func(s *State, m int8) bool
	// Serves says whether a model can do anything that wins: take and touch tokens,
	// hold the hill, be the last.
	Serves func(s *State, m int8) bool
	// Initiative is added to the dice that a seat rolls for Initiative: the lowest of
	// them counts, or where State.high says so the highest.
	Initiative func(s *State, seat int) int
	// Plainly says whether a model may use no Special Attack.
	Plainly func(s *State, m int8) bool
	// Stops finds the first thing of the rule's on a path that interrupts it.
	Stops func(s *State, m int8, path []space.Point) (first Stop, found bool)
	// Seats pushes what puts the seats in order in place of the dice of Initiative.
	Seats func(s *State)
	// Next takes over which seat activates one of its models, and which of them it
	// can choose; false when it does not.
	Next func(s *State) (seat int, set ModelSet, ok bool)
	// Sift goes on with a ranged Duel before its engaged set is fixed; it must come
	// to engage in the end.
	Sift func(s *State)
	// Muster makes ready what the warbands field, before every game.
	Muster func(s *State)
	// Opening pushes what comes before the corners.
	Opening func(s *State)
	// Aims takes over whom the initiator attacks, where there is a choice, into
	// duel.aims; false when it does not.
	Aims func(s *State, by int8) bool
}

// A Roll is dice thrown in a Duel.
type Roll struct {
	By, Against int8
	Kind        rollKind
}

type rollKind uint8

const (
	RollAttack rollKind = iota
	RollDefense
	RollAtMob // an attack on nobody in particular
)

// hooks are the functions of the rules that are on, by what they hook.
type hooks struct {
	on                  [Moments][]func(s *State, m int8)
	modify              []func(s *State, r Roll) int
	dice                []func(s *State, r Roll) int
	allowance, stride   []func(s *State, m int8) float64
	offer               []func(s *State, m int8)
	acted               []func(s *State, m int8, a env.Action) bool
	mayEngage           []func(s *State, by, m int8) bool
	reaches, pointBlank []func(s *State, m, target int8) bool
	mayFight            []func(s *State, m, target int8) bool
	intercept           []func(s *State, a *Attack)
	passed              []func(s *State, m int8, way []space.Point)
	leaving             []func(s *State, m int8, over space.Edge)
	Home                []func(s *State, m int8) (space.Point, bool)
	drops               []func(s *State, m int8)
	readied, activate   []func(s *State, m int8) bool
	far                 []func(c *config.Config) float64
	Things              []Things
	bears               []func(s *State, m int8) string
	Facts               []facts
	Tell                []func(s *State, b *strings.Builder)
	Conserve            []func(s *State) error
	Lay                 []func(s *State, p *Position, f *env.Faults)

	worth          []func(s *State, r Roll, face uint8, hits bool) int
	early          []func(s *State, m int8) bool
	Supported      []func(s *State, by, target int8) bool
	held           []func(s *State, m int8, holders ModelSet) ModelSet
	bound          []func(s *State, m int8) ModelSet
	Covered        []func(s *State, by, target int8) bool
	recovers       []func(s *State, m int8) bool
	tested         []func(s *State, m int8) bool
	recoveryRolled []func(s *State, m int8, faces []uint8, bonus int)
	JamDice        []func(s *State, m int8) int
	mayActivate    []func(s *State, m int8) bool
	takes          []func(s *State, m int8, hits int) bool
	upright        []func(s *State, m int8) bool
	way            []func(s *State, m int8, move *space.Move)
	seen           []func(s *State, by, m int8) bool
	shootsAt       []func(s *State, by, m int8) bool
	aims           []func(s *State, by int8) bool
	plainly        []func(s *State, m int8) bool
	stops          []func(s *State, m int8, path []space.Point) (Stop, bool)
	seats          []func(s *State)
	next           []func(s *State) (int, ModelSet, bool)
	sift           []func(s *State)
	muster         []func(s *State)
	opening        []func(s *State)
	initiative     []func(s *State, seat int) int
	mayInitiate    []func(s *State, m int8) bool
	serves         []func(s *State, m int8) bool
}

// facts are what one rule keeps count of.
type facts struct {
	Names []string
	Of    func(s *State, seat, i int) float32
}

// hooked adds a function to a list when there is one.
func hooked[F any](list *[]F, f F, there bool) {
	if there {
		*list = append(*list, f)
	}
}

func (h *hooks) add(r *Rule) {
	for p, f := range r.On {
		if f != nil {
			h.on[p] = append(h.on[p], f)
		}
	}
	hooked(&h.modify, r.Modify, r.Modify != nil)
	hooked(&h.dice, r.Dice, r.Dice != nil)
	hooked(&h.allowance, r.Allowance, r.Allowance != nil)
	hooked(&h.stride, r.Stride, r.Stride != nil)
	hooked(&h.offer, r.Offer, r.Offer != nil)
	hooked(&h.acted, r.Acted, r.Acted != nil)
	hooked(&h.mayEngage, r.MayEngage, r.MayEngage != nil)
	hooked(&h.reaches, r.Reaches, r.Reaches != nil)
	hooked(&h.pointBlank, r.PointBlank, r.PointBlank != nil)
	hooked(&h.mayFight, r.MayFight, r.MayFight != nil)
	hooked(&h.intercept, r.Intercept, r.Intercept != nil)
	hooked(&h.worth, r.Worth, r.Worth != nil)
	hooked(&h.early, r.Early, r.Early != nil)
	hooked(&h.Supported, r.Supported, r.Supported != nil)
	hooked(&h.held, r.Held, r.Held != nil)
	hooked(&h.bound, r.Bound, r.Bound != nil)
	hooked(&h.Covered, r.Covered, r.Covered != nil)
	hooked(&h.recovers, r.Recovers, r.Recovers != nil)
	hooked(&h.tested, r.Tested, r.Tested != nil)
	hooked(&h.recoveryRolled, r.RecoveryRolled, r.RecoveryRolled != nil)
	hooked(&h.JamDice, r.JamDice, r.JamDice != nil)
	hooked(&h.mayActivate, r.MayActivate, r.MayActivate != nil)
	hooked(&h.takes, r.Takes, r.Takes != nil)
	hooked(&h.upright, r.Upright, r.Upright != nil)
	hooked(&h.way, r.Way, r.Way != nil)
	hooked(&h.seen, r.Seen, r.Seen != nil)
	hooked(&h.shootsAt, r.ShootsAt, r.ShootsAt != nil)
	hooked(&h.aims, r.Aims, r.Aims != nil)
	hooked(&h.plainly, r.Plainly, r.Plainly != nil)
	hooked(&h.stops, r.Stops, r.Stops != nil)
	hooked(&h.seats, r.Seats, r.Seats != nil)
	hooked(&h.next, r.Next, r.Next != nil)
	hooked(&h.sift, r.Sift, r.Sift != nil)
	hooked(&h.muster, r.Muster, r.Muster != nil)
	hooked(&h.opening, r.Opening, r.Opening != nil)
	hooked(&h.initiative, r.Initiative, r.Initiative != nil)
	hooked(&h.mayInitiate, r.MayInitiate, r.MayInitiate != nil)
	hooked(&h.serves, r.Serves, r.Serves != nil)
	h.addObjectives(r)
}

// addObjectives adds what a rule says of things and of winning.
func (h *hooks) addObjectives(r *Rule) {
	hooked(&h.passed, r.Passed, r.Passed != nil)
	hooked(&h.leaving, r.Leaving, r.Leaving != nil)
	hooked(&h.Home, r.Home, r.Home != nil)
	hooked(&h.drops, r.Drops, r.Drops != nil)
	hooked(&h.readied, r.Readied, r.Readied != nil)
	hooked(&h.activate, r.Activate, r.Activate != nil)
	hooked(&h.far, r.Far, r.Far != nil)
	hooked(&h.Things, r.Things, r.Things.Count > 0)
	hooked(&h.bears, r.Bears, r.Bears != nil)
	hooked(&h.Facts, facts{r.Facts, r.Fact}, r.Fact != nil)
	hooked(&h.Tell, r.Tell, r.Tell != nil)
	hooked(&h.Conserve, r.Conserve, r.Conserve != nil)
	hooked(&h.Lay, r.Lay, r.Lay != nil)
}

// Reach calls the rules that hook a point.
func (s *State) Reach(p Moment, m int8) {
	for _, f := range s.Game.Hooks.on[p] {
		f(s, m)
	}
}
