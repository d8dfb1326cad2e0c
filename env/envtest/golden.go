package envtest

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/drive"
)

// A golden playthrough is a transcript of one game, made to be read by a
// person and replayed by a test:
//
//	# Ringer golden playthrough 1
//	game: kuhn
//	hash: 3f1c…
//	seed: 1
//
//	chance: 0 | 1 | 2
//	> chance: deal 2
//
//	seat 0: pass | bet
//	seen: 6b1f02d7 91ac33e0
//	| (the table as seat 0 sees it, now and then)
//	> seat 0: bet
//
//	end: seat 0 +1, seat 1 -1
//
// The first line of a step lists the actor and its legal actions, "seen" is a
// digest for every seat of its observation, information state and text, and
// the line with ">" is what was played.
const goldenTitle = "# Ringer golden playthrough 1"

// textEvery says after how many decisions of a seat its text is shown again.
const textEvery = 6

// Playthrough is the header of a transcript.
type Playthrough struct {
	Game string // game string
	Hash string // of the spec
	Seed uint64 // of the actions
}

// Record plays one random game and returns its transcript.
func Record(game env.Game, seed uint64) (string, error) {
	rng := env.Stream(seed, env.PurposeGolden)
	var table drive.Table
	return transcribe(game, seed, func(s env.State, legal []env.Action) (env.Action, error) {
		if s.CurrentPlayer() == env.Chance {
			table.Set(s)
			return table.Draw(rng), nil
		}
		return legal[rng.IntN(len(legal))], nil
	})
}

// ReadHeader reads the header of a transcript.
func ReadHeader(transcript string) (Playthrough, error) {
	var p Playthrough
	lines := strings.Split(strings.ReplaceAll(transcript, "\r\n", "\n"), "\n")
	if len(lines) < 4 || lines[0] != goldenTitle {
		return p, fmt.Errorf("line 1: want %q", goldenTitle)
	}
	var err error
	for i, key := range []string{"game: ", "hash: ", "seed: "} {
		value, ok := strings.CutPrefix(lines[i+1], key)
		if !ok || value == "" {
			return p, fmt.Errorf("line %d: %q: want %q and a value", i+2, lines[i+1], key)
		}
		switch i {
		case 0:
			p.Game = value
		case 1:
			p.Hash = value
		case 2:
			if p.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return p, fmt.Errorf("line 4: %q: want a seed", value)
			}
		}
	}
	return p, nil
}

// Replay plays the actions of a transcript and compares everything that the
// game says on the way, line by line. The error names the first line that
// differs.
func Replay(game env.Game, transcript string) error {
	transcript = strings.ReplaceAll(transcript, "\r\n", "\n")
	header, err := ReadHeader(transcript)
	if err != nil {
		return err
	}
	want := strings.Split(transcript, "\n")
	at := 0 // line of the newest action
	now, err := transcribe(game, header.Seed, func(s env.State, _ []env.Action) (env.Action, error) {
		for at++; at < len(want); at++ {
			if name, ok := strings.CutPrefix(want[at], "> "); ok {
				name = strings.TrimPrefix(name, s.CurrentPlayer().String()+": ")
				return env.ParseAction(s, name)
			}
		}
		return 0, fmt.Errorf("the transcript ends, the game does not")
	})
	// A difference in what came before explains an action that cannot be played.
	got := strings.Split(now, "\n")
	for i := range got {
		if i >= len(want) {
			return fmt.Errorf("line %d: nothing, the game says %q", i+1, got[i])
		}
		if err != nil && i == len(got)-1 {
			break
		}
		if got[i] != want[i] {
			return fmt.Errorf("line %d: %q, the game says %q", i+1, want[i], got[i])
		}
	}
	if err != nil {
		return fmt.Errorf("line %d: %w", at+1, err)
	}
	if len(want) > len(got) {
		return fmt.Errorf("line %d: %q, the game is over", len(got)+1, want[len(got)])
	}
	return nil
}

// transcribe plays one game with the actions that choose gives. With an error
// it returns what was written so far.
func transcribe(game env.Game, seed uint64, choose func(env.State, []env.Action) (env.Action, error)) (string, error) {
	spec := game.Spec()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\ngame: %s\nhash: %s\nseed: %d\n", goldenTitle, spec, spec.Hash, seed)
	decisions := make([]int, spec.Players)
	for s := game.NewInitialState(); ; {
		p := s.CurrentPlayer()
		if p == env.Terminal {
			writeEnd(&b, spec, s)
			return b.String(), nil
		}
		legal := s.LegalActions(nil)
		names := make([]string, len(legal))
		for i, a := range legal {
			names[i] = s.ActionString(a)
		}
		fmt.Fprintf(&b, "\n%s: %s\n", p, strings.Join(names, " | "))
		if p >= 0 {
			writeSeen(&b, spec, s)
			if decisions[p]++; decisions[p]%textEvery == 1 {
				writeText(&b, s, p)
			}
		}
		a, err := choose(s, legal)
		if err != nil {
			return b.String(), err
		}
		fmt.Fprintf(&b, "> %s: %s\n", p, s.ActionString(a))
		if err := s.Apply(a); err != nil {
			return b.String(), err
		}
	}
}

func writeEnd(b *strings.Builder, spec *env.Spec, s env.State) {
	returns := make([]float64, spec.Players)
	s.Returns(returns)
	parts := make([]string, len(returns))
	for p, r := range returns {
		parts[p] = fmt.Sprintf("%s %+.6g", env.Player(p), r)
	}
	b.WriteString("\n")
	writeSeen(b, spec, s)
	writeText(b, s, 0)
	fmt.Fprintf(b, "end: %s\n", strings.Join(parts, ", "))
}

func writeText(b *strings.Builder, s env.State, p env.Player) {
	t, ok := s.(env.Texter)
	if !ok {
		return
	}
	for line := range strings.SplitSeq(t.Text(p), "\n") {
		b.WriteString(strings.TrimRight("| "+line, " ") + "\n")
	}
}

// writeSeen writes a digest for every seat of all that it is shown, so that a
// change of one float somewhere shows.
func writeSeen(b *strings.Builder, spec *env.Spec, s env.State) {
	b.WriteString("seen:")
	observation := make([]float32, spec.ObservationSize())
	for p := range env.Player(spec.Players) {
		h := fnv.New32a()
		s.Observe(p, observation)
		var bytes [4]byte
		for _, x := range observation {
			binary.LittleEndian.PutUint32(bytes[:], math.Float32bits(x))
			h.Write(bytes[:])
		}
		if i, ok := s.(env.InfoStater); ok {
			h.Write([]byte(i.InformationState(p)))
		}
		if t, ok := s.(env.Texter); ok {
			h.Write([]byte(t.Text(p)))
		}
		fmt.Fprintf(b, " %08x", h.Sum32())
	}
	b.WriteString("\n")
}
