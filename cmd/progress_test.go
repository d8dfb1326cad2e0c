package cmd

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// idle returns a progress of 1,000 parts whose clock is now, without a goroutine.
func idle(errs io.Writer, what string, now *time.Time) *progress {
	p := &progress{errs: errs, what: what, total: 1000, now: func() time.Time { return *now }, stopped: make(chan struct{}), width: func() int { return 60 }}
	p.begin()
	return p
}

func TestProgressWithoutAScreen(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "playing", &now)
	for i := range 10 {
		now = now.Add(5 * time.Second)
		p.describe("fast")
		p.set(100*(i+1), 1000)
	}
	p.finish()
	assert.Equal(t, "playing: 300 of 1,000 (30%), 35s left, fast\nplaying: 600 of 1,000 (60%), 20s left, fast\nplaying: 900 of 1,000 (90%), 5s left, fast\n", errs.String())
}

// Work that goes on where other work stopped is not told to be as quick as both.
func TestProgressOfResumedWork(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "training", &now)
	p.resume(800)
	now = now.Add(20 * time.Second)
	p.set(900, 1000)
	assert.Equal(t, "training: 900 of 1,000 (90%), 20s left\n", errs.String())
}

// On a screen the line is drawn again every second: the estimate is there from the first
// second in which something was done, runs down between parts, and follows the speed.
func TestProgressOnAScreen(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "playing", &now)
	p.screen = true
	second := func() string {
		now = now.Add(time.Second)
		errs.Reset()
		p.tick()
		return strings.TrimSuffix(strings.TrimPrefix(errs.String(), "\r"), "\x1b[K")
	}
	p.total = 0
	assert.Equal(t, "playing, 1s so far", second())
	p.total = 1000
	assert.Equal(t, "playing: 0 of 1,000 (0%), 2s so far |"+strings.Repeat(" ", 21)+"|", second())
	p.set(100, 1000) // after two seconds
	assert.Equal(t, "playing: 100 of 1,000 (10%), 17s left |█"+strings.Repeat(" ", 18)+"|", second())
	assert.Contains(t, second(), "playing: 100 of 1,000 (10%), 16s left |█ ", "it runs down")
	p.set(200, 1000)
	assert.Contains(t, second(), "playing: 200 of 1,000 (20%), 15s left |███ ")
	for range 200 {
		now = now.Add(time.Second)
		p.set(p.done+1, 1000)
	}
	assert.Contains(t, second(), "playing: 400 of 1,000 (40%), 9m59s left |██████ ", "a minute at one a second outweighs how it began")
	p.describe("a note that is far too long for the line")
	assert.Equal(t, "playing: 400 of 1,000 (40%), 9m58s left, a note that is fa…", second())
	now = now.Add(10 * time.Minute)
	assert.Regexp(t, `, [1-9].*h.* left`, second(), "not less than nothing")

	errs.Reset()
	p.finish()
	p.finish()
	assert.Equal(t, "\r\x1b[K", errs.String(), "it takes itself away, once")
}
