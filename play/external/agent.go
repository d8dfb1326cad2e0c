package external

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"ringer/agents"
	"ringer/env"
)

// Options are the limits of one program.
type Options struct {
	Seconds   float64 // for each answer
	Start     float64 // seconds from its start to its hello
	Processes int     // most that run at a time
}

// Agent asks a program. It is safe for concurrent use.
type Agent struct {
	spec     *env.Spec
	command  string
	words    []string
	options  Options
	programs *Programs

	turns chan struct{} // one a process that may run
	idle  chan *process
}

// New returns the agent of a command line for games of the given spec. It starts nothing
// yet: the first question does. It returns an error when the command line is none, or its
// first word is no program.
func New(spec *env.Spec, programs *Programs, command string, o Options) (*Agent, error) {
	words, err := Words(command)
	if err != nil {
		return nil, fmt.Errorf("cmd %q: %w", command, err)
	}
	if words[0], err = exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("cmd %q: %w", command, err)
	}
	return &Agent{
		spec: spec, command: command, words: words, options: o, programs: programs,
		turns: make(chan struct{}, o.Processes), idle: make(chan *process, o.Processes),
	}, nil
}

// Decide asks the program about all views that have a choice, in order. Errors: ctx's,
// ErrClosed, and an *Error for a program that misbehaves.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var open []int
	for i := range views {
		if g := views[i].Game; g != a.spec && g.Hash != a.spec.Hash {
			return nil, fmt.Errorf("program %q: started for %s, asked to play %s", a.command, a.spec, g)
		}
		if len(views[i].Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		open = append(open, i)
	}
	if len(open) == 0 {
		return decisions, ctx.Err()
	}
	select {
	case a.turns <- struct{}{}:
		defer func() { <-a.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p, err := a.process(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.ask(ctx, views, open, decisions); err != nil {
		return nil, a.explain(ctx, p, err)
	}
	a.idle <- p
	return decisions, nil
}

// process returns an idle process that has said hello, or a new one.
func (a *Agent) process(ctx context.Context) (*process, error) {
	select {
	case p := <-a.idle:
		return p, nil
	default:
	}
	p, err := a.programs.start(a.words)
	if err != nil {
		if errors.Is(err, ErrClosed) {
			return nil, err
		}
		return nil, &Error{Program: a.command, Fault: err.Error()}
	}
	p.spec, p.limit = a.spec, seconds(a.options.Seconds)
	if err := p.greet(ctx, seconds(a.options.Start)); err != nil {
		return nil, a.explain(ctx, p, err)
	}
	return p, nil
}

// explain ends a process and returns the error of a Decide that it made fail.
func (a *Agent) explain(ctx context.Context, p *process, err error) error {
	p.kill()
	a.programs.forget(p)
	fault, ok := errors.AsType[*Error](err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.programs.isClosed():
		return ErrClosed
	case !ok:
		return err
	}
	fault.Program, fault.Stderr = a.command, p.errs.text()
	return fault
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
