package progress

import (
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// idle returns a progress of 1,000 parts whose clock is now, without a goroutine.
func idle(errs io.Writer, what string, now *time.Time) *Progress {
	p := &Progress{errs: errs, what: what, total: 1000, now: func() time.Time { return *now }, stopped: make(chan struct{}), width: func() int { return 60 }}
	p.begin()
	return p
}

func TestProgressWithoutAScreen(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "playing", &now)
	for i := range 10 {
		now = now.Add(5 * time.Second)
		p.Describe("fast")
		p.Set(100*(i+1), 1000)
	}
	p.Finish()
	assert.Equal(t, "playing: 300 of 1,000 (30%), 35s left, fast\nplaying: 600 of 1,000 (60%), 20s left, fast\nplaying: 900 of 1,000 (90%), 5s left, fast\n", errs.String())
}

// Work that goes on where other work stopped is not told to be as quick as both.
func TestProgressOfResumedWork(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "training", &now)
	p.Resume(800)
	now = now.Add(20 * time.Second)
	p.Set(900, 1000)
	assert.Equal(t, "training: 900 of 1,000 (90%), 20s left\n", errs.String())
}

// On a screen the line is drawn again every second: the estimate is there from the first
// second in which something was done, runs down between parts, and follows the speed.
func TestProgressOnAScreen(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "playing", &now)
	p.Screen = true
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
	p.Set(100, 1000) // after two seconds
	assert.Equal(t, "playing: 100 of 1,000 (10%), 17s left |█"+strings.Repeat(" ", 18)+"|", second())
	assert.Contains(t, second(), "playing: 100 of 1,000 (10%), 16s left |█ ", "it runs down")
	p.Set(200, 1000)
	assert.Contains(t, second(), "playing: 200 of 1,000 (20%), 15s left |███ ")
	for range 200 {
		now = now.Add(time.Second)
		p.Set(p.done+1, 1000)
	}
	assert.Contains(t, second(), "playing: 400 of 1,000 (40%), 9m59s left |██████ ", "a minute at one a second outweighs how it began")
	p.Describe("a note that is far too long for the line")
	assert.Equal(t, "playing: 400 of 1,000 (40%), 9m58s left, a note that is fa…", second())
	now = now.Add(10 * time.Minute)
	assert.Regexp(t, `, [1-9].*h.* left`, second(), "not less than nothing")

	errs.Reset()
	p.Finish()
	p.Finish()
	p.tick()
	assert.Equal(t, "\r\x1b[K", errs.String(), "it takes itself away, once")
}

// A narrow screen shows what has room, and the time that is left before all.
func TestProgressOnANarrowScreen(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "training", &now)
	p.Screen = true
	p.Describe("9,400 decisions/s")
	now = now.Add(20 * time.Second)
	p.Set(200, 1000)
	for width, want := range map[int]string{
		120: "training: 200 of 1,000 (20%), 1m20s left, 9,400 decisions/s |████████                                |",
		60:  "training: 200 of 1,000 (20%), 1m20s left, 9,400 decisions/s",
		50:  "training: 200 of 1,000 (20%), 1m20s left, 9,400 …",
		40:  "training: 20%, 1m20s left |██         |",
		30:  "training: 20%, 1m20s left",
		20:  "20%, 1m20s left",
		10:  "20%, 1m2…",
	} {
		errs.Reset()
		p.width = func() int { return width }
		p.tick()
		line := strings.TrimSuffix(strings.TrimPrefix(errs.String(), "\r"), "\x1b[K")
		assert.Less(t, utf8.RuneCountInString(line), width)
		assert.Equal(t, want, line, width)
	}
}

// screenOf returns the lines of a screen on which text was written.
func screenOf(text string) []string {
	screen, row, column := [][]rune{nil}, 0, 0
	for text != "" {
		switch move := regexp.MustCompile(`^\x1b\[(\d*)([AKJ])`).FindStringSubmatch(text); {
		case move != nil:
			n, _ := strconv.Atoi(move[1])
			switch move[2] {
			case "A":
				row -= n
			case "J":
				screen = screen[:row+1]
				fallthrough
			case "K":
				screen[row] = screen[row][:min(column, len(screen[row]))]
			}
			text = text[len(move[0]):]
		case text[0] == '\r':
			column, text = 0, text[1:]
		case text[0] == '\n': // as a terminal has it, which goes to the beginning too
			if row++; row == len(screen) {
				screen = append(screen, nil)
			}
			column, text = 0, text[1:]
		default:
			r, size := utf8.DecodeRuneInString(text)
			for len(screen[row]) <= column {
				screen[row] = append(screen[row], ' ')
			}
			screen[row][column] = r
			column, text = column+1, text[size:]
		}
	}
	lines := make([]string, len(screen))
	for i := range screen {
		lines[i] = strings.TrimRight(string(screen[i]), " ")
	}
	return lines
}

// Lines below the line of progress are drawn in their places, more and fewer of them, and
// taken away before anything else is written.
func TestProgressWithLinesBelow(t *testing.T) {
	var errs strings.Builder
	now := time.Unix(0, 0)
	p := idle(&errs, "training", &now)
	p.Screen = true
	say := func(line string) {
		p.Erase()
		errs.WriteString(line)
	}
	tick := func(below ...string) {
		p.Draws(func(int) []string { return below })
		now = now.Add(time.Second)
		p.tick()
	}
	say("before\n")
	bar := func(seconds string) string {
		return "training: 0 of 1,000 (0%), " + seconds + " so far |" + strings.Repeat(" ", 20) + "|"
	}
	tick("one", "two")
	assert.Equal(t, []string{"before", bar("1s"), "one", "two"}, screenOf(errs.String()))
	tick("one more", "two", strings.Repeat("three", 20))
	assert.Equal(t, []string{"before", bar("2s"), "one more", "two", strings.Repeat("three", 20)[:58] + "…"}, screenOf(errs.String()))
	tick("1")
	assert.Equal(t, []string{"before", bar("3s"), "1"}, screenOf(errs.String()))
	say("between\n")
	tick("1", "2")
	assert.Equal(t, []string{"before", "between", bar("4s"), "1", "2"}, screenOf(errs.String()))
	p.Finish()
	say("after\n")
	assert.Equal(t, []string{"before", "between", "after", ""}, screenOf(errs.String()))
}
