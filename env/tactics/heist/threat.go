package heist

import "ringer/env/heist"

const (
	usefulCard = 0.35 // chance that a card of an unknown hand overcomes a card of a line
	shortPrice = 0.2  // share of a threat lost for each card that crew and hand leave over
	wonPrice   = 0.3  // threat of a point that a seat has
)

// Readiness returns how near a seat seems to be to its Job for those who do not know
// its hand, from 0 to 1. It writes the seat's crew into the kit.
func (k *Kit) Readiness(s *heist.State, seat int) float64 {
	if !s.HasJob(seat) {
		return 0
	}
	k.Read(s, seat, false)
	var line [heist.MaxCards]uint8
	short := float64(Lacking(k.Crew(), s.Obstacles(seat, line[:0]))) - float64(usefulCard*float64(s.HandSize(seat)))
	return min(1, max(0, 1-float64(shortPrice*max(0, short))))
}

// Threat returns how dangerous a seat is to those who do not know its hand, in points.
// It writes the seat's crew into the kit.
func (k *Kit) Threat(s *heist.State, seat int) float64 {
	x := float64(wonPrice * float64(s.Points(seat)))
	if s.HasJob(seat) {
		x += float64(float64(s.Value(seat)) * k.Readiness(s, seat))
	}
	return x
}
