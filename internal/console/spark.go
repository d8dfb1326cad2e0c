package console

import "slices"

// sparks are the heights of a curve in a line of text.
var sparks = []rune("▁▂▃▄▅▆▇█")

// Spark draws values in at most wide letters, from the lowest to the highest, which are span apart
// at least.
func Spark(values []float64, wide int, span float64) string {
	if len(values) == 0 || wide < 1 {
		return ""
	}
	low := slices.Min(values)
	span = max(span, slices.Max(values)-low)
	line := make([]rune, min(wide, len(values)))
	for i := range line {
		at := 0
		if span > 0 {
			at = int((values[(i+1)*len(values)/len(line)-1] - low) / span * (float64(len(sparks)) - 0.001))
		}
		line[i] = sparks[at]
	}
	return string(line)
}
