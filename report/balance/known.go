package balance

import (
	"maps"
	"path"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/things"
	"ringer/report/corpus"
	"ringer/report/ends"
	"ringer/report/seats"
	"ringer/report/uplift"
)

// known returns the names of the measures that reports of a game may have, before anything is
// played. A * stands for a part that play decides, such as the name of a style.
func known(g env.Game, levels []string) (list []string) {
	add := func(parts ...string) { list = append(list, strings.Join(parts, ".")) }
	for _, level := range append([]string{topLevel}, levels...) {
		at := slug(level)
		cells := seats.Cells(g)
		for _, role := range slices.Sorted(maps.Keys(cells)) {
			for _, id := range cells[role] {
				add("seats", at, slug(role), id, "win_rate")
				add("seats", at, slug(role), id, "over_equal")
			}
		}
		add("seats", at, "ties")
		for _, name := range []string{"capped", "minutes", "decisions", "choices"} {
			add("length", at, name)
		}
	}
	if l, ok := things.Of(g); ok {
		for _, t := range l.Things {
			for _, e := range experiments {
				add("things", slug(t.Kind), slug(t.ID), e.name)
			}
			add("things", slug(t.Kind), slug(t.ID), "play_rate")
			add("levels", slug(t.Kind), slug(t.ID), "differs")
		}
		for _, kind := range []string{uplift.FlagDominant, uplift.FlagDead} {
			add("flags", kind)
		}
	}
	for _, question := range corpus.NewQuestions(g.Spec()).Names {
		for _, what := range []string{"forced", "entropy", "spread", "matters"} {
			add("decisions", slug(question), what)
		}
	}
	endings, happens := ends.Names(g)
	for _, name := range endings {
		add("ends", slug(name))
	}
	for _, name := range happens {
		add("rules", slug(name))
	}
	for panel, names := range map[string][]string{
		"arc": {"lead_changes", "early", "open", "comebacks", "decided"}, "luck": {"seat", "deal", "chance", "agents", "both"},
		"length": {"capped", "minutes", "decisions", "choices"}, "answer": {"answered", "untaught", "strength"},
	} {
		for _, name := range names {
			add(panel, name)
		}
	}
	if _, ok := env.UnwrapState(g.NewInitialState()).(env.RoundCounter); ok {
		add("length", "rounds")
	}
	add("trust", "*", "*")
	add("skill", "*", "*")
	add("strategies", "*", "*", "share")
	add("strategies", "*", "*", "win_rate")
	add("duel", "*")
	slices.Sort(list)
	return list
}

// may reports whether a measure may have a name; both may have parts of which a * stands for any.
func may(pattern, name string) bool {
	a, b := strings.Split(pattern, "."), strings.Split(name, ".")
	return len(a) == len(b) && every(a, b)
}

// every reports whether each part of one name fits the same part of the other.
func every(a, b []string) bool {
	for i := range a {
		one, _ := path.Match(a[i], b[i]) // Validate has tried the pattern
		other, _ := path.Match(b[i], a[i])
		if !one && !other {
			return false
		}
	}
	return true
}

// likest returns the known names that are most like the name of a measure: those that share most of
// its first parts.
func likest(name string, names []string) []string {
	parts := strings.Split(name, ".")
	for n := len(parts); n > 0; n-- {
		var some []string
		for _, k := range names {
			p := strings.Split(k, ".")
			if len(p) >= n && every(parts[:n], p[:n]) {
				some = append(some, k)
			}
		}
		if len(some) > 0 {
			return some[:min(mostNamed, len(some))]
		}
	}
	var panels []string
	for _, k := range names {
		first, _, _ := strings.Cut(k, ".")
		panels = append(panels, first+".…")
	}
	return slices.Compact(panels)
}

// mostNamed is the number of measures that an error names.
const mostNamed = 8
