package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/report/records"
	record "ringer/report/speed"
	"ringer/train/algos"
	"ringer/train/speed"
)

// Axes along which work grows, with the places at which it is measured; how many seats there are follows from
// the game.
const (
	Tables  = "tables"
	Seats   = "seats"
	Width   = "width"
	Workers = "workers"
)

// Axes returns them all.
func Axes() []string { return []string{Tables, Seats, Width, Workers} }

// mostSeats is the largest number of seats that is tried.
const mostSeats = 10

// Growth says what grows. Each point is measured in processes of its own, so that its memory is no
// other's.
type Growth struct {
	Build   botfile.Build // that measures
	Axes    []string      // none: all
	Config  string        // of the training
	Set     []string      // its changes, key=value
	Seconds float64       // of each of the two measurements of a point
	Most    int           // no point lies beyond; 0: as far as the axis goes
	Out     string        // file to which the records are added; empty: none

	Progress Progress

	program string
	folder  string // for runs, which are removed
}

// Grown is the object of `ringer bench growth --json`.
type Grown struct {
	Points []record.Growth `json:"points"`
}

// point is a place on an axis, with the settings that lead there.
type point struct {
	axis string
	at   int
	set  []string
}

// Measure measures all points, or as many as were over at the first error.
func (o *Growth) Measure(ctx context.Context) (result Grown, err error) {
	if err := cmp.Or(input.AtLeast("seconds", o.Seconds, 0.01), input.AtLeast("most", o.Most, 0)); err != nil {
		return result, err
	}
	axes := o.Axes
	if len(axes) == 0 {
		axes = Axes()
	}
	var points []point
	for _, axis := range axes {
		some, err := o.points(axis)
		if err != nil {
			return result, err
		}
		points = append(points, some...)
	}
	kept, err := readRecords(o.Out, record.ReadGrowth)
	if err != nil {
		return result, err
	}
	if o.program, err = os.Executable(); err != nil {
		return result, err
	}
	if o.folder, err = os.MkdirTemp("", "ringer-growth-"); err != nil {
		return result, input.Bad(err)
	}
	defer os.RemoveAll(o.folder)
	peak := speed.MeasurePeak()
	var stopped error
	for i, p := range points {
		o.Progress.tell(fmt.Sprint(p.axis, " ", p.at), i, len(points))
		r := record.Growth{Config: o.Config, Set: o.Set, Axis: p.axis, At: p.at, Peak: peak, Stamp: records.Now(o.Build.Revision, o.Build.Vectors)}
		if stopped = o.measure(ctx, p, &r); stopped != nil {
			break
		}
		result.Points, kept = append(result.Points, r), record.PutGrowth(kept, r)
	}
	if len(result.Points) > 0 {
		err = writeRecords(o.Out, kept, record.WriteGrowth)
	}
	return result, cmp.Or(err, stopped)
}

// points returns the points of an axis.
func (o *Growth) points(axis string) ([]point, error) {
	file := algos.Defaults()
	if err := file.Read(o.Config, o.Set...); err != nil {
		return nil, input.Bad(err)
	}
	var out []point
	add := func(at int, set ...string) {
		if o.Most == 0 || at <= o.Most {
			out = append(out, point{axis, at, set})
		}
	}
	switch axis {
	case Tables:
		for n := 64; n <= 8192; n *= 2 {
			add(n, fmt.Sprintf("collect={tables: %d, groups: 2, batch: %d}", n, max(8192, 16*n)))
		}
	case Seats:
		name, _, _ := strings.Cut(file.Game, "(")
		for n := 2; n <= mostSeats; n++ {
			game := fmt.Sprintf("%s(players=%d)", name, n)
			if g, err := open.Game(game); err == nil && g.Spec().Players == n {
				add(n, "game="+game)
			}
		}
	case Width:
		for n := 32; n <= 1024; n *= 2 {
			hidden := strings.TrimSuffix(strings.Repeat(fmt.Sprint(n, ", "), len(file.Network.Hidden)), ", ")
			add(n, "network.hidden=["+hidden+"]")
		}
	case Workers:
		for n := 1; n <= 64; n *= 2 { // every point has jobs for all workers
			add(n, "collect={tables: 1024, groups: 64, batch: 16384, lag: 1}")
		}
	default:
		return nil, input.Badf("axis %q: want one of %s", axis, strings.Join(Axes(), ", "))
	}
	if len(out) == 0 {
		return nil, input.Badf("%s of %s: no point to measure", axis, o.Config)
	}
	return out, nil
}

// measure measures a point: first a training of this machine alone, unless workers grow, and then
// one that workers play, one worker unless workers grow.
func (o *Growth) measure(ctx context.Context, p point, r *record.Growth) error {
	workers := 1
	if p.axis == Workers {
		workers = p.at
	} else if err := o.alone(ctx, p, r); err != nil {
		return err
	}
	return o.spread(ctx, p, workers, r)
}

// settings returns the arguments that set what a point wants.
func (o *Growth) settings(p point) (args []string) {
	for _, s := range append(append([]string{}, o.Set...), p.set...) {
		args = append(args, "--set", s)
	}
	return args
}

// alone has ringer bench train measure a point in a process.
func (o *Growth) alone(ctx context.Context, p point, r *record.Growth) error {
	args := append([]string{"bench", "train", o.Config, "--json", "--quiet", "--seconds", fmt.Sprint(o.Seconds)}, o.settings(p)...)
	var got struct {
		Trainings []record.Record `json:"trainings"`
	}
	state, err := o.run(ctx, args, &got)
	if err != nil {
		return err
	}
	if len(got.Trainings) != 1 {
		return fmt.Errorf("bench: ringer bench train measured %d trainings", len(got.Trainings))
	}
	t := &got.Trainings[0]
	r.Game, r.Decisions, r.Memory = t.Game, t.Processor.Decisions, peakOf(state)
	r.Batch, r.Padded, r.Update = t.Inference.Mean, t.Inference.Padded, t.Processor.Shares["update"]
	return nil
}

// run runs this program to its end, and reads the object that it prints.
func (o *Growth) run(ctx context.Context, args []string, into any) (*os.ProcessState, error) {
	child := exec.CommandContext(ctx, o.program, args...)
	var out, errs bytes.Buffer
	child.Stdout, child.Stderr = &out, &errs
	if err := child.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("bench: ringer %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	return child.ProcessState, json.Unmarshal(out.Bytes(), into)
}

// spread trains at a server of its own that workers play for, each on one goroutine of a process.
func (o *Growth) spread(ctx context.Context, p point, workers int, r *record.Growth) error {
	at, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	dir := filepath.Join(o.folder, fmt.Sprint(p.axis, p.at))
	defer os.RemoveAll(dir)
	var crew []*exec.Cmd
	var hearing []*bytes.Buffer
	defer func() { // those that an error left
		for _, w := range crew {
			_ = w.Process.Kill()
			_ = w.Wait()
		}
	}()
	for range workers {
		w := exec.CommandContext(ctx, o.program, "worker", "--nats", "nats://growth@"+at, "--workers", "1", "--quiet")
		var errs bytes.Buffer
		w.Env, w.Stderr = append(os.Environ(), "GOMAXPROCS=1"), &errs
		if err := w.Start(); err != nil {
			return err
		}
		crew, hearing = append(crew, w), append(hearing, &errs)
	}
	args := append([]string{
		"train", "--config", o.Config, "--out", dir, "--seconds", fmt.Sprint(o.Seconds), "--json", "--quiet",
		"--nats", "embedded", "--nats-listen", at, "--nats-token", "growth", "--nats-play", "0",
		"--set", "imitation.agent=", "--set", "evaluation={every: 0, exact: false, opponents: [random], games: 2, final_games: 2}",
	}, o.settings(p)...)
	var got struct {
		Decisions int `json:"decisions"`
		Spread    struct {
			Rows  int   `json:"rows"`
			Bytes int64 `json:"bytes"`
		} `json:"spread"`
	}
	state, err := o.run(ctx, args, &got)
	if err != nil {
		return err
	}
	spent := taken(state)
	for len(crew) > 0 {
		w := crew[0]
		_ = w.Process.Signal(os.Interrupt)
		if err := w.Wait(); w.ProcessState == nil {
			return fmt.Errorf("bench: a worker: %w: %s", err, strings.TrimSpace(hearing[0].String()))
		}
		spent += taken(w.ProcessState)
		crew, hearing = crew[1:], hearing[1:]
	}
	if got.Spread.Rows == 0 || got.Decisions == 0 {
		return errors.New("bench: no worker played: want more --seconds")
	}
	r.Wire = float64(got.Spread.Bytes) / float64(got.Spread.Rows)
	if p.axis == Workers {
		r.Game, r.Memory = o.game(p), peakOf(state)
		r.Decisions, r.Learner = float64(got.Decisions)/spent, float64(got.Decisions)/taken(state)
	}
	return nil
}

// game returns the game of a point.
func (o *Growth) game(p point) string {
	file := algos.Defaults()
	if file.Read(o.Config, append(append([]string{}, o.Set...), p.set...)...) != nil {
		return ""
	}
	return file.Game
}

// taken returns the processor seconds of a process that has ended.
func taken(s *os.ProcessState) float64 { return (s.UserTime() + s.SystemTime()).Seconds() }

// freeAddress returns an address of this machine at which nothing listens.
func freeAddress(ctx context.Context) (string, error) {
	ctx, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
