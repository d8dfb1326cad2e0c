package turn

import (
	"slices"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A SkillID names a feat or a trait. The ids are in the order of the rule book's
// lists, feats first: what a trained network knows of them hangs on it (C-5).
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

func (id SkillID) String() string { return SkillWords[id] }

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
// 2. Hooks. A Skill embeds a Rule (rule.go) and hooks the same moments and sums as the
// optional rules do. A hook is called for every model, so it tests its bearer first:
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
// 5. A test: testdata/feats/NAME.yaml of package duel, see feats_test.go there: a
// position, dice, actions and the outcome, and the same without the skill. No Go is
// needed.
type Skill struct {
	Rule

	Channel, Attack bool // keywords Channel and Special Attack
	Move            bool // its action is a Move: one of two for who is fast

	// Needs says what has to be on for the skill to be of use; empty when it is.
	Needs func(c *config.Config) string
	// Suits says what is wrong with a Hero's arms; empty when nothing is.
	Suits func(b *config.Build) string
	// Leads says that the Hero must have bought followers before.
	Leads bool
	// Far is the longest distance that its destinations can be away.
	Far func(c *config.Config) float64

	// Fielded makes its bearer ready for the game, once what it has is known.
	Fielded func(s *State, m int8)

	MayUse func(s *State, m int8) bool
	Use    func(s *State, m int8)

	MaySpecial func(s *State, m int8) bool
	Special    func(s *State, m int8) // chosen; may push tasks

	MayConvert func(s *State, a *Attack) bool
	Convert    func(s *State, a *Attack) // instead of the hits
	Partly     bool                      // of as many of them as is asked; the rest hit

	// Redirect is who could take hits of an attack in the target's place, and
	// whether only all of them may go there; nobody when it cannot be.
	Redirect func(s *State, a *Attack) (to int8, whole bool)

	// MayInterrupt says whether bearer m could interrupt the mover where it is.
	MayInterrupt func(s *State, m, mover int8) bool
	Interrupt    func(s *State, m, mover int8)

	// Eyes are the models whose sight m may use, besides its own, when it initiates
	// a Duel.
	Eyes func(s *State, m int8) ModelSet

	Triggered func(s *State, m, about int8)

	Designate func(s *State, m int8) ModelSet

	// MayGo says whether a Move that the skill gives may end where the model now is;
	// from is where it began.
	MayGo func(s *State, m, about int8, from space.Point) bool

	Run func(s *State, t *Task)
}

// A SkillTable holds what is behind the names of feats and traits.
type SkillTable [SkillIDs]*Skill

// SkillNames lists the feats and traits in the order of the rule book.
func SkillNames() []string { return append([]string(nil), SkillWords[1:]...) }

// A SkillSet is a set of feats and traits, as bits.
type SkillSet uint64

func (x SkillSet) Has(id SkillID) bool { return x>>id&1 != 0 }

// Bears says whether a model has a feat or a trait.
func (s *State) Bears(m int8, id SkillID) bool { return s.Bearers[id].Has(m) }

// Trait is how often a model's trait counts: the X of the rule book.
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

// Lends says whether a feat of one model can do something for another: while its
// bearer stands, and neither is irresponsible (DUEL-35, DUEL-81).
func (s *State) Lends(id SkillID, from, to int8) bool {
	if !s.Bears(from, id) || s.Models[from].Status != Standing {
		return false
	}
	return from == to || s.Trusts(from, to)
}

// Trusts says whether feats pass between two models: never to or from the
// irresponsible (DUEL-81).
func (s *State) Trusts(from, to int8) bool {
	return !s.Bears(from, FeatIrresponsible) && !s.Bears(to, FeatIrresponsible)
}

// SkillAction is the id of the action that names a skill.
func (g *Game) SkillAction(id SkillID) env.Action { return g.Actions.Skill + env.Action(id) - 1 }

// SkillOf is the inverse of skillAction.
func (g *Game) SkillOf(a env.Action) (SkillID, bool) {
	i := a - g.Actions.Skill
	if g.Actions.Skill < 0 || i < 0 || i >= env.Action(SkillIDs-1) {
		return NoSkill, false
	}
	return SkillID(i + 1), true
}

// OfHeroes are the traits that belong to a Hero, whatever its shape.
var OfHeroes = [...]SkillID{TraitFollower, TraitShapeshifter}

func (id SkillID) OfHero() bool { return slices.Contains(OfHeroes[:], id) }
