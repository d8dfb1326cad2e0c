package balance

import (
	"fmt"
	"strings"

	"ringer/report/page"
)

// Conclude writes the verdict, when everything else of the report is there.
func (r *Report) Conclude() {
	r.Verdict = nil
	add := func(format string, args ...any) { r.Verdict = append(r.Verdict, fmt.Sprintf(format, args...)) }
	for _, f := range r.Flags[:min(3, len(r.Flags))] {
		add("%s", f.Words)
	}
	switch n := len(r.Flags) - 3; {
	case len(r.Flags) == 0:
		add("Nothing was flagged: no thing, seat, ending or decision of %s stands out of what luck explains.", r.Title)
	case n > 0:
		add("%s more below, each with its games.", plural(n, "flag", "flags"))
	}
	if n := len(r.Targets); n > 0 {
		count := map[string]int{}
		var failed []string
		for _, t := range r.Targets {
			count[t.Verdict]++
			if t.Verdict == Fail {
				failed = append(failed, t.Title())
			}
		}
		line := fmt.Sprintf("Targets: %d of %d pass, %d fail, %d need more games.", count[Pass], n, count[Fail], count[Inconclusive])
		if len(failed) > 0 {
			line += " Failed: " + strings.Join(failed[:min(3, len(failed))], "; ") + "."
		}
		add("%s", line)
	}
	if len(r.Compared) > 0 {
		changed := 0
		for _, c := range r.Compared {
			if c.Clear {
				changed++
			}
		}
		add("Against the earlier report %s of %s changed clearly.", plural(changed, "figure", "figures"), number(len(r.Compared)))
	}
}

// Title returns the name of a target for people.
func (t *Result) Title() string {
	if t.Name != "" {
		return t.Name
	}
	return t.Words
}

// made says in a sentence what the report is of.
func (r *Report) made() string {
	text := fmt.Sprintf("%s, %s", r.Game, "the shipped rules")
	if n := len(r.Changes); n > 0 {
		text = fmt.Sprintf("%s, with %s from the shipped rules", r.Game, plural(n, "change", "changes"))
	}
	return fmt.Sprintf("%s. Every figure has its number of games and a 95%% interval; made on %s by commit %s.", text, r.Stamp.Date, r.Stamp.Commit())
}

// facts returns the header.
func (r *Report) facts() []page.Fact {
	var changes, agents []string
	for _, c := range r.Changes {
		changes = append(changes, c.Words)
	}
	if len(changes) == 0 {
		changes = []string{"none: these are the shipped rules"}
	}
	for _, a := range r.Agents {
		agents = append(agents, a.Name+": "+a.Words)
	}
	return []page.Fact{
		{Name: "Rules", Value: r.Game},
		{Name: "Changes", Value: strings.Join(changes, "; ")},
		{Name: "Spec hash", Value: r.SpecHash},
		{Name: "Agents", Value: strings.Join(agents, "; ")},
		{Name: "Plan", Value: r.Plan.String()},
		{Name: "Seed", Value: fmt.Sprint(r.Seed)},
		{Name: "Time", Value: fmt.Sprintf("%.0f minutes of work", r.Seconds/60)},
		{Name: "Made again by", Value: r.Command},
	}
}
