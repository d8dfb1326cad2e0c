package heat

// estimate prices a card on its own, without a position.
func (t *cardType) estimate(c *Config) float64 {
	x := 0.
	for _, list := range t.effects {
		for k := range list {
			x += list[k].estimate(c)
		}
	}
	return x
}

func (e *effect) estimate(c *Config) float64 {
	others := float64(c.Players - 1)
	n := e.amount.usual(c)
	chance := map[uint8]float64{
		ifAlways: 1, ifAlone: aloneChance, ifCrowd: crowdChance, ifHeatValue: hasChance,
		ifRank: rankChance, ifTargetUses: usesChance, ifRecordHas: hasChance,
	}[e.cond.kind]
	reached := float64(mostReached(e.who, c.Players))
	side := -1 / others
	if e.who.kind == whoSelf {
		side = 1
	}
	x := 0.
	switch e.op {
	case opGain:
		x = side * n
	case opLose:
		x = -side * n
	case opSteal:
		x = min(n, purseExpected) * (1 + 1/others)
	case opPay:
		x = -n * (1 + 1/others)
	case opSplitPot:
		x = n * (aloneChance + (1-aloneChance)/2)
	case opTakeHeat:
		x = -side * n * (tokenPrice + 0.6)
	case opReturnHeat:
		x = side * n * tokenPrice * 0.8
	case opGiveHeat:
		x = n * tokenPrice * (1 + 1/others) * 0.8
	case opDraw:
		x = side * n * drawPrice
	case opDiscard:
		x = -side * n * discardPrice
	case opLook:
		x = lookPrice
	case opSwapCard, opSwapHeat:
		x = swapPrice
	case opReplace:
		x = replacePrice
	case opExtra:
		x = endPrice
		if e.where == extraStart {
			x = startPrice
		}
	case opCopy:
		x = copyPrice
	case opCancel:
		x = cancelPrice / others * 1.5
	}
	return chance * reached * x
}

// usual is an amount in the middle of a game.
func (a *amount) usual(c *Config) float64 {
	counts := map[uint8]float64{
		perRecordIcon: 1.6, perRecordTag: 1, perRecordSize: 2.5,
		perTableTag: float64(c.Players) / 4, perTablePhase: float64(c.Players) / 2, perHeatOf: 2.5,
		perHeatValue: 2.5, perHandSize: 2.5, perPlayers: float64(c.Players), perChoice: float64(a.choices) / 2,
	}
	x := float64(a.base) + float64(a.each)*counts[a.per]
	if a.max > 0 {
		x = min(x, float64(a.max))
	}
	return max(x, 0)
}
