package odds

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/internal/input"
)

const mark = "odds:"

// Of reports whether the text of a position is odds, and returns them as a player writes
// them.
func Of(position string) (text string, ok bool) {
	text, ok = strings.CutPrefix(strings.TrimSpace(position), mark)
	return strings.TrimSpace(text), ok
}

// Position returns the text of a position that is odds, as a player writes them.
func Position(text string) string { return mark + " " + strings.TrimSpace(text) }

// Starts lists what the seats of a game can begin with; none where the game has no odds.
func Starts(g env.Game) []env.HeadStart {
	if h, ok := g.(env.HeadStarter); ok {
		return h.HeadStarts()
	}
	return nil
}

// given is one head start of a seat.
type given struct {
	seat     env.Player
	start, n int
}

// read returns the head starts of odds, or env.Faults with every fault.
func read(g env.Game, text string) ([]given, error) {
	starts := Starts(g)
	if len(starts) == 0 {
		return nil, none(g)
	}
	var names []string
	for _, s := range starts {
		names = append(names, s.Name)
	}
	var faults env.Faults
	var out []given
	for i, part := range strings.Split(text, ",") {
		path := fmt.Sprintf("odds[%d]", i)
		part = strings.TrimSpace(part)
		who, what, one := strings.Cut(part, ":")
		name, much, two := strings.Cut(what, "=")
		seat, ok := input.Whole(strings.TrimSpace(who))
		k := slices.Index(names, strings.TrimSpace(name))
		if !one || !two || !ok || seat < 1 || seat > int64(g.Spec().Players) || k < 0 {
			faults.Add(path, part, "SEAT:NAME=NUMBER with a seat from 1 to %d and one of %s", g.Spec().Players, strings.Join(names, ", "))
			continue
		}
		s := starts[k]
		n, ok := input.Whole(strings.TrimSpace(much))
		switch {
		case !ok || n < int64(s.Step) || n > int64(s.Most) || n%int64(s.Step) != 0:
			faults.Add(path, part, "a number from %d to %d in steps of %d", s.Step, s.Most, s.Step)
		case slices.ContainsFunc(out, func(o given) bool { return o.seat == env.Player(seat-1) && o.start == k }):
			faults.Add(path, part, "each seat and name once")
		default:
			out = append(out, given{env.Player(seat - 1), k, int(n)})
		}
	}
	return out, faults.Err()
}

// none says that a game has no odds, and what makes its sides unequal instead.
func none(g env.Game) error {
	if _, ok := g.(env.Positioner); ok {
		return fmt.Errorf("%s has no odds: begin at a position instead (--position FILE), or with warbands of unequal strength where it has them", g.Spec().Name)
	}
	return fmt.Errorf("%s has no odds: a weaker opponent makes it even", g.Spec().Name)
}

// At returns a game that begins with odds. The error is env.Faults with every fault of the
// text, or says that the game has none.
func At(g env.Game, text string) (env.Game, error) {
	list, err := read(g, text)
	if err != nil {
		return nil, err
	}
	for _, o := range list {
		g = g.(env.HeadStarter).WithHeadStart(o.seat, o.start, o.n)
	}
	return g, nil
}

// Words says in a sentence what the seats begin with. name gives the name of a seat.
func Words(g env.Game, text string, name func(env.Player) string) string {
	list, err := read(g, text)
	if err != nil {
		return ""
	}
	parts := make([]string, len(list))
	for i, o := range list {
		parts[i] = name(o.seat) + " with " + fmt.Sprintf(Starts(g)[o.start].Words, o.n)
	}
	return "Begins unequal: " + strings.Join(parts, ", ") + "."
}
