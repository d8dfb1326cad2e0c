// Package progress shows how far a long piece of work has come.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"ringer/internal/console"
	"ringer/internal/input"
	"ringer/internal/numbers"
)

// QuietFor is the time that work may take before it shows any progress, DrawEvery that
// between two drawings of it on a screen.
var QuietFor, DrawEvery = time.Second, time.Second

const (
	// plainEvery is the time between lines of progress where there is no screen.
	plainEvery = 15 * time.Second
	// window is the time over which speed is measured, so that an estimate forgets how
	// slowly work began.
	window = time.Minute
	// A bar is drawn where there is room, in characters.
	leastBar, widestBar = 10, 40
)

// Progress shows on a stream how far a long piece of work has come and how long the
// rest takes: a line that is drawn again every second on a screen, and a line now and then
// elsewhere. Short work shows nothing. Its methods may be called from several goroutines.
type Progress struct {
	mu      sync.Mutex
	errs    io.Writer
	Screen  bool
	width   func() int
	what    string
	note    string
	under   func(width int) []string // lines below the line of progress, on a screen; nil: none
	done    int
	total   int
	base    int // parts that were done before this work began
	begun   time.Time
	told    time.Time
	marks   []mark        // when how much was done, over the window; the first one is its beginning
	drawn   int           // lines that are on the screen
	over    bool          // nothing is drawn any more
	quiet   time.Duration // before anything is drawn
	now     func() time.Time
	stopped chan struct{}
	once    sync.Once
}

// mark says how much was done at a time.
type mark struct {
	at   time.Time
	done int
}

// New returns the display, on a stream, of work that has total parts, 0 when nobody knows. A quiet
// one shows nothing.
func New(errs io.Writer, what string, total int, quiet bool) *Progress {
	p := &Progress{
		errs: errs, Screen: console.Moves(errs), what: input.Shown(what), total: total, now: time.Now, stopped: make(chan struct{}),
		width: func() int { width, _ := console.SizeOf(errs); return width },
	}
	p.begin()
	if quiet {
		p.errs = io.Discard
	}
	go p.keepTicking(DrawEvery)
	return p
}

func (p *Progress) begin() {
	p.begun, p.quiet = p.now(), QuietFor
	p.told = p.begun
	p.marks = []mark{{p.begun, p.base}}
}

// keepTicking draws now and then until the work is over.
func (p *Progress) keepTicking(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.stopped:
			return
		case <-ticker.C:
			p.mu.Lock()
			p.tick()
			p.mu.Unlock()
		}
	}
}

// Describe changes the text beside the progress.
func (p *Progress) Describe(note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note = input.Shown(note)
}

// Draws shows lines below the line of progress, where there is a screen: the lines that its
// argument makes for its width. It is called as often as they are drawn.
func (p *Progress) Draws(lines func(width int) []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.under = lines
}

// Set records the number of parts done.
func (p *Progress) Set(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if total != p.total || done != p.done {
		p.marks = append(p.marks, mark{now, done})
		for len(p.marks) > 2 && now.Sub(p.marks[1].at) > window {
			p.marks = p.marks[1:]
		}
		if last := len(p.marks) - 1; last > 1 && p.marks[last].at.Sub(p.marks[last-2].at) < time.Second/2 {
			p.marks = append(p.marks[:last-1], p.marks[last]) // two a second are enough
		}
	}
	p.done, p.total = done, total
	if !p.Screen {
		p.tick()
	}
}

// Resume records the number of parts done before this work began, which do not count for
// its speed.
func (p *Progress) Resume(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.base, p.done = done, done
	p.marks = []mark{{p.begun, done}}
}

// Continued returns set for work that first tells how much was there before it.
func (p *Progress) Continued() func(done, total int) {
	first := true
	return func(done, total int) {
		if first {
			p.Resume(done)
			first = false
		}
		p.Set(done, total)
	}
}

// left estimates the time that the rest takes, from the speed up to the last part that was
// done; between parts it runs down with the clock.
func (p *Progress) left(now time.Time) (left time.Duration, known bool) {
	first, last := p.marks[0], p.marks[len(p.marks)-1]
	if last.done <= first.done || !last.at.After(first.at) {
		return 0, false
	}
	each := float64(last.at.Sub(first.at)) / float64(last.done-first.done)
	left = time.Duration(each*float64(p.total-last.done)) - now.Sub(last.at)
	if left < 0 { // a part takes longer than those before
		each = float64(now.Sub(first.at)) / float64(last.done-first.done)
		left = time.Duration(each * float64(p.total-last.done))
	}
	return left, true
}

// tick draws, where it is time to.
func (p *Progress) tick() {
	now := p.now()
	switch {
	case p.over, now.Sub(p.begun) < p.quiet:
	case p.Screen:
		p.draw(now)
	case now.Sub(p.told) >= plainEvery:
		p.told = now
		fmt.Fprintln(p.errs, p.line(now, 0))
	}
}

// draw writes the line of progress over the one before, those below it, and goes back up.
func (p *Progress) draw(now time.Time) {
	width := p.width()
	line := p.line(now, width)
	if room := min(width-console.Columns(line)-len(" ||")-1, widestBar); p.total > 0 && room >= leastBar {
		line += " " + drawnBar(p.done, p.total, room)
	}
	text, lines := "\r"+OnOneRow(line, width)+"\x1b[K", 1
	if p.under != nil && width > 1 {
		for _, below := range p.under(width) {
			text += "\r\n" + OnOneRow(below, width) + "\x1b[K"
			lines++
		}
	}
	if lines < p.drawn {
		text += "\x1b[J"
	}
	if lines > 1 {
		text += fmt.Sprintf("\x1b[%dA\r", lines-1)
	}
	fmt.Fprint(p.errs, text)
	p.drawn = lines
}

// OnOneRow shortens a line to less than the width of the screen, so that it stays on its row.
func OnOneRow(line string, width int) string {
	if width > 1 && console.Columns(line) >= width {
		return string([]rune(line)[:width-2]) + "…"
	}
	return line
}

// drawnBar returns a bar of some characters between its ends.
func drawnBar(done, total, width int) string {
	bar := progressbar.NewOptions(total, progressbar.OptionSetWriter(io.Discard), progressbar.OptionSetWidth(width),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false), progressbar.OptionSetRenderBlankState(true))
	_ = bar.Set(min(done, total)) // it writes nowhere
	text := bar.String()
	from, to := strings.Index(text, "|"), strings.LastIndex(text, "|")
	return text[max(from, 0) : to+1]
}

// line says how far the work is. On a screen of a width it leaves out what has no room: the amounts
// first, then what the work is, and never the time that is left. 0 is a width without bounds.
func (p *Progress) line(now time.Time, width int) string {
	if p.total == 0 {
		return fmt.Sprintf("%s, %s so far", p.what, now.Sub(p.begun).Round(time.Second))
	}
	what := p.what
	if what != "" {
		what += ": "
	}
	share := fmt.Sprintf("%.0f%%", 100*float64(p.done)/float64(p.total))
	took := fmt.Sprintf(", %s so far", now.Sub(p.begun).Round(time.Second))
	if left, known := p.left(now); known {
		took = fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	fits := func(line string) bool { return width <= 1 || console.Columns(line) < width }
	line := fmt.Sprintf("%s%s of %s (%s)%s", what, numbers.Count(p.done), numbers.Count(p.total), share, took)
	switch {
	case fits(line) && p.note != "":
		return line + ", " + p.note
	case fits(line):
		return line
	case fits(what + share + took):
		return what + share + took
	}
	return share + took
}

// Erase removes the lines from the screen, until it is drawn again.
func (p *Progress) Erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.drawn == 1:
		fmt.Fprint(p.errs, "\r\x1b[K")
	case p.drawn > 1:
		fmt.Fprint(p.errs, "\r\x1b[J")
	}
	p.drawn = 0
}

// Finish removes the line and stops drawing.
func (p *Progress) Finish() {
	p.once.Do(func() {
		close(p.stopped)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.over = true
	})
	p.Erase()
}
