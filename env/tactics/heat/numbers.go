package heat

import "ringer/env/heat"

// numbers are the prices in dollars that no position shows, and how a seat sees
// the others.
type numbers struct {
	draw, discard        float64 // of a card
	look                 float64 // at a hand
	swapCard             float64
	replace              float64 // beyond what valuer.replace says
	extraEnd, extraStart float64
	copyCard             float64 // of a card that is not known yet
	cancel               float64 // of a phase of a card that is not known yet

	// endPrice is the expected price of a Heat at the end, seen from the start, on
	// a board whose worst row costs worstRow. Other boards scale it.
	endPrice float64

	// leader is the share of a dollar taken from the others that counts for the
	// leader alone.
	leader float64
}

// There are two tables of numbers, because those who ask compare different
// things.
var (
	// rough is for the price of a card apart from any position and for the Judge.
	// Those who ask the Judge try an action and look at the table again: most of
	// what an effect did then shows in money and Heat, and the numbers price only
	// what has not happened yet. They are low, so that a promise does not outweigh
	// what is on the table.
	rough = numbers{
		draw: 0.8, discard: 0.6, look: 0.3, swapCard: 0.7, replace: 1.8, extraEnd: 1.5, extraStart: 0.5, copyCard: 3, cancel: 2.5,
		endPrice: tokenPrice, leader: 0.5,
	}

	// careful is for the expert, who compares whole cards before anything has
	// happened and never tries them: what a card brings by way of other cards counts
	// in full. Its end price includes that each Heat makes all others dearer, and it
	// spreads its attention, since nobody is ahead for sure before the last stage.
	careful = numbers{
		draw: 1, discard: 0.8, look: 0.3, swapCard: 1, replace: 0.5, extraEnd: 4.5, extraStart: 1, copyCard: 5.5, cancel: 5,
		endPrice: worstRow, leader: 0.2,
	}
)

const (
	tokenPrice = 3.4 // dollars that a Heat usually costs at the end on the board of the rule book
	worstRow   = 5   // dollars that the worst row costs there
)

// An outlook is how one seat sees the others, in dollars.
type outlook struct {
	price  float64                  // of one Heat at the end
	scores [heat.MaxPlayers]float64 // money less the price of Heat
	threat [heat.MaxPlayers]float64 // how much a dollar of another seat hurts; sums to 1
}

// outlookOf returns the outlook of a seat. The price of a Heat lies between what
// it costs now and the end price, nearer to the end price the longer the game
// still goes on.
func outlookOf(g *scale, s *heat.State, me int, x *numbers) (o outlook) {
	if s.Question() != heat.AskNothing { // at the end Heat is already paid for
		now := float64(s.HeatValue())
		left := g.stages - float64(s.Heist()*g.perHeist+s.Stage())
		o.price = now + (x.endPrice*g.worst/worstRow-now)*left/g.stages
	}
	leader := -1
	for i := range g.players {
		o.scores[i] = float64(s.Money(i)) - o.price*float64(s.Heat(i))
		if i != me && (leader < 0 || o.scores[i] > o.scores[leader]) {
			leader = i
		}
		o.threat[i] = (1 - x.leader) / float64(g.players-1)
	}
	o.threat[me] = 0
	o.threat[leader] += x.leader
	return o
}

// side returns the worth of a dollar of a seat to the one that looks.
func (o *outlook) side(me, seat int) float64 {
	if seat == me {
		return 1
	}
	return -o.threat[seat]
}

// A scale holds the numbers of a configuration that prices need.
type scale struct {
	players  int
	perHeist int     // stages
	stages   float64 // of the game
	worst    float64 // dollars of a Heat when the board is empty
	width    float64 // slots in a row
	slope    float64 // dollars that one more Heat off the board adds to the price of all
}

func scaleOf(g *heat.Game) scale {
	c := g.Config()
	worst := float64(c.RowValues[len(c.RowValues)-1])
	return scale{
		players: c.Players, perHeist: c.Stages, stages: float64(c.Heists * c.Stages),
		worst: worst, width: float64(c.RowWidth), slope: worst / float64(c.Tokens),
	}
}

// chances of a condition that a position does not decide yet, and amounts that a
// position does not show yet.
const (
	aloneChance   = 0.65
	crowdChance   = 0.35
	rankChance    = 0.35
	usesChance    = 0.5
	hasChance     = 0.5
	purseExpected = 6    // dollars that a thief finds
	handShare     = 0.25 // of the worth of cards still to be played
)

// potShare is the part of a pot that a seat expects to get before it is known
// which seats share it.
const potShare = aloneChance + (1-aloneChance)/2
