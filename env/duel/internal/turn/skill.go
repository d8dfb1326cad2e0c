package turn

import (
	"slices"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A SkillID names a feat or a trait. The ids are in the order of the rule book's
// lists, feats first: trained networks depend on it (C-5).
type SkillID uint8

const (
	NoSkill SkillID = iota
	FeatAbsorbHealth
	FeatAmmunition
	FeatBerserker
	FeatBodyguard
	FeatChainedShot
	FeatCoordinate
	FeatDaemon
	FeatDauntless
	FeatEviscerate
	FeatExtremeReaction
	FeatFast
	FeatFighter
	FeatGrudge
	FeatGuard
	FeatHurl
	FeatHipshot
	FeatImmobilize
	FeatIrresponsible
	FeatJuggernaut
	FeatJustice
	FeatKillerInstinct
	FeatKnockback
	FeatLarge
	FeatLeap
	FeatManhunt
	FeatMark
	FeatNightVision
	FeatNode
	FeatObstacle
	FeatOffHandWeapon
	FeatPrecisionShot
	FeatPrehensile
	FeatQuake
	FeatQuickstep
	FeatReanimate
	FeatRegenerate
	FeatSentry
	FeatSwift
	FeatTacticalMovement
	FeatThrall
	FeatUnderdog
	FeatUnity
	FeatValorous
	FeatVolley
	FeatWicked
	FeatWingman
	FeatXenos
	FeatXtraAttack
	FeatYellow
	FeatYinYang
	FeatZealous
	FeatZeroVisionShooting
	TraitAwesomeness
	TraitFollower
	TraitManeuver
	TraitNative
	TraitRaiseDead
	TraitShapeshifter
	TraitToughness
	SkillIDs
)

// FirstTrait divides the index: what is not a feat is a trait.
const FirstTrait = TraitAwesomeness

// traits is the number of traits.
const traits = int(SkillIDs - FirstTrait)

// SkillWords are the names as configurations have them; texts write them with
// spaces.
var SkillWords = [SkillIDs]string{
	FeatAbsorbHealth: "absorb_health", FeatAmmunition: "ammunition", FeatBerserker: "berserker", FeatBodyguard: "bodyguard",
	FeatChainedShot: "chained_shot", FeatCoordinate: "coordinate", FeatDaemon: "daemon", FeatDauntless: "dauntless",
	FeatEviscerate: "eviscerate", FeatExtremeReaction: "extreme_reaction", FeatFast: "fast", FeatFighter: "fighter",
	FeatGrudge: "grudge", FeatGuard: "guard", FeatHurl: "hurl", FeatHipshot: "hipshot", FeatImmobilize: "immobilize",
	FeatIrresponsible: "irresponsible", FeatJuggernaut: "juggernaut", FeatJustice: "justice", FeatKillerInstinct: "killer_instinct",
	FeatKnockback: "knockback", FeatLarge: "large", FeatLeap: "leap", FeatManhunt: "manhunt", FeatMark: "mark",
	FeatNightVision: "night_vision", FeatNode: "node", FeatObstacle: "obstacle", FeatOffHandWeapon: "off_hand_weapon",
	FeatPrecisionShot: "precision_shot", FeatPrehensile: "prehensile", FeatQuake: "quake", FeatQuickstep: "quickstep",
	FeatReanimate: "reanimate", FeatRegenerate: "regenerate", FeatSentry: "sentry", FeatSwift: "swift",
	FeatTacticalMovement: "tactical_movement", FeatThrall: "thrall", FeatUnderdog: "underdog", FeatUnity: "unity",
	FeatValorous: "valorous", FeatVolley: "volley", FeatWicked: "wicked", FeatWingman: "wingman", FeatXenos: "xenos",
	FeatXtraAttack: "xtra_attack", FeatYellow: "yellow", FeatYinYang: "yin_yang", FeatZealous: "zealous",
	FeatZeroVisionShooting: "zero_vision_shooting",
	TraitAwesomeness:       "awesomeness", TraitFollower: "follower", TraitManeuver: "maneuver", TraitNative: "native",
	TraitRaiseDead: "raise_dead", TraitShapeshifter: "shapeshifter", TraitToughness: "toughness",
}

// String returns the name as configurations have it.
func (id SkillID) String() string { return SkillWords[id] }

// Trait reports whether the id belongs to a trait.
func (id SkillID) Trait() bool { return id >= FirstTrait }

// SkillNamed finds a feat or trait by its name.
func SkillNamed(name string) (SkillID, bool) {
	for id := NoSkill + 1; id < SkillIDs; id++ {
		if SkillWords[id] == name {
			return id, true
		}
	}
	return NoSkill, false
}

// A Skill is one feat or trait: what it hooks of the turn, and what the machinery of
// heroes asks it. Each is in a file of its own of package heroes, feat_NAME.go or
// trait_NAME.go, and has a line in the table there; the engine knows only its id.
//
// # How to write one
//
// 1. A file feat_NAME.go with a function that returns the Skill, its line in the table
// heroes.Skills, and a comment that says in plain words what it does, with its ruling.
//
// 2. Hooks. A Skill hooks the same moments and sums as the optional rules do (rule.go). A hook is called for every model, so it tests its bearer first:
// s.Bears(m, FeatNAME). Hooks of skills that nobody in the game can have are not called
// at all. A skill that helps others asks s.Lends(FeatNAME, hero, other) (DUEL-35,
// DUEL-81).
//
// 3. What the machinery does for a skill, each field of Skill:
//
//   - Needs, Suits, Leads: what must be there for it to be bought (DUEL-20)
//   - Fielded: what it makes of its bearer before the game
//   - Far: how long its Moves can be, if longer than others
//   - MayUse, Use: an action of the activation, also one that is channelled; Use
//     calls s.Plan(m) first if a Duel follows it (DUEL-26, DUEL-66)
//   - MaySpecial, Special: a Special Attack, chosen by the initiator after the
//     engaged set is fixed and before scores; s.Duel.Special then holds its id
//   - MayConvert, Convert: instead of taking an attack's hits (DUEL-28); offered
//     after the roll, for at most one skill of an attack
//   - Redirect: hits that go to another model (DUEL-28, DUEL-113)
//   - MayInterrupt, Interrupt: in the middle of an enemy's Move (DUEL-14, DUEL-116)
//   - Eyes: of whose sight a model may make use when it initiates a Duel (DUEL-88)
//   - Triggered: what s.Trigger(FeatNAME, m, about) asks for, when the Duel under
//     way is over (DUEL-115)
//   - MayGo: where a Move given with s.GiveMove may end
//   - Designate: whom its bearer may choose before the first round (DUEL-36); the
//     choice is s.Bond(m, FeatNAME)
//   - Run: a task of its own, pushed by s.PushSkill; it asks with s.AskSkill
//
// 4. What it remembers of a model: s.Models[m].Marks for dice and switches (marks.go),
// s.Trait(m, id) for X.
//
// 5. A test: testdata/feats/NAME.yaml of package casebook, see feats_test.go there: a
// position, dice, actions and the outcome, and the same without the skill. No Go is
// needed.
type Skill struct {
	Hook  func(h *Hooks) // as of a Rule; nil: it hooks nothing
	Ready func(g *Game)  // as of a Rule; nil: nothing

	Channel, Attack bool // keywords Channel and Special Attack
	Move            bool // its action is a Move: a Hero that is fast has two of them

	// Needs returns what has to be on for the skill to be of use; empty when it is.
	Needs func(c *config.Config) string
	// Suits returns what is wrong with a Hero's arms; empty when nothing is.
	Suits func(b *config.Build) string
	// Leads is true of a skill for which the Hero must have bought followers before.
	Leads bool
	// Far returns the longest distance of a destination that the skill gives, in inches.
	Far func(c *config.Config) float64

	// Fielded makes its bearer ready for the game, once what it has is known.
	Fielded func(s *State, m int8)

	// MayUse reports whether a model can use the skill as its action, and Use does.
	MayUse func(s *State, m int8) bool
	Use    func(s *State, m int8)

	// MaySpecial reports whether the initiator can choose the Special Attack, and
	// Special begins it; it may push tasks.
	MaySpecial func(s *State, m int8) bool
	Special    func(s *State, m int8)

	// MayConvert reports whether an attack can do something instead of its hits, and
	// Convert does it. Where Partly is true the owner says of how many; the rest hit.
	MayConvert func(s *State, a *Attack) bool
	Convert    func(s *State, a *Attack)
	Partly     bool

	// Redirect returns the models that could take hits in the place of the one that
	// they are dealt to, and whether only all of them may go there.
	Redirect func(s *State, b *Blow) (to ModelSet, whole bool)

	// MayInterrupt reports whether bearer m could interrupt the mover where it is, and
	// Interrupt does.
	MayInterrupt func(s *State, m, mover int8) bool
	Interrupt    func(s *State, m, mover int8)

	// Eyes returns the models whose sight m may use, besides its own, when it
	// initiates a Duel.
	Eyes func(s *State, m int8) ModelSet

	// Triggered does what Trigger has asked for, now that no Duel is under way.
	Triggered func(s *State, m, about int8)

	// Designate returns the models that a bearer can choose from before the first round.
	Designate func(s *State, m int8) ModelSet

	// MayGo reports whether a Move that the skill gives may end where the model
	// now is. The Move began at from; about is the model that GiveMove got.
	MayGo func(s *State, m, about int8, from space.Point) bool
	// MayLeave is true of a skill with MayGo whose Move may also lead off the area.
	MayLeave bool

	// Run carries on a task that PushSkill has pushed.
	Run func(s *State, t *Task)
}

// A SkillTable holds what is behind the names of feats and traits.
type SkillTable [SkillIDs]*Skill

// SkillNames lists the feats and traits in the order of the rule book.
func SkillNames() []string { return append([]string(nil), SkillWords[1:]...) }

// A SkillSet is a set of feats and traits, as bits.
type SkillSet uint64

// Has reports whether a feat or trait is in the set.
func (x SkillSet) Has(id SkillID) bool { return x>>id&1 != 0 }

// Bears reports whether a model has a feat or a trait.
func (s *State) Bears(m int8, id SkillID) bool { return s.Bearers[id].Has(m) }

// Trait returns how often a model's trait counts: the X of the rule book.
func (s *State) Trait(m int8, id SkillID) int { return int(s.Models[m].Traits[id-FirstTrait]) }

// Give lets a model have a feat, or a trait once more.
func (s *State) Give(m int8, id SkillID) {
	s.Bearers[id] |= Bit(m)
	if id.Trait() {
		s.Models[m].Traits[id-FirstTrait]++
	}
}

// Strip takes all feats and traits from a model.
func (s *State) Strip(m int8) {
	for id := range s.Bearers {
		s.Bearers[id] &^= Bit(m)
	}
	s.Models[m].Traits = [traits]uint8{}
}

// Lends reports whether a feat of one model can do something for another: while its
// bearer stands, and neither is irresponsible (DUEL-35, DUEL-81).
func (s *State) Lends(id SkillID, from, to int8) bool {
	if !s.Bears(from, id) || s.Models[from].Status != Standing {
		return false
	}
	return from == to || s.Trusts(from, to)
}

// Trusts reports whether feats pass between two models: never to or from the
// irresponsible (DUEL-81).
func (s *State) Trusts(from, to int8) bool {
	return !s.Bears(from, FeatIrresponsible) && !s.Bears(to, FeatIrresponsible)
}

// SkillAction returns the id of the action that names a skill.
func (g *Game) SkillAction(id SkillID) env.Action { return g.Actions.Skill + env.Action(id) - 1 }

// SkillOf returns the feat or trait that an action names; false for other actions.
func (g *Game) SkillOf(a env.Action) (SkillID, bool) {
	i := a - g.Actions.Skill
	if g.Actions.Skill < 0 || i < 0 || i >= env.Action(SkillIDs-1) {
		return NoSkill, false
	}
	return SkillID(i + 1), true
}

// OfHeroes are the traits that belong to a Hero, whatever its shape.
var OfHeroes = [...]SkillID{TraitFollower, TraitShapeshifter}

// OfHero reports whether a trait belongs to a Hero whatever its shape.
func (id SkillID) OfHero() bool { return slices.Contains(OfHeroes[:], id) }
