package knobs

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/internal/input"
)

// mostVariants is the largest number of games of a series.
const mostVariants = 100

// Variant is one game of a series.
type Variant struct {
	Path  string
	Value string
	Label string // cards.lookout.gain=3
	Game  env.Game
}

// Vary returns the games of a series along one knob, written PATH=VALUES: a range of whole
// numbers 1..5, a range with a step 0..1:0.25, or a list 1,2,4.
func Vary(g env.Game, series string) ([]Variant, error) {
	path, text, ok := strings.Cut(series, "=")
	if !ok || path == "" || text == "" {
		return nil, fmt.Errorf("series %q: want PATH=VALUES, such as cards.lookout.gain=1..5, players=3,4 or move=2..6:0.5", series)
	}
	values, err := values(text)
	if err != nil {
		return nil, fmt.Errorf("series %q: %w", series, err)
	}
	list := make([]Variant, len(values))
	for i, value := range values {
		changed, err := Set(g, path, value)
		if err != nil {
			return nil, err
		}
		list[i] = Variant{Path: path, Value: value, Label: path + "=" + value, Game: changed}
	}
	return list, nil
}

// values returns the values of a series.
func values(text string) ([]string, error) {
	low, rest, isRange := strings.Cut(text, "..")
	if !isRange {
		list := strings.Split(text, ",")
		if len(list) > mostVariants {
			return nil, fmt.Errorf("%d values: want at most %d", len(list), mostVariants)
		}
		for i, v := range list {
			if list[i] = strings.TrimSpace(v); list[i] == "" {
				return nil, fmt.Errorf("an empty value: want values between commas")
			}
		}
		return list, nil
	}
	high, by, stepped := strings.Cut(rest, ":")
	if !stepped {
		by = "1"
	}
	var numbers [3]float64
	for i, part := range []string{low, high, by} {
		x, ok := input.Number(strings.TrimSpace(part))
		if !ok {
			return nil, fmt.Errorf("%q: want a number, as in 1..5 or 0..1:0.25", part)
		}
		numbers[i] = x
	}
	from, to, step := numbers[0], numbers[1], numbers[2]
	if step <= 0 || to < from {
		return nil, fmt.Errorf("%s: want a range that rises, by a step above 0", text)
	}
	n := math.Floor((to-from)/step+1e-9) + 1
	if n > mostVariants {
		return nil, fmt.Errorf("%.0f values: want at most %d", n, mostVariants)
	}
	var list []string
	for i := range int(n) {
		x := math.Round((from+float64(i)*step)*1e9) / 1e9 // 0.1 + 0.2 is 0.3
		list = append(list, strconv.FormatFloat(x, 'f', -1, 64))
	}
	return list, nil
}
