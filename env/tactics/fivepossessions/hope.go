package fivepossessions

// hopes holds rough chances of an offense to score, from the deck alone.
type hopes struct {
	rate  float64                             // that a random offense card beats a random defense card
	value [maxLines + 1][maxLanes + 1]float64 // by line to be drawn and lanes that are not closed
}

// newHopes fills the table from the last line to the first.
func (m *Model) newHopes() hopes {
	var h hopes
	pairs := 0
	for _, beaten := range m.beats {
		pairs += beaten.Size()
	}
	n := float64(m.eachSide)
	h.rate = float64(pairs) / (n * n)
	for k := 1; k <= m.lanes; k++ {
		h.value[m.lines][k] = 1
	}
	for line := m.lines - 1; line >= 0; line-- {
		for lanes := 1; lanes <= m.lanes; lanes++ {
			var odds [maxLanes]float64
			for i := range min(lanes, m.handSize[line]) {
				odds[i] = h.rate
			}
			h.value[line][lanes] = h.after(line, &odds)
		}
	}
	return h
}

// after returns the chance to score when the lanes of a line are won independently
// with the given chances.
func (h *hopes) after(line int, odds *[maxLanes]float64) float64 {
	var won [maxLanes + 1]float64 // chance of this many lanes
	won[0] = 1
	for _, q := range odds {
		if q == 0 {
			continue
		}
		for k := maxLanes; k > 0; k-- {
			won[k] = float64(won[k]*(1-q)) + float64(won[k-1]*q)
		}
		won[0] *= 1 - q
	}
	x := 0.0
	for k := 1; k <= maxLanes; k++ {
		x += float64(won[k] * h.value[line+1][k])
	}
	return x
}

// Hope returns a rough chance to score with this many lanes that are not closed when
// a line is about to be drawn; 1 or 0 after the last.
func (m *Model) Hope(line, lanes int) float64 { return m.hope.value[line][lanes] }
