package trajectory_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/trajectory"
)

// match seats agents at a game.
func match(t *testing.T, game string, names ...string) eval.MatchConfig {
	t.Helper()
	g, err := games.New(game)
	require.NoError(t, err)
	m := eval.MatchConfig{Game: g, Seed: 5}
	for _, name := range names {
		agent, err := roster.New(name, roster.Sources{Game: g})
		require.NoError(t, err)
		m.Entries = append(m.Entries, eval.Entry{Name: name, Agent: agent})
	}
	return m
}

func collect(t *testing.T, m eval.MatchConfig, from, to int) *trajectory.Shard {
	t.Helper()
	s, err := trajectory.Collect(t.Context(), m, from, to)
	require.NoError(t, err)
	return s
}

// The rows are the decisions of the match of the same seed: replaying their actions with
// the chance of the deals gives the same observations, masks and returns.
func TestRowsAreTheMatch(t *testing.T) {
	for _, game := range []string{"leduc", "kuhn(players=3)", "liarsdice"} {
		m := match(t, game, "random", "greedy")
		s := collect(t, m, 0, 6)
		kept := m
		kept.Games, kept.Keep = 6*m.Game.Spec().Players, 6
		played, err := eval.PlayMatch(t.Context(), kept)
		require.NoError(t, err)
		spec, row := m.Game.Spec(), 0
		observation := make([]float32, spec.ObservationSize())
		for d, deal := range played.FirstDeals {
			for k, g := range deal.Games {
				state, step := m.Game.NewInitialState(), 0
				for _, a := range g.History {
					seat := state.CurrentPlayer()
					if seat != env.Chance {
						assert.EqualValues(t, d*spec.Players+k, s.Episode[row])
						assert.EqualValues(t, step, s.Step[row])
						assert.EqualValues(t, seat, s.Seat[row])
						assert.EqualValues(t, a, s.Action[row])
						assert.EqualValues(t, g.Returns[seat], s.Return[row])
						assert.Equal(t, g.Agents[seat], m.Entries[s.Agent[row]].Name)
						state.Observe(seat, observation)
						assert.Equal(t, observation, s.Observation[row*s.ObservationSize:(row+1)*s.ObservationSize], "what the seat may see, and no more")
						legal := state.LegalActions(nil)
						assert.Equal(t, spec.Kind(observation, legal), s.Kind[row])
						sum := 0.0
						for action := range s.Actions {
							p, ok := s.Probabilities[row*s.Actions+action], s.Mask[row*s.Actions+action]
							assert.Equal(t, contains(legal, env.Action(action)), ok)
							assert.True(t, ok || p == 0)
							sum += float64(p)
						}
						assert.InDelta(t, 1, sum, 1e-5)
						assert.Positive(t, s.Probabilities[row*s.Actions+int(a)])
						row, step = row+1, step+1
					}
					require.NoError(t, state.Apply(a))
				}
			}
		}
		assert.Equal(t, s.Rows(), row)
	}
}

func contains(list []env.Action, a env.Action) bool {
	for _, b := range list {
		if a == b {
			return true
		}
	}
	return false
}

// A row holds only what its seat may know: rows of one seat in kuhn that show the same
// card and bets are the same whatever the other seat holds, and both happen.
func TestRowsHideWhatIsHidden(t *testing.T) {
	m := match(t, "kuhn", "random")
	s := collect(t, m, 0, 300)
	others := map[string]map[string]bool{} // what the first decision of a seat shows: what the other one's does
	first := map[int64]map[int8]string{}
	for i := range s.Rows() {
		seats := first[s.Episode[i]]
		if seats == nil {
			seats = map[int8]string{}
			first[s.Episode[i]] = seats
		}
		if _, ok := seats[s.Seat[i]]; !ok {
			var b bytes.Buffer
			require.NoError(t, binary.Write(&b, binary.LittleEndian, s.Observation[i*s.ObservationSize:(i+1)*s.ObservationSize]))
			seats[s.Seat[i]] = b.String()
		}
	}
	for _, seats := range first {
		if others[seats[0]] == nil {
			others[seats[0]] = map[string]bool{}
		}
		others[seats[0]][seats[1]] = true
	}
	assert.Len(t, others, 3, "the opening seat sees one of three cards")
	for _, o := range others {
		assert.GreaterOrEqual(t, len(o), 2*2, "two cards of the other, after a check or a bet: not known from the first row")
	}
}

// The same deals give the same bytes on any number of workers, and from any deal on.
func TestSameBytesWhateverTheWorkers(t *testing.T) {
	m := match(t, "leduc", "random", "greedy")
	write := func(s *trajectory.Shard) (npz, pq string) {
		var a, b bytes.Buffer
		require.NoError(t, s.WriteNPZ(&a))
		require.NoError(t, s.WriteParquet(&b))
		return a.String(), b.String()
	}
	m.Workers = 1
	npz, pq := write(collect(t, m, 40, 120))
	m.Workers = 5
	again, pqAgain := write(collect(t, m, 40, 120))
	assert.True(t, npz == again && pq == pqAgain)
	m.Seed++
	other, _ := write(collect(t, m, 40, 120))
	assert.False(t, npz == other)
}

// The arrays of a file have numpy's format, lie on 64 bytes and hold the shard.
func TestNPZ(t *testing.T) {
	s := collect(t, match(t, "leduc", "random"), 0, 8)
	var b bytes.Buffer
	require.NoError(t, s.WriteNPZ(&b))
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Len(t, z.File, len(trajectory.Columns()))
	for i, f := range z.File {
		assert.Equal(t, trajectory.Columns()[i].Name+".npy", f.Name)
		assert.Equal(t, zip.Store, f.Method)
		at, err := f.DataOffset()
		require.NoError(t, err)
		assert.Zero(t, at%64)
		r, err := f.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(r) // which checks the sum
		require.NoError(t, err)
		require.Equal(t, "\x93NUMPY\x01\x00", string(data[:8]))
		head := 10 + int(binary.LittleEndian.Uint16(data[8:]))
		assert.Zero(t, head%64)
		text := string(data[10:head])
		assert.True(t, strings.HasSuffix(text, "\n"))
		assert.Contains(t, text, "'descr': '"+trajectory.Columns()[i].Type+"'")
		if f.Name == "observation.npy" {
			assert.Contains(t, text, "'fortran_order': False")
			assert.Equal(t, len(s.Observation)*4, len(data)-head)
			last := binary.LittleEndian.Uint32(data[len(data)-4:])
			assert.Equal(t, s.Observation[len(s.Observation)-1], math.Float32frombits(last))
		}
	}
}

// Another reader of Parquet's rows sees the same figures.
func TestParquet(t *testing.T) {
	s := collect(t, match(t, "leduc", "random", "greedy"), 0, 40)
	var b bytes.Buffer
	require.NoError(t, s.WriteParquet(&b))
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	assert.EqualValues(t, s.Rows(), file.NumRows())
	type row struct {
		Observation []float32 `parquet:"observation,list"`
		Mask        []bool    `parquet:"mask,list"`
		Return      float32   `parquet:"return"`
		Episode     int64     `parquet:"episode"`
	}
	rows, err := parquet.Read[row](bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Len(t, rows, s.Rows())
	for i, r := range rows {
		require.Equal(t, s.Observation[i*s.ObservationSize:(i+1)*s.ObservationSize], r.Observation)
		require.Equal(t, s.Mask[i*s.Actions:(i+1)*s.Actions], r.Mask)
		require.Equal(t, s.Return[i], r.Return)
		require.Equal(t, s.Episode[i], r.Episode)
	}
}

func TestManifestsOfOneRecordingAreTheSame(t *testing.T) {
	m := trajectory.Manifest{Format: trajectory.Format, Game: "kuhn", Games: 10, Seed: 3, Agents: []trajectory.Agent{{Name: "random"}}, Columns: trajectory.Columns()}
	later := m
	later.Shards, later.Rows, later.Complete, later.Build = []trajectory.Piece{{File: "a"}}, 7, true, json.RawMessage(`{}`)
	assert.True(t, m.Same(&later))
	later.Seed++
	assert.False(t, m.Same(&later))
	for _, c := range trajectory.Columns() {
		assert.NotEmpty(t, c.Doc, c.Name)
	}
	_, err := trajectory.ParseManifest([]byte(`{"format":"other/1"}`))
	assert.ErrorContains(t, err, trajectory.Format)
}
