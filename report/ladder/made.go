package ladder

import (
	"fmt"
	"slices"
	"strings"

	"ringer/report/records"
)

// made says when and by which builds the ladder was measured. Other vectors round otherwise:
// where not all records are of the same, a list says which are of which.
func (b *Bot) made() string {
	var stamps []records.Stamp
	seconds := 0.0
	sum := ""
	for i := range b.Records {
		r := &b.Records[i]
		seconds += r.Seconds
		stamps = append(stamps, r.stamps()...)
		if r.One.Role == Ringer {
			sum = r.One.Identity
		}
	}
	when, builds := records.Origin(stamps)
	by := b.byVectors()
	if len(by) > 1 {
		builds = "other vectors round otherwise, and these are each record's"
	}
	text := fmt.Sprintf("\nMeasured %s in %.1f minutes; SHA-256 of the bot begins with `%s`; %s.%s\n", when, seconds/60, sum[:min(12, len(sum))], builds, records.CarriedNote(b.Carried))
	if len(by) < 2 {
		return text
	}
	text += "\n"
	for i := range by {
		text += by[i].line()
	}
	return text
}

// measured are the records of a ladder that were measured with the same vectors.
type measured struct {
	vectors string
	stamps  []records.Stamp
	by      []meeting
}

// A meeting is an agent with the opponents that it met.
type meeting struct {
	who    string
	others []string
}

// byVectors gathers the records of a ladder by the vectors of the builds that measured them.
func (b *Bot) byVectors() (groups []measured) {
	for i := range b.Records {
		r := &b.Records[i]
		vectors := records.Vectors(r.stamps())
		at := slices.IndexFunc(groups, func(m measured) bool { return m.vectors == vectors })
		if at < 0 {
			at = len(groups)
			groups = append(groups, measured{vectors: vectors})
		}
		groups[at].add(r)
	}
	return groups
}

// add adds a record, by the agents in it.
func (m *measured) add(r *Record) {
	m.stamps = append(m.stamps, r.stamps()...)
	who, other := "`"+r.One.Name+"` alone", "`"+r.Others.Name+"`"
	switch {
	case r.Kind == Exact:
		who, other = "exploitability", ""
	case r.Kind == Trained:
		who, other = "best responses", ""
	case r.Kind == Audited:
		who, other = "habits", ""
	case r.One.Role == Ringer && r.Others.Role == Ringer:
		who, other = "alone", "itself"
	case r.One.Role == Ringer:
		who = "alone"
	case r.Others.Role == Ringer && r.One.Role != Searcher:
		who, other = "against it", "`"+r.One.Name+"`"
	}
	at := slices.IndexFunc(m.by, func(m meeting) bool { return m.who == who })
	if at < 0 {
		at = len(m.by)
		m.by = append(m.by, meeting{who: who})
	}
	if other != "" {
		m.by[at].others = append(m.by[at].others, other)
	}
}

// line returns the records as an item of a list.
func (m *measured) line() string {
	parts := make([]string, len(m.by))
	for i, by := range m.by {
		switch parts[i] = by.who; {
		case by.who == "against it":
			parts[i] = strings.Join(by.others, ", ") + " against it"
		case len(by.others) > 0:
			parts[i] += " against " + strings.Join(by.others, ", ")
		}
	}
	_, builds := records.Origin(m.stamps)
	return "- " + builds + ": " + strings.Join(parts, "; ") + ".\n"
}
