package heroes

import "ringer/env/duel/internal/turn"

// Skills lists the feats and traits, by their ids.
var Skills = turn.SkillTable{
	turn.FeatAbsorbHealth:       absorbHealthFeat(),
	turn.FeatAmmunition:         ammunitionFeat(),
	turn.FeatBerserker:          berserkerFeat(),
	turn.FeatBodyguard:          bodyguardFeat(),
	turn.FeatChainedShot:        chainedShotFeat(),
	turn.FeatCoordinate:         coordinateFeat(),
	turn.FeatDaemon:             daemonFeat(),
	turn.FeatDauntless:          dauntlessFeat(),
	turn.FeatEviscerate:         eviscerateFeat(),
	turn.FeatExtremeReaction:    extremeReactionFeat(),
	turn.FeatFast:               fastFeat(),
	turn.FeatFighter:            fighterFeat(),
	turn.FeatGrudge:             grudgeFeat(),
	turn.FeatGuard:              guardFeat(),
	turn.FeatHurl:               hurlFeat(),
	turn.FeatHipshot:            hipshotFeat(),
	turn.FeatImmobilize:         immobilizeFeat(),
	turn.FeatIrresponsible:      irresponsibleFeat(),
	turn.FeatJuggernaut:         juggernautFeat(),
	turn.FeatJustice:            justiceFeat(),
	turn.FeatKillerInstinct:     killerInstinctFeat(),
	turn.FeatKnockback:          knockbackFeat(),
	turn.FeatLarge:              largeFeat(),
	turn.FeatLeap:               leapFeat(),
	turn.FeatManhunt:            manhuntFeat(),
	turn.FeatMark:               markFeat(),
	turn.FeatNightVision:        nightVisionFeat(),
	turn.FeatNode:               nodeFeat(),
	turn.FeatObstacle:           obstacleFeat(),
	turn.FeatOffHandWeapon:      offHandWeaponFeat(),
	turn.FeatPrecisionShot:      precisionShotFeat(),
	turn.FeatPrehensile:         prehensileFeat(),
	turn.FeatQuake:              quakeFeat(),
	turn.FeatQuickstep:          quickstepFeat(),
	turn.FeatReanimate:          reanimateFeat(),
	turn.FeatRegenerate:         regenerateFeat(),
	turn.FeatSentry:             sentryFeat(),
	turn.FeatSwift:              swiftFeat(),
	turn.FeatTacticalMovement:   tacticalMovementFeat(),
	turn.FeatThrall:             thrallFeat(),
	turn.FeatUnderdog:           underdogFeat(),
	turn.FeatUnity:              unityFeat(),
	turn.FeatValorous:           valorousFeat(),
	turn.FeatVolley:             volleyFeat(),
	turn.FeatWicked:             wickedFeat(),
	turn.FeatWingman:            wingmanFeat(),
	turn.FeatXenos:              xenosFeat(),
	turn.FeatXtraAttack:         xtraAttackFeat(),
	turn.FeatYellow:             yellowFeat(),
	turn.FeatYinYang:            yinYangFeat(),
	turn.FeatZealous:            zealousFeat(),
	turn.FeatZeroVisionShooting: zeroVisionShootingFeat(),
	turn.TraitAwesomeness:       awesomenessTrait(),
	turn.TraitFollower:          followerTrait(),
	turn.TraitManeuver:          maneuverTrait(),
	turn.TraitNative:            nativeTrait(),
	turn.TraitRaiseDead:         raiseDeadTrait(),
	turn.TraitShapeshifter:      shapeshifterTrait(),
	turn.TraitToughness:         toughnessTrait(),
}

// stir begins an activation that is one Move within that of another model, or after it: what
// lasts until the next activation of the mover is over (DUEL-72, DUEL-87, DUEL-92).
func stir(s *turn.State, m int8) {
	act := s.Act
	s.Act = turn.Activation{M: m, Given: true, Brief: true}
	s.Reach(turn.AtActivate, m)
	s.Act = act
}
