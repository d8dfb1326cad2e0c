package envtest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/drive"
)

// A History tells a rule of today from a rule of yesterday: digests of some games
// that are chosen without looking at observations, so that a new layout leaves
// them as they are.
type History struct {
	Game          string // game string
	Version       int    // of the rules
	Hash          string // of the spec, shortened
	Configuration string // digest of the configuration
	Outcomes      string // digest of who acted, what was legal, chances and returns
	Shown         string // digest of the observations of the seats that acted
}

// historiesTitle is the first line of a file of histories. Its number rises when
// TakeHistory plays other games.
const historiesTitle = "# Ringer histories 1: version, spec hash, configuration, outcomes, observations, game"

const (
	historyGames = 2    // uniform ones at least, and as many biased ones
	historySteps = 2000 // of uniform games at least, and as many of biased ones; a game is left after this many
)

// TakeHistory plays the games of a history.
func TakeHistory(game env.Game) (History, error) {
	spec := game.Spec()
	outcomes, shown := fnv.New64a(), fnv.New64a()
	observation := make([]float32, spec.ObservationSize())
	returns := make([]float64, spec.Players)
	played, offered := make([]uint32, spec.NumActions()), make([]uint32, spec.NumActions())
	var t drive.Table
	of, steps, begun := []style{uniform}, 0, 0
	for i := uint64(0); ; i++ {
		if begun >= historyGames && steps >= historySteps {
			if len(of) > 1 {
				break
			}
			of, steps, begun = blindStyles, 0, 0
		}
		begun++
		rng := env.Stream(1, purposeHistory, i)
		player := newGambler(spec, rng, of, played, offered)
		t.Set(game.NewInitialState())
		for range historySteps {
			steps++
			s := t.State()
			p := s.CurrentPlayer()
			writeNumber(outcomes, uint64(int64(p)))
			if p == env.Terminal {
				s.Returns(returns)
				for _, r := range returns {
					writeNumber(outcomes, math.Float64bits(r))
				}
				break
			}
			var a env.Action
			if p == env.Chance {
				for _, o := range t.Outcomes() {
					writeNumber(outcomes, uint64(o.Action))
					writeNumber(outcomes, math.Float64bits(o.Prob))
				}
				a = t.Draw(rng)
			} else {
				legal := t.Legal()
				for _, b := range legal {
					writeNumber(outcomes, uint64(b))
				}
				s.Observe(p, observation)
				writeFloats(shown, observation)
				a = player.choose(s, p, legal)
			}
			writeNumber(outcomes, uint64(a))
			if err := t.Apply(a); err != nil {
				return History{}, err
			}
		}
	}
	configuration := fnv.New64a()
	configuration.Write(spec.Configuration)
	return History{
		Game: spec.String(), Version: spec.Version, Hash: spec.Hash[:16],
		Configuration: sumOf(configuration), Outcomes: sumOf(outcomes), Shown: sumOf(shown),
	}, nil
}

func sumOf(h hash.Hash64) string { return fmt.Sprintf("%016x", h.Sum64()) }

func writeNumber(h hash.Hash64, x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	h.Write(b[:])
}

func writeFloats(h hash.Hash64, xs []float32) {
	var b [4]byte
	for _, x := range xs {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
		h.Write(b[:])
	}
}

// A ChangedError says that rules or observations have changed and nothing else
// tells an old bot so.
type ChangedError struct {
	Game string
	What string
}

func (e *ChangedError) Error() string { return e.Game + ": " + e.What }

// Follows returns a *ChangedError when now, taken from the game of today, may not
// follow h, which was recorded: another outcome needs another Version, or another
// configuration; another observation needs another spec hash.
func (h History) Follows(now History) error {
	switch {
	case h.Outcomes != now.Outcomes && h.Version == now.Version && h.Configuration == now.Configuration:
		return &ChangedError{now.Game, fmt.Sprintf("the rules have changed, and Version is still %d: raise it, so that no old bot or replay plays by new rules", now.Version)}
	case h.Shown != now.Shown && h.Hash == now.Hash:
		return &ChangedError{now.Game, "what seats observe has changed with the same Version and layout: raise the Version, so that no old bot reads new numbers"}
	}
	return nil
}

// RenewHistories returns the text of a file that holds the histories of today in place
// of those recorded, or an error for each that may not follow what was recorded.
func RenewHistories(recorded string, today []History) (string, error) {
	before, err := ReadHistories(recorded)
	if err != nil {
		return "", err
	}
	var errs []error
	for _, now := range today {
		for _, h := range before {
			if h.Game == now.Game {
				errs = append(errs, h.Follows(now))
			}
		}
	}
	return WriteHistories(today), errors.Join(errs...)
}

// WriteHistories returns the text of a file of histories.
func WriteHistories(list []History) string {
	var b strings.Builder
	fmt.Fprintln(&b, historiesTitle)
	for _, h := range list {
		fmt.Fprintln(&b, h.Version, h.Hash, h.Configuration, h.Outcomes, h.Shown, h.Game)
	}
	return b.String()
}

// ReadHistories reads what WriteHistories has written. A file of other games of an
// earlier Ringer is read as empty.
func ReadHistories(text string) ([]History, error) {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")
	if !strings.HasPrefix(lines[0], "# Ringer histories ") {
		return nil, errors.New("line 1: want \"# Ringer histories\"")
	}
	if lines[0] != historiesTitle {
		return nil, nil
	}
	var list []History
	for i, line := range lines[1:] {
		parts := strings.SplitN(line, " ", 6)
		version, err := strconv.Atoi(parts[0])
		if err != nil || len(parts) != 6 {
			return nil, fmt.Errorf("line %d: %q: want a version, four digests and a game", i+2, line)
		}
		list = append(list, History{parts[5], version, parts[1], parts[2], parts[3], parts[4]})
	}
	return list, nil
}
