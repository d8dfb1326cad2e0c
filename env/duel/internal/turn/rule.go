package turn

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A Moment is a named moment of the turn. A rule that hooks it is called then,
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
	AtRecovered                   // the model has got up again, or recovered outside of the area
	AtPlan                        // the model has finished its action, before a Duel
	AtEngaged                     // the engaged set of the model's Duel is fixed
	AtReveal                      // scores are revealed, and some may be replaced; the model is the initiator
	AtAdjust                      // those that may be changed are; the model is the initiator
	AtScored                      // scores are final; the model is the initiator
	AtRolled                      // an attack was rolled; the model is the attacker
	AtAttacked                    // an attack has been counted; the model is the attacker
	AtDefended                    // a roll to avoid hits was made, before it counts; the model avoids
	AtApplied                     // the hits of an attack have been taken; State.Duel.Current is it
	AtProne                       // the model has been placed prone
	AtSlain                       // the model has removed another, and whatever came with that has been taken
	AtHurt                        // the model is about to take hits
	AtTough                       // the model has lost toughness and nothing else
	AtHit                         // the model has taken a hit and is still in play
	AtRemoved                     // the model has been removed
	AtDuelEnd                     // a Duel has ended; the model is its initiator
	AtActivationEnd               // the activation of the model ends
	AtAllActivated                // every model has been activated, no model
	AtRoundEnd                    // the round ends, no model
	Moments                       // their number
)

// A Rule is one optional rule, scenario, feat or trait. A game holds the functions of the
// rules that are on, and nothing of the others.
type Rule struct {
	Name string

	// Hook adds the rule's functions to the hooks of a game; nil: it has none.
	Hook func(h *Hooks)
	// Ready works out what the rule needs of a game's map, once; nil: nothing.
	Ready func(g *Game)
}

// A Hook holds what the rules that are on add to one place of the turn, in their order.
type Hook[F any] []F

// Add puts a rule's function behind the functions of the rules before it.
func (h *Hook[F]) Add(f F) { *h = append(*h, f) }

// Hooks is the table of the places where rules hook the turn.
type Hooks struct {
	// On is called at the named moments. A function may change the state and push
	// tasks, which run before the turn goes on, the last pushed first.
	On [Moments]Hook[func(s *State, m int8)]

	// Muster makes ready what the warbands field, before every game.
	Muster Hook[func(s *State)]
	// Opening pushes the tasks that come before the corners are dealt.
	Opening Hook[func(s *State)]
	// Far returns the longest distance of a destination that the rule gives, in inches.
	Far Hook[func(c *config.Config) float64]

	// Seats pushes the task that orders the seats, in place of the dice of Initiative.
	Seats Hook[func(s *State)]
	// Next returns the seat that activates one of its models, and the models that it
	// can choose from; false to leave that to the order of the seats.
	Next Hook[func(s *State) (seat int, set ModelSet, ok bool)]
	// Initiative returns how many more dice a seat rolls for Initiative: the lowest of
	// them counts, or the highest where State.High names the seat.
	Initiative Hook[func(s *State, seat int) int]
	// Readied reports whether a model that does not stand on the table can be activated.
	Readied Hook[func(s *State, m int8) bool]
	// Activate takes an activation over; false when it does not.
	Activate Hook[func(s *State, m int8) bool]
	// MayActivate reports whether a model may be activated.
	MayActivate Hook[func(s *State, m int8) bool]
	// Recovers reports whether a prone model gets up in Upkeep without a roll.
	Recovers Hook[func(s *State, m int8) bool]
	// Tested reports whether a model rolls to recover in any case, standing too.
	Tested Hook[func(s *State, m int8) bool]
	// RecoveryRolled is called with the two dice of a roll to recover, ascending, and
	// the number that is added to each.
	RecoveryRolled Hook[func(s *State, m int8, faces []uint8, bonus int)]
	// Home returns where a model comes back to; false to leave that to the core.
	Home Hook[func(s *State, m int8) (at space.Point, ok bool)]

	// Offer adds legal actions to the choice of an action.
	Offer Hook[func(s *State, m int8)]
	// Acted carries out an answer that Offer put there; false when another rule did.
	Acted Hook[func(s *State, m int8, a env.Action) bool]
	// Onward adds legal answers to the choice where to go with the rest of a Move.
	Onward Hook[func(s *State, m int8, kind MoveKind)]
	// Went carries out an answer that Onward put there; false when another rule did.
	Went Hook[func(s *State, m int8, kind MoveKind, a env.Action) bool]
	// Dropped is called when a model has dropped from a height at the end of a Move.
	Dropped Hook[func(s *State, m int8, height space.Length)]
	// Allowance returns the inches that are added to every Move and charge.
	Allowance Hook[func(s *State, m int8) float64]
	// Stride returns the inches that are added to every Move, but not to charges.
	Stride Hook[func(s *State, m int8) float64]
	// Way changes what a model can do on a Move.
	Way Hook[func(s *State, m int8, move *space.Move)]
	// Held returns the enemies that a model may not walk away from without
	// disengaging, of those that the core and other rules name.
	Held Hook[func(s *State, m int8, holders ModelSet) ModelSet]
	// Bound returns the enemies that a model cannot leave at all.
	Bound Hook[func(s *State, m int8) ModelSet]
	// Stops returns the first thing of the rule's on a path that interrupts it.
	Stops Hook[func(s *State, m int8, path []space.Point) (first Stop, found bool)]
	// Passed is called with the path that a model has gone, both ends included.
	Passed Hook[func(s *State, m int8, way []space.Point)]
	// Leaving is called when a model is about to leave the area over an edge.
	Leaving Hook[func(s *State, m int8, over space.Edge)]

	// MayInitiate reports whether a model may initiate Duels.
	MayInitiate Hook[func(s *State, m int8) bool]
	// Plans reports whether the rule offers a model something in place of a Duel that is to
	// come, when there is nobody that it could duel where it is.
	Plans Hook[func(s *State, m int8) bool]
	// MayEngage reports whether the rule lets a model shoot at another.
	MayEngage Hook[func(s *State, by, m int8) bool]
	// Seen reports whether the rule lets a model be seen by another.
	Seen Hook[func(s *State, by, m int8) bool]
	// Reaches reports whether the rule lets a ranged weapon carry to a target.
	Reaches Hook[func(s *State, m, target int8) bool]
	// PointBlank reports whether a weapon is exempt from the least range of a shot.
	PointBlank Hook[func(s *State, m, target int8) bool]
	// ShootsAt reports whether a model may shoot, in the running Duel, at another that
	// it cannot see or that its weapon does not reach.
	ShootsAt Hook[func(s *State, by, m int8) bool]
	// Sift goes on with a ranged Duel before its engaged set is fixed; in the end it
	// must call Engage.
	Sift Hook[func(s *State)]
	// MayFight reports whether the rule lets a model attack another in the running Duel.
	MayFight Hook[func(s *State, m, target int8) bool]
	// Plainly reports whether a model may use no Special Attack.
	Plainly Hook[func(s *State, m int8) bool]
	// Aims chooses the targets of the initiator's dice, into Duel.Aims, where there is
	// a choice; false when it does not.
	Aims Hook[func(s *State, by int8) bool]

	// Modify returns the number that is added to every die of a roll.
	Modify Hook[func(s *State, r Roll) int]
	// Dice returns the number of dice that are added to a roll.
	Dice Hook[func(s *State, r Roll) int]
	// Early reports whether a model that avoids hits rolls before attackers with other
	// scores, whatever its own is.
	Early Hook[func(s *State, m int8) bool]
	// Supported reports whether allies may support an attack on a target.
	Supported Hook[func(s *State, by, target int8) bool]
	// Covered reports whether a target is in light cover from an attacker.
	Covered Hook[func(s *State, by, target int8) bool]
	// Worth returns how many hits a die of an attack counts for, when it counts for this many
	// without the rule.
	Worth Hook[func(s *State, r Roll, face uint8, hits int) int]
	// Voids reports whether the dice of an attack, as they finally lie, do nothing to its
	// target.
	Voids Hook[func(s *State, r Roll) bool]
	// JamDice returns the number of dice that are added to a jam roll; all must jam.
	JamDice Hook[func(s *State, m int8) int]
	// Intercept changes the hits of an attack before they are taken.
	Intercept Hook[func(s *State, a *Attack)]
	// Takes has a model take hits in another way; false when it does not.
	Takes Hook[func(s *State, m int8, hits int) bool]
	// Upright reports whether a model cannot be placed prone.
	Upright Hook[func(s *State, m int8) bool]

	// Things lists what the rule lays on the table.
	Things Hook[Things]
	// Drops has a model let fall what it carries.
	Drops Hook[func(s *State, m int8)]
	// Bears returns a word for what a model carries; empty for nothing.
	Bears Hook[func(s *State, m int8) string]
	// Serves reports whether a model can do anything that wins: take and touch tokens,
	// hold the hill, be the last.
	Serves Hook[func(s *State, m int8) bool]
	// Facts holds what the rule keeps count of.
	Facts Hook[Facts]
	// Notes appends what the rule keeps track of and no model or thing shows, a sentence each.
	Notes Hook[func(s *State, dst []string) []string]
	// Conserve returns an error when the rule has lost or made something.
	Conserve Hook[func(s *State) error]
	// Lay takes the rule's part out of a position.
	Lay Hook[func(s *State, p *Position, f *env.Faults)]
}

// add lets a rule or a skill hook the turn.
func (h *Hooks) add(hook func(h *Hooks)) {
	if hook != nil {
		hook(h)
	}
}

// Facts holds what one rule keeps count of.
type Facts struct {
	Names []string
	// Of returns one of them as a seat observes it, from -1 to 1.
	Of func(s *State, seat, i int) float32
}

// hooked reports whether a rule hooks a moment.
func (s *State) hooked(p Moment) bool { return len(s.Game.Hooks.On[p]) > 0 }

// Reach calls the rules that hook a moment.
func (s *State) Reach(p Moment, m int8) {
	for _, f := range s.Game.Hooks.On[p] {
		f(s, m)
	}
}

// A Roll is dice thrown in a Duel: by a model or a mob, an attack against one, or to avoid
// hits of one.
type Roll struct {
	By, Against int8
	Kind        RollKind
}

// A RollKind says what a roll is for.
type RollKind uint8

const (
	RollAttack RollKind = iota
	RollDefense
)

// A Scenario sets the aim of a game (DUEL-16): a rule with its tokens, its winners
// and its teams.
type Scenario struct {
	Name    string
	Rule    *Rule
	Players []int // numbers of players that it is for
	Teams   bool  // the seats are two teams in turn, else everyone plays alone
	Lost    bool  // the players have no opponents but automata: they lose at the round cap
	// Automata returns how many seats nobody plays, and how many models each of them
	// has; nil: none. They come after the seats of the players.
	Automata func(c *config.Config) (seats, models int)
	// Idle is true of automata that have no turns in the order of Initiative.
	Idle bool
	// Sides sorts the seats into sides and counts them; nil: everyone is alone.
	Sides func(g *Game) int
	// Corners deals the corners; nil: as in the core.
	Corners func(s *State)
	// Answer leaves in the legal set only what an automaton may choose.
	Answer func(s *State)
	// Enlist sets up the automata, Arms holds their equipment, and Bases lists the
	// possible sizes of models; nil: as models of players.
	Enlist func(s *State)
	Arms   *config.Build
	Bases  []space.Base
	// Call names an automaton's model; nil: like a player's.
	Call func(g *Game, m int8) string
	// Doubles returns the first of as many automata as players have models, each of which
	// stands for one of theirs, in their order; 0 or nil: none do.
	Doubles func(g *Game) int8
	// Sorts names what automata can be, and Sort returns which of them a model is; nil:
	// they are alike.
	Sorts []string
	Sort  func(g *Game, m int8) int
	// Start pushes another task than rounds; nil: rounds.
	Start func(s *State)
	// Needs reports as faults what the scenario cannot be played with, or without.
	Needs func(c *config.Config, f *env.Faults)
}

// An AddOn is played on top of a scenario (DUEL-16).
type AddOn struct {
	Name string
	Rule Rule
	// Needs reports as faults what the add-on cannot be played with, or without.
	Needs func(c *config.Config, f *env.Faults)
	// Fits reports as a fault why the add-on has no room on the table.
	Fits func(g *Game, f *env.Faults)
}
