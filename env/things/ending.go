package things

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
)

// After returns what is true of states in which more than this many parts are over.
func (p *Part) After(parts int) func(env.State) bool {
	return func(s env.State) bool { return p.Over(s) > parts }
}

// endingPrefix begins the names of Ending.
const endingPrefix = "parts>"

// Ending names Part.After of a number of parts; Until reads it.
func Ending(parts int) string { return endingPrefix + strconv.Itoa(parts) }

// Until returns Part.After of the parts of a game, from its name.
func Until(g env.Game, ending string) (func(env.State) bool, error) {
	number, ok := strings.CutPrefix(ending, endingPrefix)
	parts, err := strconv.Atoi(number)
	if !ok || err != nil || parts < 0 {
		return nil, fmt.Errorf("things: ending %q: want %s and a number", ending, endingPrefix)
	}
	list, ok := Of(g)
	if !ok || list.Part == nil {
		return nil, fmt.Errorf("things: %s has no parts after which it could end", g.Spec())
	}
	return list.Part.After(parts), nil
}
