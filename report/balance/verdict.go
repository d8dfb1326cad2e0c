package balance

import (
	"fmt"
	"strings"

	"ringer/report/page"
)

// Conclude writes the verdict, when everything else of the report is there: whom to
// believe, what dominates, the seats, how it is played, and targets or changes.
func (r *Report) Conclude() {
	r.Verdict = nil
	add := func(lines ...string) {
		if len(lines) == 0 {
			return
		}
		r.Verdict = append(r.Verdict, strings.Join(lines, " "))
	}
	if t := r.Trust; t != nil {
		line := "Trust in these agents: " + string(t.Verdict.Level) + "."
		if len(t.Verdict.Lines) > 0 {
			line += " " + t.Verdict.Lines[0]
		}
		add(line)
	}
	if flags := r.of(func(f *Raised) bool { return !f.Note && f.Panel != seatsID }); len(flags) > 0 {
		add(first(flags, 3)...)
	}
	if r.Things != nil {
		q := r.askThings()
		if q.flagged() {
			add(q.first())
		} else {
			add(strings.TrimSpace(q.answer(r.Plan.Games) + " " + q.first()))
		}
	}
	if r.Levels != nil {
		add(r.answerLevels())
	}
	if r.Seats != nil {
		q := r.askSeats()
		if flags := r.of(func(f *Raised) bool { return f.Panel == seatsID && !f.Note }); len(flags) > 0 {
			add(append(first(flags, 1), q.first())...)
		} else {
			add(strings.TrimSpace(q.answer(r.Plan.Games) + " " + q.first()))
		}
	}
	if r.Ends != nil && len(r.Ends.Flags) == 0 {
		add(r.answerEnds())
	}
	if r.Options != nil && r.Things == nil { // else the panel says it
		add(r.answerOptions())
	}
	if r.WhatIf != nil {
		add(aboutWords(r.WhatIf)...)
		add(ownWords(r.WhatIf)...)
		switch all := movedOf(r.WhatIf); {
		case len(all) > 0 && all[0].clear:
			add(movesMost(&all[0]) + ".")
		case len(r.WhatIf.Rules) > 1:
			add(answerRules(all, r.Plan.Games))
		}
	}
	if list := r.of(func(f *Raised) bool { return f.Note }); len(list) > 0 {
		add(append([]string{fmt.Sprintf("%s on how it is played; the first:", plural(len(list), "note", "notes"))}, first(list, 1)...)...)
	} else if r.Arc != nil {
		add(r.arcOf() + ".")
	}
	if r.Lengths != nil && r.Arc == nil {
		add(r.lengthOf())
	}
	if n := len(r.Targets); n > 0 {
		count := map[string]int{}
		var failed []string
		for i := range r.Targets {
			t := &r.Targets[i]
			count[t.Verdict]++
			if t.Verdict == Fail {
				failed = append(failed, t.Title())
			}
		}
		line := fmt.Sprintf("Targets: %d of %d pass, %d fail, %d need more games.", count[Pass], n, count[Fail], count[Inconclusive])
		if len(failed) > 0 {
			line += " Failed: " + strings.Join(failed[:min(3, len(failed))], "; ") + "."
		}
		add(line)
	}
	if len(r.Compared) > 0 {
		changed := 0
		for i := range r.Compared {
			if r.Compared[i].Clear {
				changed++
			}
		}
		line := fmt.Sprintf("Against the earlier report %s of %s changed clearly.", plural(changed, "figure", "figures"), number(len(r.Compared)))
		if changed == 0 {
			line = fmt.Sprintf("Against the earlier report 0 figures of %s changed clearly%s.", number(len(r.Compared)), r.couldCompare())
		}
		add(line)
	}
	if line := r.notStudied(); line != "" {
		add(line)
	}
}

// of returns the flags that are so.
func (r *Report) of(so func(*Raised) bool) (list []Raised) {
	for i := range r.Flags {
		if so(&r.Flags[i]) {
			list = append(list, r.Flags[i])
		}
	}
	return list
}

// first returns the words of the first flags, and how many more there are.
func first(flags []Raised, most int) (words []string) {
	for i := range flags[:min(most, len(flags))] {
		words = append(words, flags[i].Words)
	}
	if n := len(flags) - most; n > 0 {
		words = append(words, number(n)+" more below.")
	}
	return words
}

// Title returns the name of a target for people, with the seat that it is about where its
// measure names one.
func (t *Result) Title() string {
	if t.Name == "" {
		return t.Words
	}
	if t.Who != "" {
		return t.Name + ", " + t.Who
	}
	return t.Name
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
