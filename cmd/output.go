package cmd

import (
	"io"
	"os"
	"runtime"
	"sync"

	"golang.org/x/term"
)

// output is where the results of a command go. It keeps the first error, so that a command
// whose results are lost fails, also where what writes them, such as the help, says nothing.
type output struct {
	to io.Writer

	mu  sync.Mutex
	err error
}

// Write writes to the stream.
func (o *output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// failed returns the first error.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// asFile returns the file that a stream is, nil where it is none.
func asFile(stream any) *os.File {
	if o, ok := stream.(*output); ok {
		stream = o.to
	}
	f, _ := stream.(*os.File)
	return f
}

// isTerminal reports whether a stream is a person's screen or keyboard.
func isTerminal(stream any) bool {
	f := asFile(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// sizeOf returns the width and height of a screen, or zeros.
func sizeOf(stream any) (width, height int) {
	f := asFile(stream)
	if f == nil {
		return 0, 0
	}
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// moves reports whether a stream is a screen that understands escapes: they move the cursor,
// take lines away and set colours.
func moves(stream any) bool { return isTerminal(stream) && understandsEscapes(os.Getenv) }

// understandsEscapes reports whether the terminal of an environment is more than a printer.
// Windows has no TERM.
func understandsEscapes(getenv func(string) string) bool {
	kind := getenv("TERM")
	return kind != "dumb" && (kind != "" || runtime.GOOS == "windows")
}
