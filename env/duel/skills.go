package duel

import "ringer/env/duel/internal/turn"

// Skill is a feat or a trait. Its String is the name that configurations use.
type Skill = turn.SkillID

// The feats and traits in the order of the rule book, feats first.
const (
	NoSkill = turn.NoSkill

	FeatAbsorbHealth       = turn.FeatAbsorbHealth
	FeatAmmunition         = turn.FeatAmmunition
	FeatBerserker          = turn.FeatBerserker
	FeatBodyguard          = turn.FeatBodyguard
	FeatChainedShot        = turn.FeatChainedShot
	FeatCoordinate         = turn.FeatCoordinate
	FeatDaemon             = turn.FeatDaemon
	FeatDauntless          = turn.FeatDauntless
	FeatEviscerate         = turn.FeatEviscerate
	FeatExtremeReaction    = turn.FeatExtremeReaction
	FeatFast               = turn.FeatFast
	FeatFighter            = turn.FeatFighter
	FeatGrudge             = turn.FeatGrudge
	FeatGuard              = turn.FeatGuard
	FeatHurl               = turn.FeatHurl
	FeatHipshot            = turn.FeatHipshot
	FeatImmobilize         = turn.FeatImmobilize
	FeatIrresponsible      = turn.FeatIrresponsible
	FeatJuggernaut         = turn.FeatJuggernaut
	FeatJustice            = turn.FeatJustice
	FeatKillerInstinct     = turn.FeatKillerInstinct
	FeatKnockback          = turn.FeatKnockback
	FeatLarge              = turn.FeatLarge
	FeatLeap               = turn.FeatLeap
	FeatManhunt            = turn.FeatManhunt
	FeatMark               = turn.FeatMark
	FeatNightVision        = turn.FeatNightVision
	FeatNode               = turn.FeatNode
	FeatObstacle           = turn.FeatObstacle
	FeatOffHandWeapon      = turn.FeatOffHandWeapon
	FeatPrecisionShot      = turn.FeatPrecisionShot
	FeatPrehensile         = turn.FeatPrehensile
	FeatQuake              = turn.FeatQuake
	FeatQuickstep          = turn.FeatQuickstep
	FeatReanimate          = turn.FeatReanimate
	FeatRegenerate         = turn.FeatRegenerate
	FeatSentry             = turn.FeatSentry
	FeatSwift              = turn.FeatSwift
	FeatTacticalMovement   = turn.FeatTacticalMovement
	FeatThrall             = turn.FeatThrall
	FeatUnderdog           = turn.FeatUnderdog
	FeatUnity              = turn.FeatUnity
	FeatValorous           = turn.FeatValorous
	FeatVolley             = turn.FeatVolley
	FeatWicked             = turn.FeatWicked
	FeatWingman            = turn.FeatWingman
	FeatXenos              = turn.FeatXenos
	FeatXtraAttack         = turn.FeatXtraAttack
	FeatYellow             = turn.FeatYellow
	FeatYinYang            = turn.FeatYinYang
	FeatZealous            = turn.FeatZealous
	FeatZeroVisionShooting = turn.FeatZeroVisionShooting
	TraitAwesomeness       = turn.TraitAwesomeness
	TraitFollower          = turn.TraitFollower
	TraitManeuver          = turn.TraitManeuver
	TraitNative            = turn.TraitNative
	TraitRaiseDead         = turn.TraitRaiseDead
	TraitShapeshifter      = turn.TraitShapeshifter
	TraitToughness         = turn.TraitToughness

	Skills = turn.SkillIDs // the number of ids, NoSkill included
)
