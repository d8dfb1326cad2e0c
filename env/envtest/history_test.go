package envtest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func take(t *testing.T, g *pairs) History {
	h, err := TakeHistory(g)
	require.NoError(t, err)
	return h
}

func TestHistoryIsTheSameEveryTime(t *testing.T) {
	h := take(t, newPairs(""))
	assert.Equal(t, h, take(t, newPairs("")))
	assert.Equal(t, "pairs", h.Game)
	assert.Equal(t, 1, h.Version)
	assert.NoError(t, h.Follows(h))

	text := WriteHistories([]History{h, h})
	list, err := ReadHistories(text)
	require.NoError(t, err)
	assert.Equal(t, []History{h, h}, list)
	list, err = ReadHistories("# Ringer histories 0: of other games\n1 2 3 4 5 pairs\n")
	require.NoError(t, err)
	assert.Empty(t, list)
	_, err = ReadHistories("")
	assert.ErrorContains(t, err, "line 1: want")
	_, err = ReadHistories(text + "1 2 3\n")
	assert.ErrorContains(t, err, `line 4: "1 2 3": want a version`)
}

// A rule or an observation that changes needs something that tells old bots so.
func TestHistoryTellsAChangedRule(t *testing.T) {
	was := take(t, newPairs(""))
	for fault, says := range map[string]string{
		"chairs: ties go to seat 0":    "the rules have changed, and Version is still 1",
		"chairs: an absolute action":   "the rules have changed, and Version is still 1",
		"chance: sum":                  "the rules have changed, and Version is still 1",
		"chairs: shown by seat":        "what seats observe has changed",
		"siblings: a field left out":   "what seats observe has changed",
		"strings: twice":               "",
		"returns: early":               "",
		"resample: changes nothing":    "",
		"leak: information state":      "",
		"labels: a row without a name": "",
	} {
		now := take(t, newPairs(fault))
		err := was.Follows(now)
		if says == "" {
			assert.NoError(t, err, fault)
			continue
		}
		var changed *ChangedError
		require.ErrorAs(t, err, &changed, fault)
		assert.ErrorContains(t, err, "pairs: "+says, fault)

		raised := newPairs(fault)
		raised.spec.Version++
		raised.spec.Seal()
		assert.NoError(t, was.Follows(take(t, raised)), "%s with another Version", fault)
	}

	// A configuration of other rules is told apart by itself.
	other := newPairs("chairs: ties go to seat 0")
	other.spec.Configuration = []byte(`{"ties": 0}`)
	other.spec.Seal()
	assert.NoError(t, was.Follows(take(t, other)))
}

// A file of histories is not written over by games that change its rules in silence.
func TestRenewHistoriesRefusesAChangedRule(t *testing.T) {
	was := take(t, newPairs(""))
	recorded := WriteHistories([]History{was})
	text, err := RenewHistories(recorded, []History{was})
	require.NoError(t, err)
	assert.Equal(t, recorded, text)

	changed := take(t, newPairs("chairs: ties go to seat 0"))
	_, err = RenewHistories(recorded, []History{changed})
	require.ErrorContains(t, err, "the rules have changed")
	other := changed
	other.Game = "pairs(players=3)"
	text, err = RenewHistories(recorded, []History{was, other})
	require.NoError(t, err, "a game that is new has nothing to follow")
	assert.Contains(t, text, "pairs(players=3)\n")

	changed.Version++
	text, err = RenewHistories(recorded, []History{changed})
	require.NoError(t, err)
	assert.NotEqual(t, recorded, text)
	_, err = RenewHistories("nothing", []History{was})
	require.ErrorContains(t, err, "line 1")
}
