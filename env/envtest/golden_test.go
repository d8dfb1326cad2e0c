package envtest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGoldenPlaythroughReplays(t *testing.T) {
	g := newPairs("")
	transcript, err := Record(g, 3)
	require.NoError(t, err)
	require.NoError(t, Replay(g, transcript))
	require.NoError(t, Replay(g, strings.ReplaceAll(transcript, "\n", "\r\n")), "as checked out on Windows")

	again, err := Record(g, 3)
	require.NoError(t, err)
	assert.Equal(t, transcript, again)

	header, err := ReadHeader(transcript)
	require.NoError(t, err)
	assert.Equal(t, Playthrough{Game: "pairs", Hash: g.Spec().Hash, Seed: 3}, header)
	assert.Equal(t, 6, strings.Count(transcript, "\n> "), transcript)
	assert.Equal(t, 4, strings.Count(transcript, "\n. "), "two lines of an observation of each seat:\n%s", transcript)
	assert.Contains(t, transcript, "\n| card ", "the text of a seat")
	assert.Regexp(t, `\nend: seat 0 [+-]1, seat 1 [+-]1\ndigest: [0-9a-f]{16}\n$`, transcript)
}

func TestGoldenPlaythroughShowsChanges(t *testing.T) {
	g := newPairs("")
	transcript, err := Record(g, 3)
	require.NoError(t, err)
	for name, test := range map[string]struct {
		old, new, want string
	}{
		"another action":  {"> seat 1: ", "> seat 1: b", "no legal action has this name"},
		"another hash":    {"hash: ", "hash: 0", `line 3: "hash: 0`},
		"another legal":   {"bid 0 | ", "", "the game says"},
		"another return":  {"end: seat 0 ", "end: seat 0 1", "the game says"},
		"another text":    {"| card", "| Card", "the game says"},
		"another digest":  {"digest: ", "digest: x", "the game says"},
		"another cell":    {"\n. ", "\n. x", "the game says"},
		"nothing":         {transcript, "", "line 1: want"},
		"no seed":         {"seed: 3", "seed: three", "line 4: \"three\": want a seed"},
		"cut short":       {transcript[strings.LastIndex(transcript, "> "):], "", "the transcript ends, the game does not"},
		"cut at the end":  {transcript[strings.LastIndex(transcript, "end:"):], "", "the game says"},
		"more at the end": {transcript, transcript + "\nmore", "the game is over"},
	} {
		changed := strings.Replace(transcript, test.old, test.new, 1)
		require.NotEqual(t, transcript, changed, name)
		assert.ErrorContains(t, Replay(g, changed), test.want, name)
	}
	assert.ErrorContains(t, Replay(newPairs("leak: observation"), transcript), "the game says")
}

// Exact sizes, counted by hand: 4 x 3 deals; a card of rank r allows
// min(r, 2) + 1 bids.
func TestCount(t *testing.T) {
	bids := []int{1, 2, 3, 3}
	want := Counts{Nodes: 1 + 4, ChanceNodes: 1 + 4}
	for a, m := range bids {
		for b, n := range bids {
			if a == b {
				continue
			}
			// bid 0, bid 1, bid 0, bid 1, end
			want.DecisionNodes += 1 + m + m*n + m*n*m
			want.TerminalNodes += m * n * m * n
		}
		// A seat with card a decides once at the start, and once more for every
		// pair of its own bid and a bid that some other card allows.
		other := 3
		want.InformationStates += 2 * (1 + m*other)
	}
	want.Nodes += want.DecisionNodes + want.TerminalNodes
	got, err := Count(newPairs(""), 100_000)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, got.Nodes, got.DecisionNodes+got.ChanceNodes+got.TerminalNodes)

	_, err = Count(newPairs(""), got.Nodes)
	require.NoError(t, err)
	_, err = Count(newPairs(""), got.Nodes-1)
	var limit *LimitError
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, got.Nodes-1, limit.Limit)
}
