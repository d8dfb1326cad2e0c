package spread

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ringer/internal/cluster"
)

// An InUseError says that another process learns a run on the server.
type InUseError struct {
	Run, What, Host string // What and Host are of the other process
	Since           time.Time
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("run %s is trained on this server by another process, from the folder %q of host %q since %s",
		e.Run, e.What, e.Host, e.Since.Format(time.RFC3339))
}

// claimWait is how long a learner watches for signs of life of another one.
const claimWait = 3 * heart

// claim returns an *InUseError where another process that lives learns the run. One that was
// killed cannot take back what it said of itself: it is silent from then on.
func (l *Learner) claim(ctx context.Context) error {
	var first time.Time
	for until := time.Now().Add(claimWait); ; {
		other, at, err := l.other(ctx)
		switch {
		case err != nil:
			return err
		case other == nil:
			return nil
		case !first.IsZero() && !at.Equal(first):
			return &InUseError{l.o.Run, other.What, other.Host, other.From}
		case time.Now().After(until):
			return nil
		}
		first = at
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(heart / 10):
		}
	}
}

// other returns what a learner of the run said of itself that is not this one, and when; nil
// where none has said anything of late.
func (l *Learner) other(ctx context.Context) (other *State, at time.Time, err error) {
	all, err := l.o.Conn.Stats().All(ctx)
	if err != nil {
		return nil, at, err
	}
	var newest time.Time
	for _, e := range all {
		var s State
		if e.Name == learnerName(l.o.Run) && json.Unmarshal(e.Value, &s) == nil && s.Session != l.session {
			other, at = &s, e.At
		}
		if e.At.After(newest) {
			newest = e.At
		}
	}
	if newest.Sub(at) > stateLasts { // others have spoken since
		return nil, at, nil
	}
	return other, at, nil
}

// checkPlace returns an *InUseError where another process has put the run in the table of runs
// since this one did, and ends the learning of this one.
func (l *Learner) checkPlace(ctx context.Context) error {
	text, there, err := l.o.Conn.Runs().Get(ctx, l.o.Run)
	if err != nil || !there {
		return err // it is put there again when it is missed
	}
	var e Entry
	if json.Unmarshal(text, &e) != nil || e.Session == l.session {
		return nil
	}
	other := &InUseError{l.o.Run, e.What, e.Host, e.Begun}
	l.lose(other)
	return other
}

// lose ends the learning of this process, whose run another one learns.
func (l *Learner) lose(err *InUseError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = true
	l.broken = fmt.Errorf("spread: %w", err)
	l.tell()
}

// isLost reports whether another process learns the run in the place of this one.
func (l *Learner) isLost() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// Abandoned is how long a server keeps what an unfinished run has there that nobody goes on
// with, such as results that were played.
const Abandoned = 7 * 24 * time.Hour

// SweepEvery is how often those who use a server look for what was abandoned there.
const SweepEvery = time.Hour

// Sweep removes what abandoned runs have on a server, and tells of them.
func Sweep(ctx context.Context, conn *cluster.Conn, after time.Duration, told func(string)) error {
	stats, err := conn.Stats().All(ctx)
	if err != nil {
		return err
	}
	alive := map[string]bool{}
	for _, s := range stats {
		if _, run, ok := strings.Cut(s.Name, "."); ok { // training.RUN, jobs.RUN
			alive[run] = true
		}
	}
	removed, err := conn.RemoveAbandoned(ctx, after, func(run string) bool { return alive[run] })
	for _, run := range removed {
		told(fmt.Sprintf("what run %q had left on the server was removed: nobody has gone on with it", run))
	}
	return err
}
