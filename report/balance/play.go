package balance

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/knobs"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/uplift"
)

// Play makes the panels of a report, one after the other, and what follows from them:
// flags, measures and the verdict. The caller fills in what only it knows: agents, changes,
// command, stamp, targets.
//
// It returns the errors of the studies, with the name of the panel. Results do not depend
// on the workers, nor on how often the report was stopped on its way.
func Play(ctx context.Context, c Config) (*Report, error) {
	spec := c.Game.Spec()
	r := &Report{
		Format: Format, Game: spec.String(), Title: spec.Title, SpecHash: spec.Hash, Rules: spec.Configuration,
		Plan: c.Plan, Seed: c.Seed, Called: c.Called, Flags: []Raised{}, Measures: []Measure{}, Targets: []Result{}, Changes: []knobs.Difference{},
	}
	w := &work{Config: c, report: r, corpora: map[string]*corpus.Corpus{}}
	if err := w.playAll(ctx); err != nil {
		return nil, err
	}
	for _, p := range panels() {
		if !p.there(r) {
			continue
		}
		for _, f := range p.flags(r) {
			r.Flags = append(r.Flags, Raised{Flag: f, Panel: p.id, Note: slices.Contains(notes, f.Kind) || p.id == seatsID && r.below(&f)})
		}
		r.Measures = append(r.Measures, p.measures(r)...)
	}
	if c := w.corpora[strongGames(w.Agents)]; c != nil {
		for i := range c.Games[:min(mostShown, len(c.Games))] {
			r.games = append(r.games, flag.Example{History: c.Games[i].History})
		}
	}
	r.Measures = append(r.Measures, r.counts()...)
	slices.SortStableFunc(r.Flags, func(a, b Raised) int { return cmp.Compare(weight(&a), weight(&b)) })
	return r, nil
}

// mostShown is the number of games of the strong agents that are kept as replays.
const mostShown = 3

// turn orders panels by the clock: first those that only count in games that are there.
func turn(panel string) int {
	switch panel {
	case endsID:
		return 0
	case thingsID:
		return 2
	}
	return 1
}

// playAll makes the panels: with a clock the study of things last, as it can end at any time.
func (w *work) playAll(ctx context.Context) error {
	list := slices.DeleteFunc(panels(), func(p panel) bool { return !w.makes(p.id) })
	if w.Clock == nil {
		for _, p := range list {
			if err := p.play(ctx, w); err != nil {
				return err
			}
		}
		return nil
	}
	slices.SortStableFunc(list, func(a, b panel) int { return cmp.Compare(turn(a.id), turn(b.id)) })
	t := &timed{work: w}
	for _, p := range list {
		t.rest += w.cost(p.id)
	}
	began := w.Clock.Left()
	if _, err := w.strong(ctx); err != nil {
		return err
	}
	t.per = (began - w.Clock.Left()).Seconds() / float64(max(1, w.Plan.Games))
	for i, p := range list {
		over, err := t.playTimed(ctx, p, i == len(list)-1 && p.id == thingsID)
		if err != nil {
			return err
		}
		if !over {
			w.report.Late = append(w.report.Late, p.id)
		}
	}
	return nil
}

// counts returns the numbers of flags by kind. Their intervals reach from the things that are
// flagged to those that may be: their own intervals do not say that they are ordinary.
func (r *Report) counts() (out []Measure) {
	if r.Things == nil {
		return nil
	}
	claims := r.askThings().claims
	for _, kind := range []string{uplift.FlagDominant, uplift.FlagDead} {
		n := float64(len(r.of(func(f *Raised) bool { return f.Kind == kind })))
		may, times := 0., max(2, claims.Would())
		for i := range claims {
			c := &claims[i]
			if c.Flagged || c.Answer() == flag.Inside || kind == uplift.FlagDominant && c.High <= c.Most || kind == uplift.FlagDead && c.Low >= c.Least {
				continue
			}
			may++
		}
		out = append(out, Measure{Name: "flags." + kind, Words: "things that are flagged as " + kind, Value: n, Low: n, High: n + may, N: r.Things.Forks, Of: "forks", times: times})
	}
	return out
}

// weight orders flags: things that dominate, things that are dead, all others, and notes.
func weight(f *Raised) int {
	switch {
	case f.Note:
		return 3
	case f.Kind == "dominant":
		return 0
	case f.Kind == "dead":
		return 1
	}
	return 2
}

// Panels lists the names of all panels.
func Panels() (ids []string) {
	for _, p := range panels() {
		ids = append(ids, p.id)
	}
	return ids
}

// Page returns the report for people. The game is the report's.
func (r *Report) Page(g env.Game) (*page.Page, error) {
	r.game = g
	out := &page.Page{Title: r.Title + ": balance report", Made: r.made(), Verdict: r.Verdict, Facts: r.facts()}
	for _, p := range panels() {
		if !p.there(r) {
			continue
		}
		s, err := p.section(r)
		if err != nil {
			return nil, err
		}
		s.ID = p.id
		told := 0
		for _, f := range r.Flags {
			if f.Panel != p.id {
				continue
			}
			s.Alert = s.Alert || !f.Note
			for i, e := range f.Examples {
				if told++; told > mostStories {
					break
				}
				if err := r.tell(&s, strings.TrimSuffix(f.Words, ".")+": game "+number(i+1), e); err != nil {
					return nil, err
				}
			}
		}
		out.Sections = append(out.Sections, s)
	}
	for _, s := range []*page.Section{r.targetsSection(), r.comparedSection()} {
		if s != nil {
			out.Sections = append(out.Sections, *s)
		}
	}
	return out, nil
}

// mostStories is the number of games in words in a section.
const mostStories = 9
