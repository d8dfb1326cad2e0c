package fivepossessions

// regrets writes, for each free lane, by how much the best arrangement of a hand
// that puts its first card there falls short of the best of all: in lanes, at most
// 1; 0 for lanes that are taken. odds holds a row of the chances by lane for each
// card of the hand.
func (g *Game) regrets(odds []float32, row *[maxLanes]uint8, dst []float32) {
	hand := len(odds) / g.lanes
	free := 0
	for lane := range g.lanes {
		if row[lane] == none {
			free |= 1 << lane
		}
	}
	// best[m] is the largest sum for the second card and those after it, as many as
	// there are lanes in m, on exactly the lanes of m.
	var best [1 << maxLanes]float32
	var cards [1 << maxLanes]uint8
	var rest [maxLanes]float32 // of the best sum that leaves a lane to the first card
	for m := 1; m < 1<<g.lanes; m++ {
		cards[m] = cards[m&(m-1)] + 1
		card := int(cards[m])
		if m&^free != 0 || card >= hand {
			continue
		}
		for lane := range g.lanes {
			if m>>lane&1 == 1 {
				best[m] = max(best[m], best[m&^(1<<lane)]+odds[card*g.lanes+lane])
			}
		}
		if card == hand-1 {
			for lane := range g.lanes {
				if m>>lane&1 == 0 {
					rest[lane] = max(rest[lane], best[m])
				}
			}
		}
	}
	top := float32(0)
	for lane := range g.lanes {
		if free>>lane&1 == 1 {
			top = max(top, odds[lane]+rest[lane])
		}
	}
	for lane := range g.lanes {
		if free>>lane&1 == 1 {
			dst[lane] = min(top-(odds[lane]+rest[lane]), 1)
		}
	}
}
