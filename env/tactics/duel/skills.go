package duel

import (
	"math"

	game "ringer/env/duel"
)

// prices holds the worth of each point of a feat or trait, in returns from -1 to 1,
// relative to the mean of all feats and traits: of the first point, the second and
// so on. The last entry holds for all further points.
type prices []float64

// next returns the price of one more point after this many.
func (p prices) next(owned int) float64 {
	if len(p) == 0 {
		return 0
	}
	return p[min(owned, len(p)-1)]
}

// SkillPrice returns the worth of one more point of a feat or trait to a model that
// has this many, in returns from -1 to 1. A point of the trait follower is worth as much as
// the most valuable kind that can be fielded.
func SkillPrice(id game.Skill, owned int, c *game.Config) float64 {
	if id != game.TraitFollower {
		return skillPrices[id].next(owned)
	}
	best, most := 0., math.Inf(-1)
	for _, kind := range [...]string{game.KindGanger, game.KindRookie, game.KindAnimal} {
		if kind == game.KindAnimal && !c.Melee {
			continue
		}
		if total := FollowersPrice(kind, owned+1); total > most {
			most, best = total, followerPrices[kind].next(owned)
		}
	}
	return best
}

// FollowersPrice returns the worth of this many points of the trait follower with
// followers of a kind, in returns from -1 to 1.
func FollowersPrice(kind string, points int) (total float64) {
	for n := range points {
		total += followerPrices[kind].next(n)
	}
	return total
}

// The prices are measured: TestPricesOfSkills of the expert plays games between
// experts that buy at random, and regresses the results on what they have bought. In
// 15,000 games of duel(file=gang) they bought anything, in 8,000 mostly followers and
// toughness; the prices of further points of these are of the later games alone, as one
// depends on the other. Standard errors are 0.02 to 0.05.
//
// Games about a treasure give much the same prices, and Heroes bought by those did no
// better there than Heroes bought by these.
var skillPrices = [game.Skills]prices{
	game.FeatAbsorbHealth:       {0.20},
	game.TraitAwesomeness:       {0.01},
	game.FeatBerserker:          {0},
	game.FeatBodyguard:          {0.03},
	game.FeatChainedShot:        {-0.01},
	game.FeatCoordinate:         {0.13},
	game.FeatDaemon:             {0},
	game.FeatDauntless:          {-0.03},
	game.FeatEviscerate:         {-0.05},
	game.FeatExtremeReaction:    {-0.04},
	game.FeatFast:               {-0.01},
	game.FeatFighter:            {0},
	game.FeatGrudge:             {0.11},
	game.FeatGuard:              {0.15},
	game.FeatHipshot:            {-0.03},
	game.FeatHurl:               {-0.02},
	game.FeatImmobilize:         {0},
	game.FeatJuggernaut:         {-0.05},
	game.FeatJustice:            {-0.03},
	game.FeatKillerInstinct:     {0.14},
	game.FeatKnockback:          {-0.03},
	game.FeatLarge:              {0},
	game.FeatLeap:               {-0.03},
	game.TraitManeuver:          {0},
	game.FeatManhunt:            {-0.02},
	game.FeatMark:               {-0.05},
	game.TraitNative:            {-0.03},
	game.FeatNode:               {0.02},
	game.FeatObstacle:           {-0.01},
	game.FeatOffHandWeapon:      {0},
	game.FeatPrecisionShot:      {0.06},
	game.FeatPrehensile:         {-0.05},
	game.FeatQuake:              {-0.03},
	game.FeatQuickstep:          {0.01},
	game.TraitRaiseDead:         {0.03},
	game.FeatReanimate:          {-0.02},
	game.FeatRegenerate:         {0.06},
	game.TraitShapeshifter:      {0.03},
	game.FeatSwift:              {-0.07},
	game.FeatTacticalMovement:   {0.01},
	game.FeatThrall:             {-0.02},
	game.TraitToughness:         {0.22, 0.16, 0.23, 0.16},
	game.FeatUnderdog:           {0.04},
	game.FeatUnity:              {-0.05},
	game.FeatValorous:           {-0.02},
	game.FeatVolley:             {-0.03},
	game.FeatWicked:             {-0.01},
	game.FeatWingman:            {-0.03},
	game.FeatXenos:              {-0.03},
	game.FeatXtraAttack:         {0.07},
	game.FeatYellow:             {-0.12},
	game.FeatYinYang:            {0.02},
	game.FeatZealous:            {0.03},
	game.FeatZeroVisionShooting: {-0.06},
}

// followerPrices lists the prices of the trait follower by kind of followers.
var followerPrices = map[string]prices{
	game.KindAnimal: {0.30, 0.32, 0.31, 0.23},
	game.KindGanger: {0.18, 0.34, 0.22, 0.34},
	game.KindRookie: {0.14, 0.31, 0.46, 0.32},
}
