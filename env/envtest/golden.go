package envtest

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/layout"
)

// A golden playthrough is a transcript of one game, made to be read by a
// person and replayed by a test:
//
//	# Ringer golden playthrough 2
//	game: kuhn
//	hash: 3f1c…
//	seed: 1
//
//	chance: 0 | 1 | 2
//	> chance: deal 2
//
//	seat 0: pass | bet
//	| (the table as seat 0 sees it, now and then)
//	. card: K
//	> seat 0: bet
//
//	end: seat 0 +1, seat 1 -1
//	digest: 6b1f02d791ac33e0
//
// The first line of a step lists the actor and its legal actions; the lines with
// a dot name the elements of its observation that are not zero; the line with
// ">" names the action played. The digest is of everything that every seat was shown
// on the way: its observations, information states and texts.
//
// A long game goes on in lines of actions alone, and a very long one stops
// before its end, so that no transcript is too long to be read.
const goldenTitle = "# Ringer golden playthrough 2"

const (
	textEvery  = 6      // decisions of a seat after which it is shown its table again
	namesShown = 12     // legal actions that are named; the others are counted
	rollsShown = 3      // … of chance
	terseFrom  = 16_000 // bytes after which only actions are written
	longest    = 26_000 // bytes after which the transcript stops
)

// Playthrough is the header of a transcript.
type Playthrough struct {
	Game string // game string
	Hash string // of the spec
	Seed uint64 // of the actions
}

// Record plays one random game and returns its transcript.
func Record(game env.Game, seed uint64) (string, error) {
	rng := env.Stream(seed, PurposeGolden)
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

// Replay plays the actions of a transcript and compares every line that the
// game writes on the way. The error names the first line that
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
	seen := newTripwire(spec)
	for s := game.NewInitialState(); ; {
		p := s.CurrentPlayer()
		seen.add(s)
		if p == env.Terminal {
			writeEnd(&b, spec, s)
			break
		}
		if b.Len() > longest {
			b.WriteString("\nand so on\n")
			break
		}
		legal := s.LegalActions(nil)
		if b.Len() < terseFrom {
			writeLegal(&b, s, legal)
			if p >= 0 {
				if decisions[p]++; decisions[p]%textEvery == 1 {
					writeText(&b, s, p)
					seen.writeCells(&b, s, p)
				}
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
	fmt.Fprintf(&b, "digest: %016x\n", seen.hash.Sum64())
	return b.String(), nil
}

func writeLegal(b *strings.Builder, s env.State, legal []env.Action) {
	shown := namesShown
	if s.CurrentPlayer() == env.Chance {
		shown = rollsShown
	}
	var names []string
	for _, a := range legal[:min(len(legal), shown)] {
		names = append(names, s.ActionString(a))
	}
	if more := len(legal) - shown; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	fmt.Fprintf(b, "\n%s: %s\n", s.CurrentPlayer(), strings.Join(names, " | "))
}

func writeEnd(b *strings.Builder, spec *env.Spec, s env.State) {
	returns := make([]float64, spec.Players)
	s.Returns(returns)
	parts := make([]string, len(returns))
	for p, r := range returns {
		parts[p] = fmt.Sprintf("%s %+.6g", env.Player(p), r)
	}
	b.WriteString("\n")
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

// A tripwire is a digest of all that the seats are shown, so that a change of one float
// somewhere shows.
type tripwire struct {
	spec        *env.Spec
	observation []float32
	hash        hash.Hash64
}

func newTripwire(spec *env.Spec) *tripwire {
	return &tripwire{spec: spec, observation: make([]float32, spec.ObservationSize()), hash: fnv.New64a()}
}

func (d *tripwire) add(s env.State) {
	var bytes [4]byte
	for p := range env.Player(d.spec.Players) {
		s.Observe(p, d.observation)
		for _, x := range d.observation {
			binary.LittleEndian.PutUint32(bytes[:], math.Float32bits(x))
			d.hash.Write(bytes[:])
		}
		if i, ok := s.(env.InfoStater); ok {
			d.hash.Write([]byte(i.InformationState(p)))
		}
		if t, ok := s.(env.Texter); ok {
			d.hash.Write([]byte(t.Text(p)))
		}
	}
}

// writeCells names what is not zero in the observation of seat p.
func (d *tripwire) writeCells(b *strings.Builder, s env.State, p env.Player) {
	s.Observe(p, d.observation)
	for _, line := range layout.Describe(d.spec, d.observation) {
		fmt.Fprintf(b, ". %s\n", line)
	}
}
