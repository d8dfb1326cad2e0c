package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// player plays one game in a tmux server of its own.
type player struct {
	program, game, vs string
	width, height     int
	seed              uint64
	most              int

	socket string
	rng    *rand.Rand
	asked  int
	last   string // the last line of the game
	all    string // the screens at every decision
}

const (
	patience = 30 * time.Second // for a screen
	tick     = 15 * time.Millisecond
)

// play plays the game to its end and returns what is wrong with its screens.
func (p *player) play(ctx context.Context) (faults []string, err error) {
	dir, err := os.MkdirTemp("", "ringer-tmux-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p.socket = dir + "/socket"
	p.rng = rand.New(rand.NewPCG(p.seed, uint64(p.width)))
	command := fmt.Sprintf("cd %s && %s play '%s' --vs '%s' --seed %d --pace 0s; echo \"exit $?\" >exit; sleep 1000", dir, p.program, p.game, p.vs, p.seed)
	// An environment of its own: colours, as people have them.
	if _, err := p.tmux(ctx, "-f", "/dev/null", "new-session", "-d", "-s", "g", "-x", strconv.Itoa(p.width), "-y", strconv.Itoa(p.height), command); err != nil {
		return nil, err
	}
	defer func() { _, _ = p.tmux(context.WithoutCancel(ctx), "kill-server") }() // it may be gone already
	before := state{}
	for {
		now, err := p.settled(ctx, before, dir+"/exit")
		if err != nil {
			return faults, fmt.Errorf("after %d decisions: %w\n%s", p.asked, err, now.screen)
		}
		p.all += now.screen + "\n" + strings.Repeat("=", p.width) + "\n"
		faults = append(faults, check(now.screen, now.joined, p.width)...)
		if now.over {
			if p.last == "" { // of a game that does not ask whether to keep it
				lines := strings.Split(strings.TrimSpace(now.screen), "\n")
				p.last = lines[len(lines)-1]
			}
			exit, err := os.ReadFile(dir + "/exit")
			if err != nil {
				return faults, err
			}
			if strings.TrimSpace(string(exit)) != "exit 0" {
				faults = append(faults, "the program ended with "+string(exit))
			}
			if p.asked < p.most && !result.MatchString(p.last) {
				faults = append(faults, fmt.Sprintf("the last line is no result: %q", p.last))
			}
			return faults, nil
		}
		key := "" // Enter leaves a finished game
		if p.last = verdict(now.screen); p.last == "" {
			if !whole(now.screen) {
				faults = append(faults, "the page is higher than the screen:\n"+now.screen)
			}
			key = p.choose(now.screen)
			p.asked++
			if p.asked >= p.most {
				key = "q"
			}
		}
		before = now
		if key != "" {
			if _, err := p.tmux(ctx, "send-keys", "-t", "g", "-l", key); err != nil {
				return faults, err
			}
		}
		if _, err := p.tmux(ctx, "send-keys", "-t", "g", "Enter"); err != nil {
			return faults, err
		}
	}
}

// state holds a screen of tmux.
type state struct {
	screen string // as it is
	joined string // with lines that tmux wrapped put together
	place  string // of the cursor, with the number of lines above the screen
	over   bool   // the program has ended
}

// settled waits until the screen is another than before and ends with a prompt, or the
// program has ended.
func (p *player) settled(ctx context.Context, before state, exit string) (state, error) {
	var last state
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(tick) {
		_, err := os.Stat(exit)
		over := err == nil
		now, err := p.look(ctx)
		if err != nil {
			return now, err
		}
		now.over = over
		text := strings.TrimRight(now.screen, " \n")
		// Two looks that are the same: no part of a page is taken for all of it.
		if now == last && (over || now.place != before.place && strings.HasSuffix(text, "\n>")) {
			return now, nil
		}
		last = now
	}
	now, err := p.look(ctx)
	return now, errors.Join(err, errors.New("there is no new prompt"))
}

func (p *player) look(ctx context.Context) (s state, err error) {
	for of, args := range map[*string][]string{
		&s.screen: {"capture-pane", "-p", "-t", "g"},
		&s.joined: {"capture-pane", "-p", "-J", "-t", "g"},
		&s.place:  {"display-message", "-p", "-t", "g", "#{history_size} #{cursor_y}"},
	} {
		if *of, err = p.tmux(ctx, args...); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (p *player) tmux(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "tmux", append([]string{"-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}
