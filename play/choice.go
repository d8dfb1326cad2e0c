package play

import (
	"fmt"
	"strconv"
	"strings"
)

// choose finds which of the named actions a person means: by its number from
// 1, by its whole name, or by the beginning of exactly one name. Case and space
// at the ends do not count. The error says what would be understood.
func choose(names []string, text string) (int, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		if n >= 1 && n <= len(names) {
			return n - 1, nil
		}
		// A name may be a number, as the bids of some games are.
		if i, err := chooseByName(names, text); err == nil {
			return i, nil
		}
		return 0, fmt.Errorf("there is no action %d: type a number from 1 to %d", n, len(names))
	}
	return chooseByName(names, text)
}

func chooseByName(names []string, text string) (int, error) {
	var starts []int
	for i, name := range names {
		if strings.EqualFold(name, text) {
			return i, nil
		}
		if len(text) <= len(name) && strings.EqualFold(name[:len(text)], text) {
			starts = append(starts, i)
		}
	}
	switch len(starts) {
	case 1:
		return starts[0], nil
	case 0:
		return 0, fmt.Errorf("no action begins with %q: type its number, or ? for help", text)
	}
	few := make([]string, 0, len(starts))
	for _, i := range starts {
		if few = append(few, fmt.Sprintf("%d %s", i+1, names[i])); len(few) == 6 && len(starts) > 6 {
			few = append(few, "…")
			break
		}
	}
	return 0, fmt.Errorf("%q could be: %s", text, strings.Join(few, " · "))
}
