package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A skillID names a feat or a trait. The ids are in the order of the rule book's
// lists, feats first: what a trained network knows of them hangs on it (C-5).
type skillID uint8

const (
	noSkill skillID = iota
	featAbsorbHealth
	featAmmunition
	featBerserker
	featBodyguard
	featChainedShot
	featCoordinate
	featDaemon
	featDauntless
	featEviscerate
	featExtremeReaction
	featFast
	featFighter
	featGrudge
	featGuard
	featHurl
	featHipshot
	featImmobilize
	featIrresponsible
	featJuggernaut
	featJustice
	featKillerInstinct
	featKnockback
	featLarge
	featLeap
	featManhunt
	featMark
	featNightVision
	featNode
	featObstacle
	featOffHandWeapon
	featPrecisionShot
	featPrehensile
	featQuake
	featQuickstep
	featReanimate
	featRegenerate
	featSentry
	featSwift
	featTacticalMovement
	featThrall
	featUnderdog
	featUnity
	featValorous
	featVolley
	featWicked
	featWingman
	featXenos
	featXtraAttack
	featYellow
	featYinYang
	featZealous
	featZeroVisionShooting
	traitAwesomeness
	traitFollower
	traitManeuver
	traitNative
	traitRaiseDead
	traitShapeshifter
	traitToughness
	skillIDs
)

// firstTrait divides the index: what is not a feat is a trait.
const firstTrait = traitAwesomeness

// traits is the number of traits.
const traits = int(skillIDs - firstTrait)

// skillNames are the names as configurations have them; texts write them with
// spaces.
var skillNames = [skillIDs]string{
	featAbsorbHealth: "absorb_health", featAmmunition: "ammunition", featBerserker: "berserker", featBodyguard: "bodyguard",
	featChainedShot: "chained_shot", featCoordinate: "coordinate", featDaemon: "daemon", featDauntless: "dauntless",
	featEviscerate: "eviscerate", featExtremeReaction: "extreme_reaction", featFast: "fast", featFighter: "fighter",
	featGrudge: "grudge", featGuard: "guard", featHurl: "hurl", featHipshot: "hipshot", featImmobilize: "immobilize",
	featIrresponsible: "irresponsible", featJuggernaut: "juggernaut", featJustice: "justice", featKillerInstinct: "killer_instinct",
	featKnockback: "knockback", featLarge: "large", featLeap: "leap", featManhunt: "manhunt", featMark: "mark",
	featNightVision: "night_vision", featNode: "node", featObstacle: "obstacle", featOffHandWeapon: "off_hand_weapon",
	featPrecisionShot: "precision_shot", featPrehensile: "prehensile", featQuake: "quake", featQuickstep: "quickstep",
	featReanimate: "reanimate", featRegenerate: "regenerate", featSentry: "sentry", featSwift: "swift",
	featTacticalMovement: "tactical_movement", featThrall: "thrall", featUnderdog: "underdog", featUnity: "unity",
	featValorous: "valorous", featVolley: "volley", featWicked: "wicked", featWingman: "wingman", featXenos: "xenos",
	featXtraAttack: "xtra_attack", featYellow: "yellow", featYinYang: "yin_yang", featZealous: "zealous",
	featZeroVisionShooting: "zero_vision_shooting",
	traitAwesomeness:       "awesomeness", traitFollower: "follower", traitManeuver: "maneuver", traitNative: "native",
	traitRaiseDead: "raise_dead", traitShapeshifter: "shapeshifter", traitToughness: "toughness",
}

func (id skillID) String() string { return skillNames[id] }

func (id skillID) trait() bool { return id >= firstTrait }

// skillNamed finds a feat or trait by its name.
func skillNamed(name string) (skillID, bool) {
	for id := noSkill + 1; id < skillIDs; id++ {
		if skillNames[id] == name {
			return id, true
		}
	}
	return noSkill, false
}

// A skill is one feat or trait: what it hooks of the turn, and what the
// machinery of heroes asks it. The table skills holds them by id. Each is in a
// file of its own, feat_NAME.go or trait_NAME.go, which enters it in an init
// function; nothing else in the package knows it.
//
// # How to write one
//
// 1. A file feat_NAME.go with
//
//	func init() { skills[featNAME] = &skill{ … } }
//
// and a comment that says in plain words what it does, with its ruling.
//
// 2. Hooks. A skill embeds a rule (points.go) and hooks the same moments and
// sums as the optional rules do. A hook is called for every model, so it tests
// its bearer first: s.bears(m, featNAME). Hooks of skills that nobody in the
// game can have are not called at all. A skill that helps others asks
// s.lends(featNAME, hero, other) (DUEL-35, DUEL-81).
//
// 3. What the machinery does for a skill, each field of skill:
//
//   - needs, suits, leads: what must be there for it to be bought (DUEL-20)
//   - fielded: what it makes of its bearer before the game
//   - far: how long its Moves can be, if longer than others
//   - mayUse, use: an action of the activation, also one that is channelled; use
//     calls s.plan(m) first if a Duel follows it (DUEL-26, DUEL-66)
//   - maySpecial, special: a Special Attack, chosen by the initiator after the
//     engaged set is fixed and before scores; s.duel.special then holds its id
//   - mayConvert, convert: instead of taking an attack's hits (DUEL-28); offered
//     after the roll, for at most one skill of an attack
//   - redirect, whole: hits that go to another model (DUEL-28, DUEL-113)
//   - mayInterrupt, interrupt: in the middle of an enemy's Move (DUEL-14, DUEL-116)
//   - eyes: of whose sight a model may make use when it initiates a Duel (DUEL-88)
//   - triggered: what s.trigger(featNAME, m, about) asks for, when the Duel under
//     way is over (DUEL-115)
//   - mayGo: where a Move given with s.giveMove may end
//   - designate: whom its bearer may choose before the first round (DUEL-36); the
//     choice is s.bond(m, featNAME)
//   - run: a task of its own, pushed by s.pushSkill; it asks with s.askSkill
//
// 4. What it remembers of a model: s.models[m].marks[featNAME's mark] for dice
// and switches (marks.go), s.trait(m, id) for X.
//
// 5. A test: testdata/feats/NAME.yaml, see feats_test.go: a position, dice,
// actions and the outcome, and the same without the skill. No Go is needed.
type skill struct {
	rule

	channel, attack bool // keywords Channel and Special Attack
	move            bool // its action is a Move: one of two for who is fast

	// needs says what has to be on for the skill to be of use; empty when it is.
	needs func(c *Config) string
	// suits says what is wrong with a Hero's arms; empty when nothing is.
	suits func(b *build) string
	// leads says that the Hero must have bought followers before.
	leads bool
	// far is the longest distance that its destinations can be away.
	far func(c *Config) float64

	// ready works out what the skill needs of a game's map, once.
	ready func(g *Game)
	// fielded makes its bearer ready for the game, once what it has is known.
	fielded func(s *State, m int8)

	mayUse func(s *State, m int8) bool
	use    func(s *State, m int8)

	maySpecial func(s *State, m int8) bool
	special    func(s *State, m int8) // chosen; may push tasks

	mayConvert func(s *State, a *attack) bool
	convert    func(s *State, a *attack) // instead of the hits
	partly     bool                      // of as many of them as is asked; the rest hit

	// redirect is who could take hits of an attack in the target's place, and
	// whether only all of them may go there; nobody when it cannot be.
	redirect func(s *State, a *attack) (to int8, whole bool)

	// mayInterrupt says whether bearer m could interrupt the mover where it is.
	mayInterrupt func(s *State, m, mover int8) bool
	interrupt    func(s *State, m, mover int8)

	// eyes are the models whose sight m may use, besides its own, when it initiates
	// a Duel.
	eyes func(s *State, m int8) modelSet

	triggered func(s *State, m, about int8)

	designate func(s *State, m int8) modelSet

	// mayGo says whether a Move that the skill gives may end where the model now is;
	// from is where it began.
	mayGo func(s *State, m int8, from space.Point) bool

	run func(s *State, t *task)
}

// skills holds what is behind the names.
var skills [skillIDs]*skill

// SkillNames lists the feats and traits in the order of the rule book.
func SkillNames() []string { return append([]string(nil), skillNames[1:]...) }

// A skillSet is a set of feats and traits, as bits.
type skillSet uint64

func (x skillSet) has(id skillID) bool { return x>>id&1 != 0 }

// allowedSkills are those that a configuration lets a Hero buy (DUEL-20).
func (c *Config) allowedSkills() skillSet {
	var set skillSet
	for id, k := range skills {
		if k != nil && (k.needs == nil || k.needs(c) == "") {
			set |= 1 << id
		}
	}
	return set
}

// bears says whether a model has a feat or a trait.
func (s *State) bears(m int8, id skillID) bool { return has(s.bearers[id], m) }

// trait is how often a model's trait counts: the X of the rule book.
func (s *State) trait(m int8, id skillID) int { return int(s.models[m].traits[id-firstTrait]) }

// give lets a model have a feat, or a trait once more.
func (s *State) give(m int8, id skillID) {
	s.bearers[id] |= bit(m)
	if id.trait() {
		s.models[m].traits[id-firstTrait]++
	}
}

// strip takes all feats and traits from a model.
func (s *State) strip(m int8) {
	for id := range s.bearers {
		s.bearers[id] &^= bit(m)
	}
	s.models[m].traits = [traits]uint8{}
}

// lends says whether a feat of one model can do something for another: while its
// bearer stands, and neither is irresponsible (DUEL-35, DUEL-81).
func (s *State) lends(id skillID, from, to int8) bool {
	if !s.bears(from, id) || s.models[from].status != standing {
		return false
	}
	return from == to || s.trusts(from, to)
}

// trusts says whether feats pass between two models: never to or from the
// irresponsible (DUEL-81).
func (s *State) trusts(from, to int8) bool {
	return !s.bears(from, featIrresponsible) && !s.bears(to, featIrresponsible)
}

// skillAction is the id of the action that names a skill.
func (g *Game) skillAction(id skillID) env.Action { return g.actions.skill + env.Action(id) - 1 }

// skillOf is the inverse of skillAction.
func (g *Game) skillOf(a env.Action) (skillID, bool) {
	i := a - g.actions.skill
	if g.actions.skill < 0 || i < 0 || i >= env.Action(skillIDs-1) {
		return noSkill, false
	}
	return skillID(i + 1), true
}
