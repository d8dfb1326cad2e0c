package play

import (
	"bufio"
	"context"
	"io"

	"ringer/internal/input"
)

// longest is the number of bytes of an input line that are read; no action has a
// name so long.
const longest = 4096

// typed is a line of the input.
type typed struct {
	text    string
	tooLong bool // longer than longest: the text is its beginning
}

// Editor reads lines that a person edits, with a history of them.
type Editor interface {
	// Line shows a prompt and returns the line that is typed. Any error ends the input.
	// complete returns what a beginning of a line can only go on with, for the tabulator key.
	Line(prompt string, complete func(text string) string) (string, error)
}

// lines reads the lines of a person when they are asked for.
type lines struct {
	in     *bufio.Reader
	editor Editor // nil: plain lines of in
	ask    chan question
	got    chan typed
	asked  bool // a line was asked for and has not come
}

type question struct {
	prompt   string
	complete func(string) string
}

// newLines starts to read. It outlives ctx when the input blocks; then it ends with the next
// line.
func newLines(ctx context.Context, in io.Reader, editor Editor) *lines {
	l := &lines{editor: editor, ask: make(chan question), got: make(chan typed)}
	if editor == nil {
		l.in = bufio.NewReaderSize(in, longest)
	}
	go l.read(ctx)
	return l
}

func (l *lines) read(ctx context.Context) {
	defer close(l.got)
	for first := true; ; first = false {
		var q question
		select {
		case q = <-l.ask:
		case <-ctx.Done():
			return
		}
		line, err := l.line(q)
		if err != nil {
			return
		}
		if first {
			line.text = string(input.Unmarked([]byte(line.text)))
		}
		select {
		case l.got <- line:
		case <-ctx.Done():
			return
		}
	}
}

func (l *lines) line(q question) (typed, error) {
	if l.editor != nil {
		text, err := l.editor.Line(q.prompt, q.complete)
		return typed{text: text[:min(len(text), longest)], tooLong: len(text) > longest}, err
	}
	part, more, err := l.in.ReadLine()
	if err != nil {
		return typed{}, err
	}
	line := typed{string(part), more}
	for more && err == nil {
		_, more, err = l.in.ReadLine()
	}
	return line, nil
}

// next returns the next line of the input. ok is false at its end, and when ctx is done;
// resized is true when the screen has another size before there is a line.
func (l *lines) next(ctx context.Context, q question, resize <-chan struct{}) (line typed, resized, ok bool) {
	if !l.asked {
		select {
		case l.ask <- q:
			l.asked = true
		case _, ok := <-l.got: // the input has ended
			return typed{}, false, ok
		case <-ctx.Done():
			return typed{}, false, false
		}
	}
	select {
	case line, ok := <-l.got:
		l.asked = false
		return line, false, ok
	case <-resize:
		return typed{}, true, true
	case <-ctx.Done():
		return typed{}, false, false
	}
}
