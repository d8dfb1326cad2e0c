package heat

import (
	"math"

	"ringer/env/heat"
)

// Worths returns a rough price in dollars of every kind of card of a game, apart
// from any position.
func Worths(g *heat.Game) []float64 {
	c, kinds := g.Config(), g.Kinds()
	worths := make([]float64, len(kinds))
	for i := range kinds {
		for p := range heat.Phases {
			list := kinds[i].Effects(p)
			for k := range list {
				worths[i] += usualWorth(&list[k], c.Players)
			}
		}
	}
	return worths
}

// usual values effects apart from a position. It implements valuer.
type usual struct{ others float64 }

func usualWorth(e *heat.Clause, players int) float64 {
	v := usual{others: float64(players - 1)}
	x := stakes{
		numbers: &rough, effect: e, actor: -1, seat: -1, n: usualAmount(&e.Amount, players), side: -1 / v.others, threat: 1 / v.others,
		purse: math.Inf(1), ownPurse: math.Inf(1), ownHeat: math.Inf(1), token: tokenPrice * timely,
	}
	if e.Who.Kind == heat.WhoSelf {
		x.side = 1
	}
	if e.Op == heat.OpSteal {
		x.purse = purseExpected
	}
	return usualChance(e.If.Kind) * usualReach(e.Who.Kind, players) * value(v, x)
}

// timely is how much of a Heat's end price getting rid of it saves: some holders
// have none when the card acts.
const timely = 0.8

// dearer is the dollars that one more Heat adds to what a seat holds already.
const dearer = 0.6

func (usual) share(stakes) float64             { return potShare }
func (usual) costOfTaking(x stakes) float64    { return x.n * (tokenPrice + dearer) }
func (usual) gainOfReturning(x stakes) float64 { return x.n * x.token }
func (usual) swapHeat(x stakes) float64        { return x.swapCard }
func (usual) look(x stakes) float64            { return x.numbers.look }
func (usual) replace() float64                 { return 0 }
func (usual) copyCard(x stakes) float64        { return x.numbers.copyCard }
func (v usual) cancel(x stakes) float64        { return x.numbers.cancel / v.others * 1.5 }

// usualChance returns how likely a condition is met.
func usualChance(c heat.ConditionKind) float64 {
	switch c {
	case heat.IfAlone:
		return aloneChance
	case heat.IfCrowd:
		return crowdChance
	case heat.IfRank:
		return rankChance
	case heat.IfTargetUses:
		return usesChance
	case heat.IfHeatValue, heat.IfRecordHas:
		return hasChance
	}
	return 1
}

// usualReach returns the number of seats that an effect reaches.
func usualReach(w heat.WhoKind, players int) float64 {
	switch w {
	case heat.WhoNeighbours:
		return 2
	case heat.WhoOthers, heat.WhoSameTag:
		return float64(players - 1)
	case heat.WhoAll:
		return float64(players)
	}
	return 1
}

// usualAmount returns an amount in the middle of a game.
func usualAmount(a *heat.Quantity, players int) float64 {
	counted := 0.
	switch a.Per {
	case heat.PerRecordIcon:
		counted = 1.6
	case heat.PerRecordTag:
		counted = 1
	case heat.PerTableTag:
		counted = float64(players) / 4
	case heat.PerTablePhase:
		counted = float64(players) / 2
	case heat.PerRecordSize, heat.PerHeatOf, heat.PerHeatValue, heat.PerHandSize:
		counted = 2.5
	case heat.PerPlayers:
		counted = float64(players)
	case heat.PerChoice:
		counted = float64(a.Choices) / 2
	}
	x := float64(a.Base) + float64(a.Each)*counted
	if a.Max > 0 {
		x = min(x, float64(a.Max))
	}
	return max(x, 0)
}
