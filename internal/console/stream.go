package console

import (
	"io"
	"os"
	"runtime"
	"sync"

	"golang.org/x/term"
)

// Output is where the results of a command go. It keeps the first error, so that a command
// whose results are lost fails, also where what writes them, such as the help, says nothing.
type Output struct {
	To io.Writer

	mu  sync.Mutex
	err error
}

// Write writes to the stream.
func (o *Output) Write(text []byte) (int, error) {
	n, err := o.To.Write(text)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// Failed returns the first error.
func (o *Output) Failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// AsFile returns the file that a stream is, nil where it is none.
func AsFile(stream any) *os.File {
	if o, ok := stream.(*Output); ok {
		stream = o.To
	}
	f, _ := stream.(*os.File)
	return f
}

// IsTerminal reports whether a stream is a person's screen or keyboard.
func IsTerminal(stream any) bool {
	f := AsFile(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// SizeOf returns the width and height of a screen, or zeros.
func SizeOf(stream any) (width, height int) {
	f := AsFile(stream)
	if f == nil {
		return 0, 0
	}
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// Moves reports whether a stream is a screen that understands escapes: they move the cursor,
// take lines away and set colours.
func Moves(stream any) bool { return IsTerminal(stream) && UnderstandsEscapes(os.Getenv) }

// ColorWanted reports whether the owner of a screen has not declined colours
// (no-color.org, bixense.com/clicolors).
func ColorWanted(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("CLICOLOR") != "0"
}

// UnderstandsEscapes reports whether the terminal of an environment is more than a printer.
// Windows has no TERM.
func UnderstandsEscapes(getenv func(string) string) bool {
	kind := getenv("TERM")
	return kind != "dumb" && (kind != "" || runtime.GOOS == "windows")
}
