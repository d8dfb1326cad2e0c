package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"ringer/env"
	"ringer/internal/input"
	"ringer/models/botfile"
)

// Main carries out the command line of this process and exits with its status. The
// program has Ringer's own games and agents, and those of the given parts; it goes by the
// name of its file in usage, examples, messages, completion and manual pages. Parts that
// cannot be added, such as a game whose name is taken, are named all at once, with exit
// status 2.
func Main(own ...Own) { carryOut(func() error { return addAll(own) }) }

// carryOut is Main of a program whose parts add adds.
func carryOut(add func() error) {
	// The first interrupt asks to save and stop, the second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	listening()
	t := &terminal{in: os.Stdin, out: os.Stdout, errs: os.Stderr, restart: restart, program: programName(os.Args[0])}
	if err := add(); err != nil {
		t.warnf("%s: %s\n", t.program, err)
		os.Exit(exitBadInput)
	}
	exit := execute(ctx, t, os.Args[1:])
	opener.Programs.Close()
	os.Exit(exit)
}

// listening is called when the process would end in order after a signal: tests wait for it.
var listening = func() {}

const (
	exitDone        = 0
	exitFailed      = 1
	exitBadInput    = 2
	exitInterrupted = 130 // 128 + SIGINT, as shells have it
)

// run carries out a command line and returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	t := &terminal{in: in, out: out, errs: errs}
	return execute(ctx, t, args)
}

// execute is run at a terminal.
func execute(ctx context.Context, t *terminal, args []string) int {
	out := &output{to: t.out}
	t.out = out
	root := newRoot(t)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.failed()
	}
	if t.endStats != nil {
		t.endStats()
	}
	t.clear()
	if err == nil {
		return exitDone
	}
	if child, ok := errors.AsType[*restarted](err); ok {
		return child.exit
	}
	stopped, ok := errors.AsType[*interruption](err)
	if !ok && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		stopped, err = &interruption{}, &interruption{}
	}
	t.errorf("ringer: %s\n%s", strings.TrimSuffix(err.Error(), "\n"), nextStep(err))
	if stopped != nil {
		return exitInterrupted
	}
	if _, ok := errors.AsType[*input.Error](err); ok {
		return exitBadInput
	}
	if _, ok := errors.AsType[env.Faults](err); ok { // of what was asked for
		return exitBadInput
	}
	return exitFailed
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

// interruption says that Ctrl-C or SIGTERM ended a command, and what there was by then.
type interruption struct{ rest string }

func (e *interruption) Error() string {
	if e.rest == "" {
		return "interrupted"
	}
	return "interrupted: " + e.rest
}

// interrupted returns the error of a command that has shown what it had when it was
// interrupted.
func interrupted(format string, args ...any) error {
	return &interruption{fmt.Sprintf(format, args...)}
}

// bad marks an error as one of input; nil stays nil.
func bad(err error) error { return input.Bad(err) }

// badf is bad of a new error.
func badf(format string, args ...any) error { return input.Badf(format, args...) }
