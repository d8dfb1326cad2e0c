package workbench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ringer/internal/chart"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open/reporting"
	"ringer/report/balance"
	"ringer/report/page"
	"ringer/report/uplift"
	"ringer/report/whatif"
	"ringer/train/checkpoint"
)

// State says how far an answer is.
type State string

// States of answers.
const (
	Waiting State = "waiting" // for its turn
	Running State = "running"
	Stopped State = "stopped" // by a person, or as the program ended: it goes on when it is asked for
	Done    State = "done"
	Failed  State = "failed"
)

// Answer holds a question, how far its answer is, and the answer.
type Answer struct {
	ID int `json:"id"`
	Question
	State State `json:"state"`

	// How far the part under way has come; Total is 0 where nobody knows it.
	Part  string `json:"part,omitempty"`
	Now   int    `json:"now,omitempty"`
	Total int    `json:"total,omitempty"`

	Words    []string `json:"words,omitempty"` // the answer, its first sentence first; or why there is none
	Figures  []Figure `json:"figures,omitempty"`
	Pictures []string `json:"pictures,omitempty"` // files of Files; for a narrow screen they end in -small.svg
	Report   string   `json:"report,omitempty"`   // the page with all of it, likewise
	Records  []string `json:"records,omitempty"`  // records of games, likewise
	Change   *Change  `json:"change,omitempty"`   // that a search found
	Commands []string `json:"commands"`           // that do the same
	Seconds  float64  `json:"took,omitempty"`

	Fit *Fit `json:"fit,omitempty"`
}

// Figure is one figure of an answer with its 95% interval. Figures of one name stand beside each other.
type Figure struct {
	Name  string  `json:"name"`
	Words string  `json:"words"`
	Shown string  `json:"shown"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
	Of    string  `json:"of"`
	Base  bool    `json:"base,omitempty"` // of the rules as they are, whatever variant was asked about
}

// Fit holds the numbers that follow from the time of a search: another run of it does the same.
type Fit struct {
	Knobs  []string `json:"knobs"`
	Agent  string   `json:"agent"`
	Games  int      `json:"games"`
	Rounds int      `json:"rounds"`
	Finals int      `json:"finals"`
	Steps  int      `json:"steps"`
}

// Files is the folder of what an answer names.
func (b *Bench) Files(id int) string { return filepath.Join(b.Dir, answersDir, idName(id), reportDir) }

// keep writes an answer. The caller holds the lock.
func (b *Bench) keep(a *Answer) error {
	dir := filepath.Join(b.Dir, answersDir, idName(a.ID))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return write(filepath.Join(dir, answerName), a)
}

// readAnswers reads the answers that are kept. Answers that were under way wait to be asked for again.
func (b *Bench) readAnswers() error {
	return readAll(filepath.Join(b.Dir, answersDir), func(id int) string { return filepath.Join(idName(id), answerName) }, func(id int, a *Answer) error {
		if _, err := b.check(&a.Question, b.variant(a.Variant)); err != nil {
			return err
		}
		if a.ID = id; a.State == Running || a.State == Waiting {
			a.State, a.Part = Stopped, ""
		}
		b.answers = append(b.answers, a)
		return nil
	})
}

// run answers a question. What it finds is in the answer that it returns; the question's own stays as it is.
func (b *Bench) run(ctx context.Context, a Answer, k *kind, v *Variant) (*Answer, error) {
	dir := b.Files(a.ID)
	progress := func(part string, done, total int) { b.tell(a.ID, part, done, total) }
	if k.searches() {
		return &a, b.runSearch(ctx, &a, v, dir, progress)
	}
	c := b.report(&a, k, v, dir)
	c.Progress = progress
	r, err := reporting.Run(ctx, c)
	if err != nil {
		return &a, err
	}
	a.Words = wordsOfReport(r, k)
	if len(a.Words) == 0 {
		a.Words = []string{"The time was too short to say anything: give it more."}
	}
	a.Figures = figuresOf(r, k)
	a.Pictures = pictures(dir, k.show)
	a.Report, a.Records = reporting.HTMLName, r.Shown
	a.Commands = []string{r.Command + " --out " + input.ShellWord(filepath.ToSlash(dir)), fmt.Sprintf("%s findings %s", b.Program, input.ShellWord(filepath.ToSlash(dir)))}
	return &a, nil
}

// wordsOfReport returns the verdict, its answer first and notes last, without what nobody asked about.
func wordsOfReport(r *balance.Report, k *kind) (lines []string) {
	var notes []string
	for _, line := range r.Verdict {
		switch {
		case strings.HasPrefix(line, "Not studied here"):
		case strings.Contains(line, "on how it is played; the first:"):
			notes = append(notes, line)
		default:
			lines = append(lines, line)
		}
	}
	if k.ID == Effect { // the change, then the thing that it changes, then the thing as it is
		slices.Reverse(lines)
	}
	return append(lines, notes...)
}

// mostPictures is the number of pictures of an answer; its report has all.
const mostPictures = 2

// pictures lists the pictures of a report that show an answer.
func pictures(dir string, show []string) (list []string) {
	files, err := os.ReadDir(filepath.Join(dir, "svg"))
	if err != nil {
		return nil
	}
	for _, begin := range show {
		for _, f := range files {
			if strings.HasPrefix(f.Name(), begin) && !strings.HasSuffix(f.Name(), page.SmallEnd) && len(list) < mostPictures {
				list = append(list, "svg/"+f.Name())
			}
		}
	}
	return list
}

// mostFigures is the number of figures of an answer; its report has all.
const mostFigures = 24

// figuresOf returns the figures that answer a question.
func figuresOf(r *balance.Report, k *kind) (list []Figure) {
	switch k.ID {
	case AboutThing, Effect:
		list = figuresOfRules(r.WhatIf)
	case AllThings:
		list = figuresOfThings(r.Things)
	case BySkill:
		for _, m := range r.Measures {
			if strings.HasPrefix(m.Name, "levels.") {
				list = append(list, Figure{Name: m.Name, Words: m.Words, Shown: numbers.Signed(m.Value, m.Low, m.High), Value: m.Value, Low: m.Low, High: m.High, N: m.N, Of: m.Of})
			}
		}
	case Seats:
		for _, m := range r.Measures {
			if strings.HasPrefix(m.Name, "seats.top.seat.") && strings.HasSuffix(m.Name, ".win_rate") {
				words := "wins of " + m.Who
				list = append(list, Figure{Name: words, Words: words, Shown: numbers.Share(m.Value, m.Low, m.High), Value: m.Value, Low: m.Low, High: m.High, N: m.N, Of: m.Of})
			}
		}
	case Length:
		for i := range r.LevelLength {
			l := &r.LevelLength[i]
			m := l.Decisions.Mean
			list = append(list, Figure{Name: "length." + l.Agent, Words: "decisions of a game, " + l.Agent + " in every seat", Shown: m.String(), Value: m.Value, Low: m.Low, High: m.High, N: l.Games, Of: "games"})
		}
		if m := r.Lengths; len(list) == 0 && m != nil {
			x := m.Decisions.Mean
			list = append(list, Figure{Name: "length", Words: "decisions of a game", Shown: x.String(), Value: x.Value, Low: x.Low, High: x.High, N: m.Games, Of: "games"})
		}
	}
	return list[:min(mostFigures, len(list))]
}

// figuresOfRules returns the figures of the rules as they are, and of the changed ones with what the change does.
func figuresOfRules(s *whatif.Study) (list []Figure) {
	if s == nil {
		return nil
	}
	for i := range s.Rules {
		r := &s.Rules[i]
		if len(r.Kinds) == 0 {
			continue
		}
		for _, m := range r.Kinds[len(r.Kinds)-1].Measures {
			if m.Unit == whatif.Return && !m.Own || m.Low == m.High && m.Unit == whatif.Worth {
				continue
			}
			f := Figure{Name: m.Name, Words: m.Name, Value: m.Value, Low: m.Low, High: m.High, N: m.N, Of: "games", Base: i == 0 && len(s.Rules) > 1}
			switch m.Unit {
			case whatif.Share:
				f.Shown = numbers.Share(m.Value, m.Low, m.High)
			case whatif.Worth:
				f.Shown = numbers.Points(m.Value, m.Low, m.High) + " points"
			default:
				f.Shown = numbers.Mean(m.Value, m.Low, m.High)
			}
			if c := m.Change; c != nil {
				by := numbers.Signed(c.Value, c.Low, c.High)
				if m.Unit == whatif.Share || m.Unit == whatif.Worth {
					by = numbers.Points(c.Value, c.Low, c.High) + " points"
				}
				f.Shown += "; by the change " + by
			}
			list = append(list, f)
		}
	}
	return list
}

// endThings is the number of things from either end of the ranking that are figures of an answer.
const endThings = 4

func figuresOfThings(s *uplift.Study) (list []Figure) {
	if s == nil {
		return nil
	}
	for i := range s.Things {
		row := &s.Things[i]
		u := row.Had
		if u == nil {
			u = row.Played
		}
		if u == nil {
			continue
		}
		shown := numbers.Signed(u.Value, u.Low, u.High)
		if s.Part == "game" {
			shown = numbers.Points(u.Value, u.Low, u.High) + " points"
		}
		list = append(list, Figure{Name: "things." + row.Kind + "." + row.ID, Words: "worth of " + row.Name, Shown: shown, Value: u.Value, Low: u.Low, High: u.High, N: u.Forks, Of: "forks"})
	}
	slices.SortStableFunc(list, func(x, y Figure) int { // the strongest first
		switch {
		case x.Value > y.Value:
			return -1
		case x.Value < y.Value:
			return 1
		}
		return 0
	})
	if len(list) > 2*endThings {
		list = append(list[:endThings:endThings], list[len(list)-endThings:]...)
	}
	return list
}

// runSearch looks for a change that meets a target.
func (b *Bench) runSearch(ctx context.Context, a *Answer, v *Variant, dir string, progress func(string, int, int)) error {
	t := b.search(a, v, dir)
	if a.Fit == nil && a.Question.Games == 0 {
		progress("measuring the speed", 0, 0)
		fit, err := reporting.FitTune(ctx, t, time.Duration(a.Question.Seconds*float64(time.Second)))
		if err != nil {
			return err
		}
		t = fit
		a.Fit = &Fit{t.Knobs, t.Agent, t.Games, t.Rounds, t.Finals, t.Steps}
		if err := b.keepFit(a); err != nil {
			return err
		}
	}
	t.Progress = progress
	r, err := reporting.TuneRules(ctx, t)
	if err != nil {
		return err
	}
	a.Words = wordsOf(r)
	for i := range r.Base {
		x := &r.Base[i]
		a.Figures = append(a.Figures, figureOf("as it is", x))
		if r.Best != nil && i < len(r.Best.Final) {
			a.Figures = append(a.Figures, figureOf(r.Best.Words, &r.Best.Final[i]))
		}
	}
	a.Figures = a.Figures[:min(mostFigures, len(a.Figures))]
	if r.Best != nil {
		a.Change = &Change{r.Best.Path, r.Best.Value}
	}
	a.Commands = []string{r.Command + " --out " + input.ShellWord(filepath.ToSlash(dir))}
	if r.Best != nil {
		a.Commands = append(a.Commands, fmt.Sprintf("%s report %s --rules %s", b.Program, input.ShellWord(r.Game), input.ShellWord(r.Overlay)))
	}
	if err := os.MkdirAll(filepath.Join(dir, "svg"), 0o755); err != nil {
		return err
	}
	a.Pictures = []string{"svg/search.svg"}
	c := searchPicture(r)
	return errors.Join(checkpoint.WriteFile(filepath.Join(dir, "svg", "search.svg"), c.SVG(pictureWidth)), checkpoint.WriteFile(filepath.Join(dir, "svg", "search"+page.SmallEnd), c.SVG(smallWidth)))
}

func figureOf(rules string, x *balance.Result) Figure {
	return Figure{Name: x.Measure + " " + rules, Words: x.Words + ", " + rules, Shown: x.Found(), Value: x.Estimate, Low: x.EstimateLow, High: x.EstimateHigh, N: x.N, Of: x.Of}
}

// wordsOf says what a search found.
func wordsOf(r *reporting.Tuned) (lines []string) {
	before := foundOf(r.Base)
	switch c := r.Best; {
	case c == nil && !slices.ContainsFunc(r.Base, func(x balance.Result) bool { return x.Verdict != balance.Pass }):
		lines = append(lines, "The rules as they are do it already: "+before+".")
	case c == nil:
		lines = append(lines, fmt.Sprintf("None of %s changes comes nearer on fresh deals than the rules as they are: %s.", numbers.Count(len(r.Candidates)), before))
	case c.Verdict == balance.Pass:
		lines = append(lines, fmt.Sprintf("This change does it: %s. On fresh deals: %s; as it is: %s.", c.Words, foundOf(c.Final), before))
	default:
		lines = append(lines, fmt.Sprintf("This change comes nearest, and its interval does not say that it is enough: %s. On fresh deals: %s; as it is: %s.", c.Words, foundOf(c.Final), before))
	}
	if c := r.Best; c != nil {
		var moved []string
		for i := range c.Moved {
			m := &c.Moved[i]
			by := numbers.Signed(m.Difference, m.DiffLow, m.DiffHigh)
			if m.Share {
				by = numbers.Points(m.Difference, m.DiffLow, m.DiffHigh) + " points"
			}
			moved = append(moved, m.Words+" "+by)
		}
		if len(moved) == 0 {
			moved = []string{"nothing clearly, in " + numbers.Games(c.Final[0].N)}
		}
		lines = append(lines, "What else changes: "+strings.Join(moved, "; ")+".")
	}
	return append(lines, fmt.Sprintf("%s changes were tried, with %s games in all, %s in every seat.", numbers.Count(len(r.Candidates)), numbers.Count(r.Played), r.Agent))
}

func foundOf(list []balance.Result) string {
	var parts []string
	for i := range list {
		x := &list[i]
		parts = append(parts, fmt.Sprintf("%s %s (%s %s)", x.Title(), x.Found(), numbers.Count(x.N), x.Of))
	}
	return strings.Join(parts, "; ")
}

// Widths of the two versions of the picture of a search, in pixels, as in reports.
const (
	pictureWidth = 760
	smallWidth   = 358
)

// searchPicture draws the figures of the last candidates beside the figures of the rules as they are.
func searchPicture(r *reporting.Tuned) *chart.Dots {
	c := &chart.Dots{Title: "On fresh deals", Note: "bars are 95% intervals"}
	add := func(rules string, strong bool, list []balance.Result) {
		for i := range list {
			x := &list[i]
			label := rules
			if len(list) > 1 {
				label = x.Who + ", " + rules
			}
			c.Axis, c.Share = x.Words, x.Share
			if len(list) > 1 {
				c.Axis = "what a seat wins beyond even"
			}
			if x.Low != nil && x.High != nil {
				c.Band = &chart.Band{Name: "wanted", Low: *x.Low, High: *x.High}
			} else if x.High != nil {
				c.Level = &chart.Level{Name: "wanted: at most", Value: *x.High}
			}
			c.Rows = append(c.Rows, chart.DotRow{Label: label, Strong: strong, Note: "n " + numbers.Count(x.N), Dots: []chart.Dot{{Value: x.Estimate, Low: x.EstimateLow, High: x.EstimateHigh}}})
		}
	}
	add("as it is", false, r.Base)
	for i := range r.Candidates {
		x := &r.Candidates[i]
		if len(x.Final) > 0 {
			add(x.Words, r.Best != nil && x.Path == r.Best.Path && x.Value == r.Best.Value, x.Final)
		}
	}
	return c
}

// failure says why an answer failed, in words.
func failure(err error) string {
	var bad *input.Error
	if errors.As(err, &bad) {
		return bad.Error()
	}
	return "it failed: " + err.Error()
}
