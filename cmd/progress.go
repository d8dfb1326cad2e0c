package cmd

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"ringer/input"
)

const (
	// quietFor is the time that work may take before it shows any progress.
	quietFor = 2 * time.Second
	// plainEvery is the time between lines of progress where there is no screen.
	plainEvery = 15 * time.Second
)

// progress shows on standard error how far a long piece of work has come: a bar
// with an estimate on a screen, and a line now and then elsewhere. Short work
// shows nothing. Its methods may be called from several goroutines.
type progress struct {
	mu    sync.Mutex
	errs  io.Writer
	what  string
	total int
	base  int // parts that were done before this work began
	note  string
	begun time.Time
	told  time.Time
	bar   *progressbar.ProgressBar // nil: no screen
	now   func() time.Time
}

// progress returns the display of work that has total parts.
func (t *terminal) progress(what string, total int) *progress {
	what = input.Shown(what)
	p := &progress{errs: t.errs, what: what, total: total, now: time.Now}
	p.begun = p.now()
	p.told = p.begun
	if isTerminal(t.errs) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(&patient{to: t.errs, from: p.begun.Add(quietFor)}),
			progressbar.OptionSetDescription(what),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionFullWidth(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// patient is a writer that drops everything before a time.
type patient struct {
	to   io.Writer
	from time.Time
}

func (p *patient) Write(b []byte) (int, error) {
	if time.Now().Before(p.from) {
		return len(b), nil
	}
	return p.to.Write(b)
}

// describe changes the text beside the progress: a few words,
// because a bar shares its line with them.
func (p *progress) describe(note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	note = input.Shown(note)
	p.note = note
	if p.bar != nil {
		p.bar.Describe(note)
	}
}

// set records the number of parts done.
func (p *progress) set(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = total
	if p.bar != nil {
		// A bar that cannot be drawn is no reason to stop the work.
		p.bar.ChangeMax(total)
		_ = p.bar.Set(min(done, total))
		return
	}
	now := p.now()
	if now.Sub(p.told) < plainEvery || done == 0 {
		return
	}
	p.told = now
	elapsed := now.Sub(p.begun)
	left := time.Duration(float64(elapsed) * float64(total-done) / float64(max(1, done-p.base)))
	line := fmt.Sprintf("%s: %s of %s (%.0f%%), %s left", p.what, count(float64(done)), count(float64(total)),
		100*float64(done)/float64(total), max(left, 0).Round(time.Second))
	if p.note != "" {
		line += ", " + p.note
	}
	fmt.Fprintln(p.errs, line)
}

// resume records the number of parts done before this work began, which do not
// count for its speed.
func (p *progress) resume(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.base = done
}

// finish removes the bar.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}
