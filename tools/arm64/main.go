package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := flag.String("root", "..", "folder of the repository")
	emulator := flag.String("emulator", "qemu-aarch64-static", "program that runs programs for arm64 on Linux")
	games := flag.Int("games", 4, "games of each agent in each game")
	only := flag.String("only", "", "the game to compare; all of them without it")
	flag.Parse()
	places, err := fused(ctx, *root)
	if err == nil && len(places) > 0 {
		fmt.Printf("A product is added to without being rounded first; write float64(a*b) + c, so that all processors agree:\n%s\n", strings.Join(places, "\n"))
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "arm64:", err)
		os.Exit(2)
	}
	differ, err := compareAll(ctx, *root, *emulator, *games, *only, os.Stdout)
	switch {
	case ctx.Err() != nil:
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "arm64:", err)
		os.Exit(2)
	case differ > 0:
		os.Exit(1)
	}
}

// A program is how to call Ringer for one processor.
type program []string

// call runs the program and returns its standard output.
func (p program) call(ctx context.Context, args ...string) ([]byte, error) {
	words := slices.Concat([]string(p), args)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, &errs)
	}
	return out, nil
}

// A pairing is an agent that plays itself at a game.
type pairing struct {
	game, agent string
	facts       bool // what it records must be the same to the byte
}

// compareAll builds both programs, compares all pairings, writes the table, and returns
// how many recordings of facts differ.
func compareAll(ctx context.Context, root, emulator string, games int, only string, out io.Writer) (differ int, err error) {
	folder, err := os.MkdirTemp("", "ringer-arm64")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	here, err := build(ctx, root, folder, "here")
	if err != nil {
		return 0, err
	}
	there, err := build(ctx, root, folder, "arm64", "GOARCH=arm64", "GOOS=linux")
	if err != nil {
		return 0, err
	}
	there = append(program{emulator}, there...)
	pairings, err := table(ctx, here, only)
	if err != nil {
		return 0, err
	}
	rows := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(rows, "GAME\tAGENT\tGAMES\tSAME GAMES\tDECISIONS AT THE SAME TABLES\tSAME FIRST CHOICE\tLARGEST DIFFERENCE OF A PROBABILITY\tVERDICT")
	for i, p := range pairings {
		c, err := compare(ctx, here, there, filepath.Join(folder, fmt.Sprint(i)), p, games)
		if err != nil {
			return differ, err
		}
		if c.verdict(p) == differs {
			differ++
		}
		fmt.Fprintf(rows, "%s\t%s\t%d\t%d\t%d\t%d\t%.2g\t%s\n", p.game, p.agent, c.games, c.same, c.shared, c.sameBest, c.most, c.verdict(p))
	}
	if err := rows.Flush(); err != nil {
		return differ, err
	}
	facts := 0
	for _, p := range pairings {
		if p.facts {
			facts++
		}
	}
	_, err = fmt.Fprintf(out, "%d recordings of facts the same on both processors, %d differ\n", facts-differ, differ)
	return differ, err
}

// build builds the program and returns how to call it.
func build(ctx context.Context, root, folder, name string, environ ...string) (program, error) {
	file := filepath.Join(folder, "ringer-"+name)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", file, "./cmd/ringer")
	cmd.Dir, cmd.Env = root, append(os.Environ(), environ...)
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, output)
	}
	return program{file}, nil
}

// table returns every game with agents that play it: random and greedy ones, experts where
// there are any, and the bots of the configurations that they were made for.
func table(ctx context.Context, here program, only string) ([]pairing, error) {
	names, err := here.call(ctx, "games", "--names")
	if err != nil {
		return nil, err
	}
	rated, err := here.call(ctx, "ratings", "--json")
	if err != nil {
		return nil, err
	}
	var list struct {
		Games []struct {
			Game   string `json:"game"`
			Agents []struct {
				Agent string `json:"agent"`
			} `json:"ratings"`
		} `json:"ratings"`
	}
	if err := json.Unmarshal(rated, &list); err != nil {
		return nil, fmt.Errorf("ringer ratings: %w", err)
	}
	var all []pairing
	for _, name := range strings.Fields(string(names)) {
		if only == "" || only == name {
			all = append(all, pairing{name, "random", true})
		}
	}
	for _, g := range list.Games {
		base, _, _ := strings.Cut(g.Game, "(")
		if only != "" && only != base {
			continue
		}
		if base != g.Game {
			all = append(all, pairing{g.Game, "random", true})
		}
		for _, o := range g.Agents {
			if o.Agent == "greedy" || o.Agent == "expert" || strings.HasPrefix(o.Agent, "bot(") && !strings.ContainsAny(o.Agent, ",.") {
				all = append(all, pairing{g.Game, o.Agent, false})
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("-only: no game %q", only)
	}
	return all, nil
}

// compare lets both programs record a pairing and compares what they recorded.
func compare(ctx context.Context, here, there program, folder string, p pairing, games int) (comparison, error) {
	var both [2]recording
	for i, program := range []program{here, there} {
		dir := fmt.Sprintf("%s-%d", folder, i)
		if _, err := program.call(ctx, "record", p.agent, "-g", p.game, "-n", fmt.Sprint(games), "--out", dir, "-q"); err != nil {
			return comparison{}, err
		}
		var err error
		if both[i], err = readRecording(dir); err != nil {
			return comparison{}, err
		}
		if err := os.RemoveAll(dir); err != nil {
			return comparison{}, err
		}
	}
	return compareRecordings(both[0], both[1]), nil
}
