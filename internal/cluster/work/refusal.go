package work

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ringer/internal/cluster"
	"ringer/internal/input"
)

// A Refusal tells, in the table of statistics, that a worker does not work for a run, and why, so
// that whoever waits for workers can say why they do not come.
type Refusal struct {
	Run    string `json:"run"`
	Worker string `json:"worker"`
	Host   string `json:"host"`
	Why    string `json:"why"`
}

// RefusalName is the name of a refusal in the table of statistics.
func RefusalName(run, worker string) string { return "refusal." + run + "." + worker }

// Say puts the refusal in the table for a minute.
func (r *Refusal) Say(ctx context.Context, conn *cluster.Conn) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if text, err := json.Marshal(r); err == nil {
		_ = conn.Stats().Put(ctx, RefusalName(r.Run, r.Worker), text) // it is said again
	}
}

// Lookout tells which workers do not work for a run.
type Lookout struct {
	Conn  *cluster.Conn
	Run   string
	Plays func() bool // whether anybody works; nil: nobody asks
	Told  func(line string)

	// How often it looks, and how long nobody works until it says so; 0: some seconds.
	Every, Lone time.Duration
}

// Look tells, until ctx is done, which workers refuse the run and why, each reason once; and
// where Plays is not nil, that nobody has worked for the run for some time, and where the
// workers of the server are.
func (l *Lookout) Look(ctx context.Context) {
	if l.Every == 0 {
		l.Every, l.Lone = 2*time.Second, 20*time.Second
	}
	said := map[string]bool{}
	lone, last := false, time.Now()
	for sleep(ctx, l.Every) {
		all, err := l.Conn.Stats().All(ctx)
		if err != nil {
			continue
		}
		for _, e := range all {
			var r Refusal
			if strings.HasPrefix(e.Name, RefusalName(l.Run, "")) && json.Unmarshal(e.Value, &r) == nil && !said[r.Why] {
				said[r.Why] = true
				l.Told(fmt.Sprintf("worker %s of host %s does not play: %s", input.Shown(r.Worker), input.Shown(r.Host), input.Shown(r.Why)))
			}
		}
		if l.Plays == nil {
			continue
		}
		if l.Plays() {
			lone, last = false, time.Now()
		} else if !lone && time.Since(last) >= l.Lone {
			lone = true
			l.Told("nobody plays: " + l.elsewhere(ctx, len(said)))
		}
	}
}

// elsewhere says what the workers of the server do.
func (l *Lookout) elsewhere(ctx context.Context, refusals int) string {
	states, err := States(ctx, l.Conn)
	if err != nil {
		return "what the workers of the server do is not known"
	}
	var busy []string
	for _, s := range states {
		if s.Kind == WorkerKind && s.Run != l.Run {
			busy = append(busy, fmt.Sprintf("%s of host %s plays for %s", input.Shown(s.Name), input.Shown(s.Host), input.Shown(s.What)))
		}
	}
	switch {
	case len(busy) > 0:
		return "the server has workers for others: " + strings.Join(busy, "; ")
	case refusals > 0:
		return "the workers that came do not fit, as said above"
	default:
		return "the server has no worker"
	}
}
