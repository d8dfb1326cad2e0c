package play

import (
	"fmt"
	"strconv"

	"ringer/env/scene"
)

// numbersOf returns the number by which each choice is called. Choices that have numbers of their
// own, or name a seat, are called by those, so that "2" is seat 2 wherever it stands in the list,
// and the others get the numbers after the highest. Where two choices have one number, all are
// counted from 1.
func numbersOf(choices []scene.Choice) []int {
	numbers := make([]int, len(choices))
	used := map[int]bool{}
	highest, own := 0, true
	for i := range choices {
		n := choices[i].Number
		if seat := choices[i].Seat; n == 0 && seat != nil {
			n = int(*seat) + 1
		}
		if n == 0 {
			continue
		}
		own = own && n > 0 && !used[n]
		used[n], numbers[i] = true, n
		highest = max(highest, n)
	}
	for i := range numbers {
		switch {
		case !own || len(used) == 0 || len(choices) == 1:
			numbers[i] = i + 1
		case numbers[i] == 0:
			highest++
			numbers[i] = highest
		}
	}
	return numbers
}

// numbersInWords says which numbers may be typed: "1 to 4", or "2, 3 or 5".
func numbersInWords(numbers []int) string {
	const few = 8
	first, last := numbers[0], numbers[len(numbers)-1]
	run, low, high := true, first, first
	for i, n := range numbers {
		run = run && n == first+i
		low, high = min(low, n), max(high, n)
	}
	switch {
	case len(numbers) == 1:
		return strconv.Itoa(first)
	case run:
		return fmt.Sprintf("%d to %d", first, last)
	case len(numbers) > few:
		return fmt.Sprintf("one of the list, from %d to %d", low, high)
	}
	words := ""
	for _, n := range numbers[:len(numbers)-1] {
		if words != "" {
			words += ", "
		}
		words += strconv.Itoa(n)
	}
	return fmt.Sprintf("%s or %d", words, last)
}
