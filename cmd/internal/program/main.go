package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/console"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/play/external"
)

// CarryOut is Main of a program whose parts add adds.
func CarryOut(add func() error) {
	// The first interrupt asks to save and stop, the second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	Listening()
	t := &shell.Terminal{In: os.Stdin, Out: os.Stdout, Errs: os.Stderr, Restart: shell.Restart, Program: shell.ProgramName(os.Args[0])}
	if err := add(); err != nil {
		t.Warnf("%s: %s\n", t.Program, err)
		os.Exit(shell.ExitBadInput)
	}
	os.Exit(Execute(ctx, t, os.Args[1:]))
}

// Listening is called when the process would end in order after a signal: tests wait for it.
var Listening = func() {}

// Run carries out a command line and returns the exit status.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	t := &shell.Terminal{In: in, Out: out, Errs: errs}
	return Execute(ctx, t, args)
}

// Execute is run at a terminal.
func Execute(ctx context.Context, t *shell.Terminal, args []string) int {
	out := &console.Output{To: t.Out}
	t.Out, t.Opener = out, newOpener(t)
	defer t.Opener.Programs.Close()
	root := NewRoot(t)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.Failed()
	}
	if t.EndStats != nil {
		t.EndStats()
	}
	t.Clear()
	if err == nil {
		return shell.ExitDone
	}
	if child, ok := errors.AsType[*shell.Restarted](err); ok {
		return child.Exit
	}
	stopped, ok := errors.AsType[*shell.Interruption](err)
	if !ok && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		stopped, err = &shell.Interruption{}, &shell.Interruption{}
	}
	t.Errorf("ringer: %s\n%s", strings.TrimSuffix(err.Error(), "\n"), nextStep(err))
	if stopped != nil {
		return shell.ExitInterrupted
	}
	if _, ok := errors.AsType[*input.Error](err); ok {
		return shell.ExitBadInput
	}
	if _, ok := errors.AsType[env.Faults](err); ok { // of what was asked for
		return shell.ExitBadInput
	}
	return shell.ExitFailed
}

// newOpener returns what builds the agents of one command line. It prints each warning once.
func newOpener(t *shell.Terminal) *open.Opener {
	var warned sync.Map
	return &open.Opener{Programs: external.NewPrograms(), Warn: func(words string) {
		if _, said := warned.LoadOrStore(words, true); !said {
			t.Errorf("ringer: %s\n", words)
		}
	}}
}

// nextStep says what to do about a bot that knows other rules of the game at hand; it returns
// nothing for other errors.
func nextStep(err error) string {
	e, ok := errors.AsType[*botfile.SpecError](err)
	if !ok {
		return ""
	}
	made, _, _ := strings.Cut(e.BotGame, "(")
	if here, _, _ := strings.Cut(e.Game, "("); here != made {
		return ""
	}
	return fmt.Sprintf("  next: ringer report %s lets bots learn these rules before they play; docs/designer.md says how to keep one\n", input.ShellWord(e.Game))
}
