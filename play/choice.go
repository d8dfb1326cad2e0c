package play

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// choose finds which of the named actions a person means: by its number, by its
// whole name, or by any part that only one name has. Case and space at the ends do not
// count. The error says what would be understood.
func (d *decision) choose(text string) (int, error) {
	names, numbers := d.names, d.page.numbers
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		if i := slices.Index(numbers, n); i >= 0 {
			return i, nil
		}
		// A name may be a number, as the bids of some games are.
		if i, err := chooseByName(names, numbers, text); err == nil {
			return i, nil
		}
		return 0, fmt.Errorf("there is no action %d: type %s", n, numbersInWords(numbers))
	}
	if x, y, ok := pointOf(text); ok {
		return d.choosePoint(x, y)
	}
	i, err := chooseByName(names, numbers, text)
	if err != nil && text != "" && len(like(names, text)) == 0 {
		if found := like(d.formal, text); len(found) == 1 { // what records call it
			return found[0], nil
		}
	}
	return i, err
}

// A likeness says how a typed text names an action. Both are in lower case.
var likenesses = []func(name, text string) bool{
	func(name, text string) bool { return name == text },
	strings.HasPrefix,
	func(name, text string) bool { return allWords(name, text, func(a, b string) bool { return a == b }) },
	func(name, text string) bool { return allWords(name, text, strings.HasPrefix) },
	strings.Contains,
}

// allWords reports whether every word of a text is like a word of its own of the name.
func allWords(name, text string, like func(word, typed string) bool) bool {
	words := wordsOf(name)
	for _, typed := range wordsOf(text) {
		i := slices.IndexFunc(words, func(word string) bool { return like(word, typed) })
		if i < 0 {
			return false
		}
		words[i] = ""
	}
	return true
}

// wordsOf returns the words of a name without the signs at their ends.
func wordsOf(text string) []string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = strings.Trim(w, `.,;:!?"'()[]`)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

func chooseByName(names []string, numbers []int, text string) (int, error) {
	if text == "" {
		return 0, errors.New("type the number of an action or a part of its name, or ? for help")
	}
	found := like(names, text)
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, fmt.Errorf("no action is called %q: type its number or a part of its name, or ? for help", text)
	}
	few := make([]string, 0, len(found))
	for _, i := range found {
		if few = append(few, fmt.Sprintf("%d %s", numbers[i], names[i])); len(few) == 6 && len(found) > 6 {
			few = append(few, "…")
			break
		}
	}
	return 0, fmt.Errorf("%q could be: %s", text, strings.Join(few, " · "))
}

// like returns the names that are like a text in the closest way in which any is.
func like(names []string, text string) []int {
	text = strings.ToLower(text)
	for _, is := range likenesses {
		var found []int
		for i, name := range names {
			if is(strings.ToLower(name), text) {
				found = append(found, i)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// pointPattern matches a point of a map: 3.5,1.5 or (3.5, 1.5).
var pointPattern = regexp.MustCompile(`^\(?\s*(\d{1,4}(?:\.\d{0,6})?)\s*[,;]\s*(\d{1,4}(?:\.\d{0,6})?)\s*\)?$`)

// pointOf returns the point that a text is.
func pointOf(text string) (x, y float64, ok bool) {
	m := pointPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	x, errX := strconv.ParseFloat(m[1], 64)
	y, errY := strconv.ParseFloat(m[2], 64)
	return x, y, errX == nil && errY == nil
}

// choosePoint finds the action at a point, and names the nearest one where there is none.
func (d *decision) choosePoint(x, y float64) (int, error) {
	nearest, least, count := -1, math.Inf(1), 0
	for i, at := range d.points {
		if at == nil {
			continue
		}
		count++
		if away := math.Hypot(at.X-x, at.Y-y); away < least {
			nearest, least = i, away
		}
	}
	switch {
	case count == 0:
		return 0, fmt.Errorf("%g,%g is a point of a map, and none is asked for: type a number or a part of a name", x, y)
	case least > 1e-6:
		return 0, fmt.Errorf("%g,%g is none of the %d points to choose from; the nearest is %s", x, y, count, d.names[nearest])
	}
	return nearest, nil
}
