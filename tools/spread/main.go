// Spread measures a training that workers play, in network namespaces of this machine: a
// learner in one, and one or two workers in others, one core each. It prints decisions a
// second with one and with two workers, what the wire costs a decision, and the service
// times that spreadsim takes. The processes run before all others of the machine (chrt), so
// that those cost no core meanwhile: it needs root, ip, taskset and chrt.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	bin := flag.String("bin", "", "the program")
	configs := flag.String("configs", "heat-long,payday,heist,fivepossessions", "configurations, with commas between them")
	seconds := flag.Float64("seconds", 20, "seconds of each training")
	set := flag.String("set", "", "one more setting of all trainings, key=value")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, *bin, strings.Split(*configs, ","), *seconds, *set); err != nil {
		fmt.Fprintln(os.Stderr, "spread:", err)
		os.Exit(1)
	}
}

// names of the namespaces: the learner's, and the workers'.
var names = []string{"ringer-l", "ringer-1", "ringer-2"}

func measure(ctx context.Context, bin string, configs []string, seconds float64, set string) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ringer-spread-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	defer tearDown()
	if err := setUp(); err != nil {
		return err
	}
	fmt.Println("| configuration | one worker | two | ratio | learner busy | bytes a decision | encode | decode | play | learn |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, config := range configs {
		var runs [2]*trained
		for n := range runs {
			if runs[n], err = train(ctx, bin, dir, config, n+1, seconds, set); err != nil {
				return fmt.Errorf("%s, workers: %d: %w", config, n+1, err)
			}
		}
		one, two := runs[0], runs[1]
		s := &two.Spread
		a := func(ns int64) float64 { return float64(ns) / 1e3 / float64(s.Rows) }
		fmt.Printf("| `%s` | %.0f/s | %.0f/s | %.2f | %.0f%% | %.0f | %.1f µs | %.1f µs | %.1f µs | %.1f µs |\n", config,
			one.Rate, two.Rate, two.Rate/one.Rate, 100*two.busy(), float64(s.Bytes)/float64(s.Rows), a(s.Encoded), a(s.Decoded), a(s.Played),
			(two.Training*1e9-float64(s.Waited))/1e3/float64(two.Decisions))
	}
	return nil
}

// trained holds the result of a training, in its own words.
type trained struct {
	Decisions int     `json:"decisions"`
	Rate      float64 `json:"decisions_per_second"`
	Spread    struct {
		Rows    int   `json:"rows"`
		Bytes   int64 `json:"bytes"`
		Waited  int64 `json:"waited"`
		Decoded int64 `json:"decoded"`
		Played  int64 `json:"played"`
		Encoded int64 `json:"encoded"`
	} `json:"spread"`
	Training float64 `json:"-"` // seconds
}

// busy returns the share of time in which the learner did not wait.
func (t *trained) busy() float64 { return 1 - float64(t.Spread.Waited)/1e9/t.Training }

// train trains with this many workers, which are there before it begins.
func train(ctx context.Context, bin, dir, config string, workers int, seconds float64, set string) (*trained, error) {
	var ended []func()
	defer func() {
		for _, end := range ended {
			end()
		}
	}()
	for i := range workers {
		w := exec.CommandContext(ctx, "ip", "netns", "exec", names[i+1], "taskset", "-c", fmt.Sprint(i), "chrt", "-r", "10",
			bin, "worker", "--nats", fmt.Sprintf("nats://secret@10.77.%d.1:4777", i+1))
		if err := w.Start(); err != nil {
			return nil, err
		}
		ended = append(ended, func() {
			_ = w.Process.Signal(os.Interrupt)
			_ = w.Wait()
		})
	}
	args := []string{
		"netns", "exec", names[0], "chrt", "-r", "10", bin, "train", "--config", config, "--out", filepath.Join(dir, fmt.Sprint(config, workers)),
		"--set", "imitation.agent=", "--set", "collect.lag=2", "--set", "collect.groups=8", "--set", "evaluation.every=0", "--set", "evaluation.final_games=2", "--set", "evaluation.opponents=[random]",
		"--seconds", fmt.Sprint(seconds), "--nats", "embedded", "--nats-listen", "0.0.0.0:4777", "--nats-token", "secret", "--nats-play", "0", "--json", "--quiet",
	}
	if set != "" {
		args = append(args, "--set", set)
	}
	learner := exec.CommandContext(ctx, "ip", args...)
	var out, errs bytes.Buffer
	learner.Stdout, learner.Stderr = &out, &errs
	if err := learner.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, &errs)
	}
	var t trained
	if err := json.Unmarshal(out.Bytes(), &t); err != nil {
		return nil, err
	}
	if t.Spread.Rows == 0 {
		return nil, errors.New("no worker played")
	}
	t.Training = float64(t.Decisions) / t.Rate
	return &t, nil
}

// setUp makes the namespaces, with a wire from each worker to the learner.
func setUp() error {
	tearDown()
	lines := []string{"ip netns add " + names[0], "ip -n " + names[0] + " link set lo up"}
	for i, ns := range names[1:] {
		n := i + 1
		lines = append(
			lines, "ip netns add "+ns, "ip -n "+ns+" link set lo up",
			fmt.Sprintf("ip link add rl%d netns %s type veth peer name rw%d netns %s", n, names[0], n, ns),
			fmt.Sprintf("ip -n %s addr add 10.77.%d.1/24 dev rl%d", names[0], n, n), fmt.Sprintf("ip -n %s addr add 10.77.%d.2/24 dev rw%d", ns, n, n),
			fmt.Sprintf("ip -n %s link set rl%d up", names[0], n), fmt.Sprintf("ip -n %s link set rw%d up", ns, n),
		)
	}
	for _, line := range lines {
		words := strings.Fields(line)
		if text, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", line, err, text)
		}
	}
	return nil
}

// tearDown removes the namespaces, as far as they are there.
func tearDown() {
	for _, ns := range names {
		_ = exec.Command("ip", "netns", "del", ns).Run()
	}
	time.Sleep(100 * time.Millisecond)
}
