package play

import (
	"fmt"
	"regexp"
	"strconv"
)

// numbersOf returns the number by which each of the named choices is called. Names that end
// with the number of a seat, a lane or a column, or that differ only in the number at their
// end, are called by it, so that "2" is seat 2 wherever it stands in the list; the names
// between them get the numbers after the highest. All others are counted from 1.
func numbersOf(names []string) []int {
	numbers := make([]int, len(names))
	if !ownNumbers(names, numbers) {
		for i := range numbers {
			numbers[i] = i + 1
		}
	}
	return numbers
}

var (
	endsWithNumber = regexp.MustCompile(`^(.* )(\d{1,3})$`)
	endsWithPlace  = regexp.MustCompile(`\b(seat|lane|column) (\d{1,3})$`)
)

// ownNumbers writes the numbers that names have of their own into numbers, and reports
// whether they do.
func ownNumbers(names []string, numbers []int) bool {
	alike, places := len(names) > 1, true
	prefix, kind, highest, found := "", "", 0, 0
	used := map[int]bool{}
	for i, name := range names {
		m := endsWithNumber.FindStringSubmatch(name)
		if m == nil {
			alike = false
			continue
		}
		if prefix == "" {
			prefix = m[1]
		}
		alike = alike && m[1] == prefix
		if p := endsWithPlace.FindStringSubmatch(name); p == nil || kind != "" && p[1] != kind {
			places = false
		} else {
			kind = p[1]
		}
		n, err := strconv.Atoi(m[2])
		if err != nil || n == 0 || used[n] {
			return false
		}
		used[n], numbers[i] = true, n
		highest = max(highest, n)
		found++
	}
	if len(names) < 2 || found == 0 || !alike && !places {
		return false
	}
	for i := range numbers {
		if numbers[i] == 0 {
			highest++
			numbers[i] = highest
		}
	}
	return true
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
