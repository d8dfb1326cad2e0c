package heist

import (
	"math/bits"

	"ringer/env"
	"ringer/env/heist"
)

// Prices in points.
const (
	crewPrice    = 0.45 // of Personnel in play
	skillPrice   = 0.15 // of each skill that some Personnel of a crew has
	conPrice     = 0.3  // of a Con in hand
	cardPrice    = 0.2  // of another card in hand
	jobShare     = 0.45 // share of its value that a Job is worth when nothing is lacking
	lackPrice    = 0.12 // share of that lost for each card that is lacking
	lyingPrice   = 0.3  // of a turn of lying low
	leaderWeight = 0.5  // share of the leading opponent in the standing of all opponents

	helpfulShare = 0.5  // share of the cards of an unknown hand that overcome a card
	leftPrice    = 0.05 // share of a Job being executed lost for each card still to be overcome
	leastShare   = 0.5  // share that it keeps while nothing is lacking
	tryShare     = 0.02 // share of a Job that a try without what it takes is worth in the last round
)

// A Judge evaluates positions of HEIST for players who look one step ahead: the
// points of a seat, its crew, its hand and its Job against the other seats'. It implements
// env.Judge.
type Judge struct{}

// NewJudge returns the judge of positions of HEIST, whatever their configuration.
func NewJudge(env.Game) env.Judge { return Judge{} }

// Evaluate implements env.Judge, in points.
func (Judge) Evaluate(position env.State, player env.Player) float64 {
	s, p := position.(heist.Position).Table(), int(player)
	var k Kit
	k.Read(s, p, true)
	own := standing(s, &k, p, true)
	best, sum := -1e9, 0.
	players := s.Game().Spec().Players
	for seat := range players {
		if seat != p {
			k.Read(s, seat, false)
			x := standing(s, &k, seat, false)
			best, sum = max(best, x), sum+x
		}
	}
	return own - leaderWeight*best - (1-leaderWeight)*sum/float64(players-1)
}

// standing returns the worth of what a seat has in points. k is its kit; hand says
// whether the hand is known.
func standing(s *heist.State, k *Kit, seat int, hand bool) float64 {
	x := float64(s.Points(seat)) - lyingPrice*float64(s.LyingLow(seat))
	x += crewPrice * float64(s.CrewSize(seat))
	for range bits.OnesCount8(k.skillsOf()) {
		x += skillPrice
	}
	if hand {
		x += conPrice*float64(k.cons.n) + cardPrice*float64(s.HandSize(seat)-k.cons.n)
	} else {
		x += (conPrice + cardPrice) / 2 * float64(s.HandSize(seat))
	}
	executes := s.Executed() >= 0 && seat == s.Turn()
	owner := seat
	if executes {
		owner = s.Executed()
	}
	if !s.HasJob(owner) {
		return x
	}
	var line [heist.MaxCards]uint8
	lack := float64(k.Lacking(s.Obstacles(owner, line[:0]), Change{}))
	if !hand {
		lack = max(0, lack-helpfulShare*float64(s.HandSize(seat)))
	}
	value := float64(s.Value(owner))
	// A Job that nobody has executed when the rounds are used up is worth nothing, so
	// that a hopeless try is better than to wait for the end.
	c := s.Game().Config()
	patience := min(1, 2*(1-float64(s.Round())/float64(c.MaxRounds)))
	if !executes {
		return x + jobShare*max(0, 1-lackPrice*lack)*value*patience
	}
	if lack > 0 {
		return x + tryShare*value*(1-patience)
	}
	return x + max(leastShare, 1-leftPrice*float64(s.Line(owner)))*value
}
