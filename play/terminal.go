package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ringer/env"
	"ringer/input"
	"ringer/play/replay"
)

// TerminalConfig sets how a table is shown to a person.
type TerminalConfig struct {
	In    io.Reader
	Out   io.Writer
	Width int  // of the screen in characters; 0: 80
	Color bool // whether Out understands colours
	Echo  bool // whether to write the lines read, for an input that is not shown while it is typed

	// Pace is the wait after an action of another seat, so that a person can follow.
	// 0: none.
	Pace time.Duration

	// Save saves the episode so far and returns the place. Nil: it cannot be saved.
	Save func(*replay.Replay) (where string, err error)

	// KeepFinished saves an episode that was played to its end, too.
	KeepFinished bool

	// Resume, when not nil, returns the command that takes up a game saved at
	// where.
	Resume func(where string) string
}

// Outcome says how a person's time at the table ended.
type Outcome struct {
	Over  bool   // the episode was played to its end
	Saved string // place of the last save; empty: none
}

// Terminal lets a person play a table, line by line, until the episode is over,
// the person quits, the input ends or ctx is done. In the last three cases
// the episode is saved; an error says that it could not be.
func Terminal(ctx context.Context, table *Table, cfg TerminalConfig) (Outcome, error) {
	if cfg.Width <= 0 {
		cfg.Width = 80
	}
	t := &terminal{
		TerminalConfig: cfg, table: table, spec: table.Game().Spec(),
		screen: screen{out: cfg.Out, width: cfg.Width, color: cfg.Color},
		lines:  make(chan typed),
	}
	people := 0
	for p, seat := range table.Seats() {
		if seat.Agent == nil {
			t.seat = env.Player(p)
			people++
		}
	}
	switch {
	case people > 1:
		return Outcome{}, errors.New("play: one person at most sits at a terminal")
	case people == 0:
		return Outcome{}, errors.New("play: a person needs a seat")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go t.read(ctx)
	err := t.sit(ctx)
	if err == nil {
		err = t.screen.err
	}
	return t.outcome, err
}

type terminal struct {
	TerminalConfig
	table   *Table
	spec    *env.Spec
	screen  screen
	seat    env.Player
	log     []string // what the person was told, from the start
	lines   chan typed
	warned  bool // that a game which cannot be saved would be lost
	outcome Outcome
}

// longest is the number of bytes of an input line that are read; no action has a
// name so long.
const longest = 4096

// typed is a line of the input.
type typed struct {
	text    string
	tooLong bool // longer than longest: the text is its beginning
}

// read passes on the lines of the input. It outlives the sitting when the
// input blocks; then it ends with the next line.
func (t *terminal) read(ctx context.Context) {
	defer close(t.lines)
	in := bufio.NewReaderSize(t.In, longest)
	for {
		part, more, err := in.ReadLine()
		if err != nil {
			return
		}
		line := typed{string(part), more}
		for more && err == nil {
			_, more, err = in.ReadLine()
		}
		select {
		case t.lines <- line:
		case <-ctx.Done():
			return
		}
	}
}

func (t *terminal) sit(ctx context.Context) error {
	if err := t.welcome(); err != nil {
		return err
	}
	for !t.table.Over() {
		if t.screen.err != nil {
			return t.screen.err
		}
		if _, mine := t.table.Person(); mine {
			if again, err := t.decide(ctx); err != nil || !again {
				return err
			}
			continue
		}
		e, err := t.table.Next(ctx)
		if ctx.Err() != nil {
			return t.leave()
		}
		if err != nil {
			return err
		}
		t.tell(ctx, e)
	}
	t.summary()
	if t.Save != nil && t.KeepFinished {
		if err := t.save(); err != nil {
			return t.lost(err)
		}
	}
	return nil
}

// welcome prints the players by seat, and the log of a resumed game.
func (t *terminal) welcome() error {
	t.screen.rule(t.spec.Title)
	for p, seat := range t.table.Seats() {
		if env.Player(p) == t.seat {
			t.screen.line(bold, "  seat %d  you", p)
		} else {
			t.screen.line(plain, "  seat %d  %s", p, seat.Name)
		}
	}
	t.screen.line(dim, "  seed %d · type ? for help", t.table.Record().Seed)
	if len(t.table.Record().Steps) == 0 {
		return nil
	}
	if _, err := t.table.Record().Play(t.table.Game(), func(before env.State, step replay.Step) error {
		after := before.Clone()
		if err := after.Apply(step.Action); err != nil {
			return err
		}
		t.note(before, step.Action, after)
		return nil
	}); err != nil {
		return err
	}
	t.screen.line(dim, "  taken up; what happened last:")
	t.showLog(10)
	return nil
}

// tell prints what the person is told of an event, and waits where that is about
// another seat. It does not wait for what the person is not told, which would tell
// that something happened.
func (t *terminal) tell(ctx context.Context, e Event) {
	told := t.note(e.Before, e.Step.Action, e.After)
	others := false
	for _, event := range told {
		t.screen.line(plain, "%s", t.words(event))
		others = others || event.Player >= 0 && event.Player != t.seat
	}
	if t.Pace > 0 && others {
		timer := time.NewTimer(t.Pace)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

// note adds to the log what the person is told of an action, and returns it.
func (t *terminal) note(before env.State, a env.Action, after env.State) []env.Event {
	told := env.Tell(before, t.seat, a, after, nil)
	for _, event := range told {
		t.log = append(t.log, t.words(event))
	}
	return told
}

// words returns an event as a line of the log.
func (t *terminal) words(e env.Event) string {
	return fmt.Sprintf("  · %s: %s", t.who(e.Player), e.Text)
}

func (t *terminal) who(p env.Player) string {
	switch p {
	case t.seat:
		return "you"
	case env.Chance:
		return "the table"
	}
	return fmt.Sprintf("seat %d (%s)", p, t.table.Seats()[p].Name)
}

// decide shows the person the table and reads until there is an action. It
// returns false when the person has left.
func (t *terminal) decide(ctx context.Context) (again bool, err error) {
	state := t.table.State()
	legal := state.LegalActions(nil)
	names := make([]string, len(legal))
	for i, a := range legal {
		names[i] = state.ActionString(a)
	}
	t.showTable(names)
	for {
		t.screen.print(t.screen.paint(bold, "> "))
		if t.screen.err != nil {
			return false, t.screen.err
		}
		var text string
		select {
		case line, ok := <-t.lines:
			if !ok {
				t.screen.print("\n")
				return false, t.leave()
			}
			if t.Echo {
				t.screen.print(input.Shown(line.text) + "\n")
			}
			if line.tooLong {
				t.screen.line(alarm, "a line of more than %d characters is no action: type a number, or ? for help", longest)
				continue
			}
			text = strings.TrimSpace(line.text)
		case <-ctx.Done():
			t.screen.print("\n")
			return false, t.leave()
		}
		if run, ok := t.command(text, names); ok {
			if left, err := run(); left || err != nil {
				return false, err
			}
			continue
		}
		if text == "" && len(names) == 1 {
			text = "1"
		}
		i, err := choose(names, text)
		if err != nil {
			t.screen.line(alarm, "%v", err)
			continue
		}
		e, err := t.table.Choose(legal[i])
		if err != nil {
			return false, err
		}
		t.tell(ctx, e)
		return true, nil
	}
}

// command carries out a command; the first result reports whether the
// person has left.
func (t *terminal) command(text string, names []string) (run func() (left bool, err error), ok bool) {
	stay := func(show func()) func() (bool, error) {
		return func() (bool, error) { show(); return false, nil }
	}
	switch strings.ToLower(text) {
	case "?", "help":
		return stay(func() { t.help(names) }), true
	case "table":
		return stay(func() { t.showTable(names) }), true
	case "log":
		return stay(func() { t.showLog(len(t.log)) }), true
	case "save":
		return stay(func() { _ = t.save() }), true // the screen says why it is not saved
	case "quit":
		return t.quit, true
	}
	return nil, false
}

func (t *terminal) showTable(names []string) {
	t.screen.rule(fmt.Sprintf("seat %d, your decision", t.seat))
	switch s := t.table.State().(type) {
	case env.Texter:
		t.screen.line(plain, "%s", s.Text(t.seat))
	case env.InfoStater:
		t.screen.line(plain, "%s", s.InformationState(t.seat))
	}
	t.screen.print("\n")
	t.screen.list(names)
}

func (t *terminal) showLog(last int) {
	if len(t.log) == 0 {
		t.screen.line(dim, "  nothing has happened yet")
	}
	for _, line := range t.log[max(0, len(t.log)-last):] {
		t.screen.line(plain, "%s", line)
	}
}

func (t *terminal) help(names []string) {
	t.screen.line(plain, "Choose by number (1 to %d), or by the beginning of a name if only one begins so (%s).", len(names), names[0])
	if len(names) == 1 {
		t.screen.line(plain, "There is only one: Enter takes it.")
	}
	t.screen.line(plain, "  table  show the table and the actions again")
	t.screen.line(plain, "  log    show all that you know to have happened")
	t.screen.line(plain, "  save   keep the game so far in a file, and go on")
	t.screen.line(plain, "  quit   keep the game so far in a file, and leave")
	t.screen.list(names)
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
	return nil
}

// lost returns the error of a person who left, or of a game that ended, unsaved.
func (t *terminal) lost(err error) error { return fmt.Errorf("the game is not saved: %w", err) }

// quit leaves. A person whose game cannot be saved stays once, and may mend the reason.
func (t *terminal) quit() (left bool, err error) {
	err = t.leave()
	if err != nil && !t.warned {
		t.warned = true
		t.screen.line(plain, "The game would be lost: make room and quit again, or quit again to lose it.")
		return false, nil
	}
	return true, err
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
