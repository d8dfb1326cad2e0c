package turn

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// Hooks holds the functions of the rules that are on, by what they hook.
type Hooks struct {
	on                  [Moments][]func(s *State, m int8)
	modify              []func(s *State, r Roll) int
	dice                []func(s *State, r Roll) int
	allowance, stride   []func(s *State, m int8) float64
	offer               []func(s *State, m int8)
	acted               []func(s *State, m int8, a env.Action) bool
	onward              []func(s *State, m int8, kind MoveKind)
	went                []func(s *State, m int8, kind MoveKind, a env.Action) bool
	dropped             []func(s *State, m int8, height space.Length)
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
	Facts               []Facts
	Notes               []func(s *State, dst []string) []string
	Conserve            []func(s *State) error
	Lay                 []func(s *State, p *Position, f *env.Faults)

	worth          []func(s *State, r Roll, face uint8, hits int) int
	voids          []func(s *State, r Roll) bool
	plans          []func(s *State, m int8) bool
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

// Facts holds what one rule keeps count of.
type Facts struct {
	Names []string
	Of    func(s *State, seat, i int) float32
}

// hooked adds a function to a list when there is one.
func hooked[F any](list *[]F, f F, there bool) {
	if there {
		*list = append(*list, f)
	}
}

func (h *Hooks) add(r *Rule) {
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
	hooked(&h.onward, r.Onward, r.Onward != nil)
	hooked(&h.went, r.Went, r.Went != nil)
	hooked(&h.dropped, r.Dropped, r.Dropped != nil)
	hooked(&h.mayEngage, r.MayEngage, r.MayEngage != nil)
	hooked(&h.reaches, r.Reaches, r.Reaches != nil)
	hooked(&h.pointBlank, r.PointBlank, r.PointBlank != nil)
	hooked(&h.mayFight, r.MayFight, r.MayFight != nil)
	hooked(&h.intercept, r.Intercept, r.Intercept != nil)
	hooked(&h.worth, r.Worth, r.Worth != nil)
	hooked(&h.voids, r.Voids, r.Voids != nil)
	hooked(&h.plans, r.Plans, r.Plans != nil)
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
func (h *Hooks) addObjectives(r *Rule) {
	hooked(&h.passed, r.Passed, r.Passed != nil)
	hooked(&h.leaving, r.Leaving, r.Leaving != nil)
	hooked(&h.Home, r.Home, r.Home != nil)
	hooked(&h.drops, r.Drops, r.Drops != nil)
	hooked(&h.readied, r.Readied, r.Readied != nil)
	hooked(&h.activate, r.Activate, r.Activate != nil)
	hooked(&h.far, r.Far, r.Far != nil)
	hooked(&h.Things, r.Things, r.Things.Count > 0)
	hooked(&h.bears, r.Bears, r.Bears != nil)
	hooked(&h.Facts, Facts{r.Facts, r.Fact}, r.Fact != nil)
	hooked(&h.Notes, r.Notes, r.Notes != nil)
	hooked(&h.Conserve, r.Conserve, r.Conserve != nil)
	hooked(&h.Lay, r.Lay, r.Lay != nil)
}

// hooked reports whether a rule hooks a moment.
func (s *State) hooked(p Moment) bool { return len(s.Game.Hooks.on[p]) > 0 }

// Reach calls the rules that hook a moment.
func (s *State) Reach(p Moment, m int8) {
	for _, f := range s.Game.Hooks.on[p] {
		f(s, m)
	}
}
