package play

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
	"ringer/play/advice"
	"ringer/play/puzzles"
	"ringer/play/replay"
)

// TerminalConfig sets how a table is shown to a person.
type TerminalConfig struct {
	In     io.Reader
	Out    io.Writer
	Width  int  // of the screen in characters; 0: 80
	Height int  // of the screen in lines; 0: pages are as long as they get
	Color  bool // whether Out understands colours
	Echo   bool // whether to write the lines read, for an input that is not shown while it is typed

	// Editor, when not nil, reads lines in place of In.
	Editor Editor

	// Size, when not nil, returns the size of the screen. It is asked before each page.
	Size func() (width, height int)

	// Resized receives when the screen has another size, so that a page is shown again.
	// Nil: it never does.
	Resized <-chan struct{}

	// Pace is the wait after an action of another seat, so that a person can follow.
	// 0: none.
	Pace time.Duration

	// Scenes makes the scenes of the game, which say what is asked and what things do.
	// Nil: scene.Of does.
	Scenes scene.Builder

	// Entries, when not nil, explains things of the game, besides the things of Scenes.
	Entries func() []scene.Entry

	// About says of agents, by name, who they are: "Ringer, rated 1620". It may be nil.
	About map[string]string

	// Hint, when not nil, finds the best actions of a state for the seat that is to decide,
	// from what that seat may know.
	Hint func(ctx context.Context, s env.State, step int) (*advice.Advice, error)

	// Puzzle, when not nil, is the task of the table, which begins where it does.
	Puzzle *puzzles.Puzzle

	// Save saves the episode so far and returns the place. Nil: it cannot be saved.
	Save func(*replay.Replay) (where string, err error)

	// KeepFinished saves an episode that was played to its end, too.
	KeepFinished bool

	// AskToKeep asks at the end of an episode whether to save it, unless KeepFinished is set.
	AskToKeep bool

	// LookBack, when not nil, returns what shows a finished game saved at where again: a line
	// each.
	LookBack func(where string) []string

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
// the episode is saved; an error says that it could not be. A *FaultError says that the
// program failed at the table, which saves the episode too.
func Terminal(ctx context.Context, table *Table, cfg TerminalConfig) (Outcome, error) {
	people, seat := 0, env.Player(0)
	for p, s := range table.Seats() {
		if s.Agent == nil {
			seat = env.Player(p)
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
	t := &terminal{
		TerminalConfig: cfg, table: table, spec: table.Game().Spec(), seat: seat,
		screen: screen{out: cfg.Out, color: cfg.Color},
		lines:  newLines(ctx, cfg.In, cfg.Editor),
		shown:  true,
	}
	if t.Scenes == nil {
		t.Scenes = scene.Of(table.Game())
	}
	t.size()
	err := t.guarded(func() error { return t.sit(ctx) })
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
	log     []told   // what the person was told, from the start
	fresh   int      // how many of them came since the last page
	shown   bool     // that a page is due, because something was shown since the last one
	rest    []string // lines of a long text that Enter shows
	lines   *lines
	warned  bool // that a game which cannot be saved would be lost
	outcome Outcome
}

// told is a line of the log.
type told struct {
	step int // of the action that it tells of, from 1
	text string
}

// size asks for the size of the screen.
func (t *terminal) size() {
	t.screen.width, t.screen.height = t.Width, t.Height
	if t.Size != nil {
		t.screen.width, t.screen.height = t.Size()
	}
	if t.screen.width <= 0 {
		t.screen.width = 80
	}
	t.screen.width = max(t.screen.width, 20)
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
			if ctx.Err() != nil {
				return t.leave()
			}
			if ran, err := t.runThrough(ctx); ran || err != nil {
				if err != nil {
					return err
				}
				continue
			}
			again, err := t.decide(ctx)
			if err == nil && again && t.atTask() {
				again, err = t.judge(ctx)
			}
			if err != nil || !again {
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
		t.tell(ctx, e, "")
	}
	t.outcome.Over = true
	t.showEnd()
	if t.Save != nil && t.KeepFinished {
		if err := t.save(); err != nil {
			return t.lost(err)
		}
	}
	t.screen.print("\n")
	t.screen.line(bold, "%s", t.verdict())
	return t.part(ctx)
}

// part asks a person whether to keep the finished game.
func (t *terminal) part(ctx context.Context) error {
	if t.Save == nil || !t.AskToKeep || t.KeepFinished || t.Puzzle != nil {
		return nil
	}
	t.screen.line(dim, "save keeps the game, to look back at it; Enter leaves.")
	for {
		q := question{prompt: t.screen.paint(bold, "> ")}
		if t.Editor == nil && !t.lines.asked {
			t.screen.print(q.prompt)
		}
		line, resized, ok := t.lines.next(ctx, q, t.Resized)
		switch word := strings.ToLower(strings.TrimSpace(line.text)); {
		case !ok:
			t.screen.print("\n")
			return nil
		case resized:
		case word == "save" || word == "s" || word == "yes" || word == "y":
			_ = t.save() // the screen says why it is not saved
			return nil
		case word == "" || word == "q" || word == "quit" || word == "no" || word == "n":
			return nil
		default:
			t.screen.line(alarm, "the game is over: type save to keep it, or Enter to leave")
		}
	}
}

// welcome prints the players by seat, and the log of a resumed game.
func (t *terminal) welcome() error {
	t.screen.print("\n")
	t.screen.rule(t.spec.Title, "")
	for p, seat := range t.table.Seats() {
		name := seat.Name
		if env.Player(p) == t.seat {
			name = "you"
		} else if about := t.About[seat.Name]; about != "" {
			name += " · " + about
		}
		t.screen.line(plain, "  %s  %s", scene.SeatName(env.Player(p)), name)
	}
	t.screen.line(dim, "  seed %d · type ? for help", t.table.Record().Seed)
	t.showTask()
	if len(t.table.Record().Steps) == 0 {
		return nil
	}
	if _, err := t.table.Record().Play(t.table.Game(), func(before env.State, step replay.Step) error {
		after := before.Clone()
		if err := after.Apply(step.Action); err != nil {
			return err
		}
		t.note(Event{before, after, step})
		return nil
	}); err != nil {
		return err
	}
	t.screen.line(dim, "  taken up; what happened last:")
	for _, line := range t.log[max(0, len(t.log)-10):] {
		t.screen.line(plain, "%s", line.text)
	}
	return nil
}

// tell prints what the person is told of an event, the first line with a remark, and waits
// where another seat has acted.
// It does not wait for what the person is not told, which would tell that something
// happened, nor for a deal.
func (t *terminal) tell(ctx context.Context, e Event, remark string) {
	events := t.note(e)
	others := false
	for i, event := range events {
		if i > 0 {
			remark = ""
		}
		t.screen.line(plain, "%s%s", t.words(event), remark)
		others = others || e.Step.Player >= 0 && event.Player >= 0 && event.Player != t.seat
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
func (t *terminal) note(e Event) []env.Event {
	events := env.Tell(e.Before, t.seat, e.Step.Action, e.After, nil)
	for _, event := range events {
		t.log = append(t.log, told{e.Step.Step, t.words(event)})
	}
	t.fresh += len(events)
	t.shown = t.shown || t.shows(e, events)
	return events
}

// words returns an event as a line of the log.
func (t *terminal) words(e env.Event) string {
	return "  · " + env.As(t.seat, t.who).Event(e)
}

func (t *terminal) who(p env.Player) string {
	if p == t.seat {
		return "you"
	}
	if name := t.table.Seats()[p].Name; t.strangers() {
		return t.screen.named(p) + " (" + input.Shown(name) + ")"
	}
	return t.screen.named(p)
}

// strangers reports whether the other seats are played by different agents, so that a line
// about one of them says by whom.
func (t *terminal) strangers() bool {
	first := ""
	for _, s := range t.table.Seats() {
		switch {
		case s.Agent == nil:
		case first == "":
			first = s.Name
		case s.Name != first:
			return true
		}
	}
	return false
}

// decide shows the person the table and reads until there is an action or an undo. It
// returns false when the person has left.
func (t *terminal) decide(ctx context.Context) (again bool, err error) {
	d := t.newDecision()
	t.showPage(d)
	for {
		q := question{t.screen.paint(bold, "> "), d.complete}
		if t.Editor == nil && !t.lines.asked {
			t.screen.print(q.prompt)
		}
		if t.screen.err != nil {
			return false, t.screen.err
		}
		line, resized, ok := t.lines.next(ctx, q, t.Resized)
		switch {
		case !ok:
			t.screen.print("\n")
			return false, t.leave()
		case resized:
			t.screen.print("\n")
			t.showPage(d)
			if t.Editor == nil {
				t.screen.print(q.prompt)
			}
			continue
		}
		if t.Echo {
			t.screen.print(input.Shown(line.text) + "\n")
		}
		if line.tooLong {
			t.screen.line(alarm, "a line of more than %d characters is no action: type a number, or ? for help", longest)
			continue
		}
		text := strings.TrimSpace(line.text)
		if len(t.rest) > 0 {
			switch strings.ToLower(text) {
			case "":
				t.showRest()
				continue
			case "q", "quit": // of the long text, as in any pager
				t.rest = nil
				t.showPage(d)
				continue
			}
		}
		t.rest = nil
		if run, ok := t.command(ctx, text, d); ok {
			switch after, err := run(); {
			case after == left || err != nil:
				return false, err
			case after == asksAgain:
				return true, nil
			}
			continue
		}
		if text == "" && len(d.names) == 1 {
			text = "1"
		}
		if text == "" && (d.page.from > 0 || d.next > 0) {
			d.page.from = d.next
			t.showPage(d)
			continue
		}
		if text == "" && d.cut {
			t.showTable(d)
			continue
		}
		if text == "" {
			t.showPage(d)
			continue
		}
		i, err := d.choose(text)
		if err != nil {
			t.screen.line(alarm, "%v", err)
			continue
		}
		t.fresh, t.shown = 0, false
		e, err := t.table.Choose(d.legal[i])
		if err != nil {
			return false, err
		}
		t.tell(ctx, e, "")
		return true, nil
	}
}
