package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ringer/internal/console"

	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
)

// outcomes of a command.
type after int

const (
	stays     after = iota // the person decides as before
	asksAgain              // the table has changed
	left                   // the person has left
)

// command returns what a line does that is a command and not the whole name of an action.
func (t *terminal) command(ctx context.Context, text string, d *decision) (run func() (after, error), ok bool) {
	stay := func(show func()) (func() (after, error), bool) {
		return func() (after, error) { show(); return stays, nil }, true
	}
	word, rest, _ := strings.Cut(strings.ToLower(text), " ")
	rest = strings.TrimSpace(rest)
	for _, name := range d.names {
		if strings.EqualFold(name, text) {
			return nil, false
		}
	}
	if rest != "" && word != "card" && word != "?" && word != "help" && text != "log all" {
		return nil, false
	}
	switch word {
	case "?", "help":
		if rest != "" {
			return stay(func() { t.explain(rest) })
		}
		return stay(func() { t.help(d) })
	case "table":
		return stay(func() { t.showTable(d) })
	case "log":
		return stay(func() { t.showLog(rest == "all") })
	case "rules":
		return stay(t.showRules)
	case "card":
		return stay(func() { t.explain(rest) })
	case "hint":
		if t.Hint == nil {
			return stay(func() { t.screen.line(alarm, "nobody here gives hints for %s", t.spec.Title) })
		}
		return stay(func() { t.hint(ctx, d) })
	case "undo":
		return t.undo, true
	case "save":
		return stay(func() { _ = t.save() }) // the screen says why it is not saved
	case "q", "quit":
		return t.quit, true
	}
	return nil, false
}

// showLog shows what the person was told: all of it, or what the screen holds.
func (t *terminal) showLog(all bool) {
	t.size()
	lines := make([]string, len(t.log))
	for i, line := range t.log {
		lines[i] = line.text
	}
	if room := t.screen.height - 3; !all && room > 0 && len(lines) > room {
		t.screen.line(dim, "  … %d lines before: log all", len(lines)-room)
		lines = lines[len(lines)-room:]
	}
	if len(lines) == 0 {
		t.screen.line(dim, "  nothing has happened yet")
	}
	t.showLong(lines)
}

// showLong shows lines as far as the screen holds them. Enter shows the rest.
func (t *terminal) showLong(lines []string) {
	t.size()
	t.rest = nil
	for _, line := range lines {
		for _, part := range console.Fit(input.Shown(line), t.screen.width, 4) {
			t.rest = append(t.rest, t.screen.shown(part))
		}
	}
	t.showRest()
}

func (t *terminal) showRest() {
	room := len(t.rest)
	if t.screen.height > 0 {
		room = min(room, max(t.screen.height-3, 5))
	}
	for _, line := range t.rest[:room] {
		t.screen.print(line + "\n")
	}
	if t.rest = t.rest[room:]; len(t.rest) > 0 {
		t.screen.line(dim, "  Enter shows %d more lines, q leaves them out", len(t.rest))
	}
}

func (t *terminal) help(d *decision) {
	t.screen.line(plain, "Choose by number (%s) or by any part of a name that only one has (%s).", numbersInWords(d.page.numbers), d.names[0])
	if at := d.firstPlace(); at != nil {
		t.screen.line(plain, "Choose a point of the map by its inches from the lower left corner: %g,%g.", at.X, at.Y)
	}
	for _, c := range []struct{ name, does string }{
		{"Enter", "show the question again"},
		{"table", "show the whole table and all choices"},
		{"log", "show what happened lately, as far as you know; log all: from the start"},
		{"rules", "show the rules in short"},
		{"card NAME", "show what a card or another thing of the game does"},
		{"hint", "show the best choices that a strong player finds from what you know"},
		{"undo", "take your last decision back; not after others have decided, chance has, or you have learned something by it"},
		{"save", "keep the game so far in a file, and go on"},
		{"q", "keep the game so far in a file, and leave"},
	} {
		t.screen.entry(10, c.name, c.does)
	}
}

// firstPlace returns the first point among the choices; nil: there is none.
func (d *decision) firstPlace() *scene.Point {
	for _, at := range d.points {
		if at != nil {
			return at
		}
	}
	return nil
}

// showRules shows the rules in short.
func (t *terminal) showRules() {
	r := t.Scenes.Rules()
	t.screen.line(bold, "%s", r.Title)
	var lines []string
	if r.Goal != "" {
		lines = append(lines, r.Goal)
	}
	for _, line := range r.Course {
		lines = append(lines, "  · "+line)
	}
	for _, e := range inWords(r.Signs) {
		lines = append(lines, fmt.Sprintf("  %s: %s", e.Name, e.Text))
	}
	if n := len(t.entries()); n > 0 {
		lines = append(lines, fmt.Sprintf("%d things are explained by card NAME; card alone lists them.", n))
	}
	if len(lines) == 0 {
		lines = []string{"ringer games and the page of the game in docs/games have its rules."}
	}
	t.showLong(lines)
}

// inWords returns the entries that mean something at a table in words.
func inWords(entries []scene.Entry) []scene.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e scene.Entry) bool { return e.Kind == scene.KindDrawing })
}

// entries returns what explains the things of the game.
func (t *terminal) entries() []scene.Entry {
	known := map[string]bool{}
	var all []scene.Entry
	rules := t.Scenes.Rules()
	var others []scene.Entry
	if t.Entries != nil {
		others = t.Entries()
	}
	for _, list := range [][]scene.Entry{rules.Entries, inWords(rules.Signs), others} {
		for _, e := range list {
			if key := strings.ToLower(e.Name); !known[key] && e.Text != "" {
				known[key] = true
				all = append(all, e)
			}
		}
	}
	return all
}

// explain shows what a thing of the game does; of no thing, it lists them all.
func (t *terminal) explain(text string) {
	entries := t.entries()
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	if len(entries) == 0 {
		t.screen.line(plain, "%s has no cards to explain.", t.spec.Title)
		return
	}
	if text == "" {
		t.showLong([]string{strings.Join(names, " · ") + "."})
		return
	}
	found := like(names, text)
	if len(found) == 0 {
		t.screen.line(alarm, "%s has nothing called %q; card alone lists what there is", t.spec.Title, text)
	}
	const few = 8
	for i, n := range found {
		if i == few {
			t.screen.line(plain, "… and %d more", len(found)-few)
			break
		}
		e := entries[n]
		head := e.Name
		if e.Kind != "" {
			head += fmt.Sprintf(" (%s)", strings.ReplaceAll(e.Kind, "_", " "))
		}
		t.screen.line(plain, "%s: %s", head, e.Text)
	}
}

// hint shows the best actions, with their chances and reasons.
func (t *terminal) hint(ctx context.Context, d *decision) {
	t.screen.line(dim, "thinking …")
	a, err := t.Hint(ctx, t.table.State(), len(t.table.Record().Steps))
	if err != nil {
		t.screen.line(alarm, "no hint: %v", err)
		return
	}
	t.screen.line(plain, "By %s, with the %s and its 95%% interval:", input.Shown(a.Source), a.Unit)
	for _, o := range a.Options {
		i := slices.Index(d.legal, o.Action)
		if i < 0 {
			continue
		}
		text := fmt.Sprintf("  %d %s: %s", d.page.number(i), d.names[i], o.Chance.Words(a.Unit))
		if o.Reason != "" {
			text += "; " + o.Reason
		}
		t.screen.line(plain, "%s", text)
	}
}

// undo takes the person's last decision with a choice back, and those without one after it.
func (t *terminal) undo() (after, error) {
	var forcedOnes []env.Action
	for {
		steps := t.table.Record().Steps
		if err := t.table.Undo(); err != nil {
			t.screen.line(alarm, "not taken back: %v", err)
			for _, a := range slices.Backward(forcedOnes) {
				if _, err := t.table.Choose(a); err != nil {
					return stays, err
				}
			}
			return stays, nil
		}
		if !forced(t.table.State()) {
			break
		}
		forcedOnes = append(forcedOnes, steps[len(steps)-1].Action)
	}
	t.forget()
	t.screen.line(dim, "taken back")
	return asksAgain, nil
}

// forget takes out of the log what was told of actions that were taken back.
func (t *terminal) forget() {
	step := len(t.table.Record().Steps)
	for len(t.log) > 0 && t.log[len(t.log)-1].step > step {
		t.log = t.log[:len(t.log)-1]
	}
	t.fresh, t.shown = 1, true
}

// save saves the episode, and says on the screen where, or why not.
func (t *terminal) save() error {
	if t.Save == nil {
		t.screen.line(alarm, "this game cannot be saved")
		return nil
	}
	where, err := t.Save(t.table.Record())
	if err != nil {
		t.screen.line(alarm, "not saved: %v", err)
		return err
	}
	t.outcome.Saved = where
	t.screen.line(dim, "saved to %s", where)
	if t.table.Over() && t.LookBack != nil {
		for _, line := range t.LookBack(where) {
			t.screen.line(dim, "  %s", line)
		}
	}
	return nil
}

// lost returns the error of a person who left, or of a game that ended, unsaved.
func (t *terminal) lost(err error) error { return fmt.Errorf("the game is not saved: %w", err) }

// quit leaves. A person whose game cannot be saved stays once, and may mend the reason.
func (t *terminal) quit() (after, error) {
	err := t.leave()
	if err != nil && !t.warned {
		t.warned = true
		t.screen.line(plain, "The game would be lost: make room and quit again, or quit again to lose it.")
		return stays, nil
	}
	return left, err
}

// leave saves the episode. Where that fails, the error says why.
func (t *terminal) leave() error {
	if err := t.save(); err != nil {
		return t.lost(err)
	}
	if t.outcome.Saved != "" && t.Resume != nil {
		t.screen.line(plain, "Go on with: %s", t.Resume(t.outcome.Saved))
	}
	return nil
}
