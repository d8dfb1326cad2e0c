package envtest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Every fault breaks the law of its line, and perhaps others.
var mutants = []struct{ fault, law string }{
	{"spec: pointer", lawSpec},
	{"spec: unsealed", lawSpec},
	{"spec: duplicate block", lawSpec},
	{"spec: players", lawSpec},
	{"replay: counts games", lawSpec},
	{"labels: too few columns", lawSpec},
	{"labels: too many rows", lawSpec},
	{"labels: a column twice", lawSpec},
	{"labels: a row without a name", lawSpec},
	{"labels: wider than the field", lawSpec},
	{"frames: an action twice", lawSpec},
	{"frames: an element twice", lawSpec},
	{"frames: another way back", lawSpec},
	{"frames: another corner", lawObservations},
	{"frames: bounds", lawObservations},
	{"interfaces: a state's on the game", lawInterfaces},
	{"panics: observe at the end", lawPanics},
	{"actors: seat out of range", lawActors},
	{"actors: goes on", lawActors},
	{"legal: beyond the blocks", lawLegal},
	{"legal: after the end", lawLegal},
	{"legal: descending", lawLegal},
	{"legal: repeats", lawLegal},
	{"legal: empty", lawLegal},
	{"legal: overwrites", lawLegal},
	{"mask: accepts more", lawMask},
	{"mask: refuses", lawMask},
	{"illegal: type", lawIllegal},
	{"illegal: changes", lawIllegal},
	{"illegal: negative", lawMask},
	{"clones: shared", lawClones},
	{"clones: forgets", lawClones},
	{"copies: shared", lawCopies},
	{"copies: forgets", lawCopies},
	{"replay: counts games", lawReplay},
	{"seed: own dice", lawReplay},
	{"seed: own dice", lawSeed},
	{"length: decisions", lawLength},
	{"length: chance", lawLength},
	{"returns: early", lawReturns},
	{"returns: bounds", lawReturns},
	{"returns: sum", lawReturns},
	{"returns: not written", lawReturns},
	{"returns: team", lawReturns},
	{"returns vary: constant", lawVary},
	{"returns vary: nobody", lawVary},
	{"returns vary: general", lawVary},
	{"chance: sum", lawChance},
	{"chance: impossible outcome", lawChance},
	{"chance: not the legal actions", lawChance},
	{"observations: not written", lawObservations},
	{"observations: bounds", lawObservations},
	{"observations: column bounds", lawObservations},
	{"observations: infinite", lawObservations},
	{"observations: adds", lawObservations},
	{"sets: absent row", lawSets},
	{"sets: half there", lawSets},
	{"sets: a hole in a sequence", lawSets},
	{"vocabularies: size", lawVocabularies},
	{"kinds: a block without", lawKinds},
	{"strings: twice", lawStrings},
	{"strings: lines", lawStrings},
	{"strings: empty", lawStrings},
	{"strings: unstable", lawStrings},
	{"conservation: a card is lost", lawConservation},
	{"leak: observation", lawLeak},
	{"leak: legal", lawLeak},
	{"leak: information state", lawLeak},
	{"leak: text", lawLeak},
	{"leak: names", lawLeak},
	{"leak: at a chance node", lawLeak},
	{"leak: at the end", lawLeak},
	{"resample: changes nothing", lawResample},
	{"resample: changes the receiver", lawResample},
	{"resampled: impossible world", lawResampled},
	{"odds: the truth to seat 1", lawOdds},
	{"odds: the truth half of the time", lawOdds},
	{"odds: a card is never dealt", lawOdds},
	{"odds: all alike", lawOdds},
	{"resampled: impossible world", lawOdds},
	{"information: too coarse", lawInformation},
	{"recall: forgets", lawRecall},
	{"siblings: a field left out", lawSiblings},
	{"events: a secret bid is told", lawEvents},
	{"events: a card is told to all", lawEvents},
	{"events: a reveal tells more", lawEvents},
	{"events: a line for every chip", lawEvents},
	{"events: silent about a forced bid", lawEvents},
	{"events: a forced bid is skipped", lawEvents},
	{"events: a name holds the other card", lawEvents},
	{"events: overwrites", lawEvents},
	{"events: about nobody", lawEvents},
	{"events: two lines on one", lawEvents},
	{"told: a reveal is in neither observation nor text", lawTold},
	{"told: a reveal is in no information state", lawTold},
	{"chairs: an absolute seat", lawChairs},
	{"chairs: an absolute action", lawChairs},
	{"chairs: asked in order", lawChairs},
	{"chairs: ties go to seat 0", lawChairs},
	{"chairs: shown by seat", lawChairs},
	{"chairs: rolls for some", lawChairs},
	{"chairs: nobody moves", lawChairs},
	{"chairs: changes the receiver", lawChairs},
	{"parallel: a shared cache", lawParallel},
}

func find(t *testing.T, r Report, law string) Law {
	for _, l := range r.Laws {
		if l.Name == law {
			return l
		}
	}
	require.Fail(t, "no such law", law)
	return Law{}
}

func TestSoundGameObeysEveryLaw(t *testing.T) {
	r := Check(newPairs(""), Options{Games: 300, Seed: 1})
	require.NoError(t, r.Err())
	assert.True(t, r.OK)
	assert.Equal(t, 300, r.GamesPlayed)
	assert.Len(t, r.Laws, len(explanations))
	for _, l := range r.Laws {
		assert.NotRegexp(t, "^0 tests|states do not|states give|met$", l.Detail, l.Name)
	}
	assert.Regexp(t, `^\d+ worlds, \d+ of them differ`, find(t, r, lawResample).Detail)
}

// Sparse checks, which every other fault gets, catch them too.
func TestEveryFaultIsCaughtByItsLaw(t *testing.T) {
	caught := map[string]bool{}
	for i, m := range mutants {
		sparse := i%2 == 1
		var game env.Game = newPairs(m.fault)
		if m.law == lawInterfaces {
			game = misplacing{newPairs("")}
		}
		r := Check(game, Options{Games: 4, Seed: 1, Sparse: sparse})
		l := find(t, r, m.law)
		if l.OK { // few games show most faults
			r = Check(game, Options{Games: 40, Seed: 1, Sparse: sparse})
			l = find(t, r, m.law)
		}
		assert.False(t, l.OK, "%q slips through the law %q", m.fault, m.law)
		assert.False(t, r.OK, m.fault)
		assert.ErrorContains(t, r.Err(), m.law+": ", m.fault)
		caught[m.law] = true
	}
	for _, e := range explanations {
		assert.True(t, caught[e.law], "no planted fault for the law %q", e.law)
	}
}

// largePairs are too long for their tree to be laid out.
func largePairs(fault string) *pairs {
	g := newPairs(fault)
	g.spec.MaxGameLength = 2 * exactLength
	return g
}

// Where no tree can be laid out, random games tell of unlikely worlds.
func TestOddsAreTestedWithoutTheTree(t *testing.T) {
	for fault, want := range map[string]string{
		"odds: the truth to seat 1":        "^resampled for seat 1, the world was the true one",
		"odds: the truth half of the time": "^resampled for seat [01], the world was the true one",
		"odds: a card is never dealt":      `^resampled for seat [01], (hand|unseen): #3 of seat [01] is larger in truth \d+ times and larger in the world`,
	} {
		l := find(t, Check(largePairs(fault), Options{Games: 100, Seed: 1}), lawOdds)
		assert.False(t, l.OK, fault)
		assert.Regexp(t, want, l.Detail)
	}
	l := find(t, Check(largePairs(""), Options{Games: 150, Seed: 1}), lawOdds)
	assert.True(t, l.OK, l.Detail)
}

// roughPairs says that its worlds are not exact.
type roughPairs struct{ *pairs }

func (roughPairs) ApproximateWorlds() string { return "cards are not weighed" }

// A game that says why its worlds are approximate must still deal every world.
func TestApproximateWorldsMustBeNamed(t *testing.T) {
	l := find(t, Check(roughPairs{newPairs("odds: all alike")}, Options{Games: 40, Seed: 1}), lawOdds)
	assert.True(t, l.OK, l.Detail)
	assert.Regexp(t, "approximate: cards are not weighed$", l.Detail)
	for _, fault := range []string{"odds: the truth to seat 1", "odds: the truth half of the time", "odds: a card is never dealt", "resampled: impossible world"} {
		assert.False(t, find(t, Check(roughPairs{newPairs(fault)}, Options{Games: 100, Seed: 1}), lawOdds).OK, fault)
	}
}

// A finding must lead its reader to the place: the fault is reported in words,
// with the game, the seed and the history.
func TestFindingsNameTheirPlace(t *testing.T) {
	l := find(t, Check(newPairs("leak: observation"), Options{Seed: 7}), lawLeak)
	assert.Regexp(t, `^resampled for seat [01], element 4 of its observation \(unseen: #0\) turns from .* \[game \d+ of seed 7, after actions \[[\d ]+\]\]`, l.Detail)
}

// Where the moved scene asks a seat and the original rolled for it, nobody observes the
// scene as chance.
func TestMovedSceneAsksWhereTheOriginalRolls(t *testing.T) {
	r := Check(newPairs("chairs: rolls for some"), Options{Games: 40, Seed: 1})
	assert.Contains(t, find(t, r, lawChairs).Detail, "played on, seat 0 is asked where chance was")
	assert.True(t, find(t, r, lawPanics).OK)
}

func TestRareSumMustBeNamed(t *testing.T) {
	l := find(t, Check(rarePairs{newPairs("returns vary: general")}, Options{}), lawVary)
	assert.Equal(t, Law{lawVary, true, "the sum was constant in 125 games; it is not when the moon is blue"}, l)
	l = find(t, Check(newPairs("returns vary: general"), Options{}), lawVary)
	assert.Equal(t, Law{lawVary, false, "the game says general-sum, but the returns of all 125 games sum to 0"}, l)
}

// WonWhen explains only games in which no seat ever wins.
func TestRareWinMustBeNamed(t *testing.T) {
	l := find(t, Check(hardPairs{newPairs("returns vary: nobody")}, Options{}), lawVary)
	assert.Equal(t, Law{lawVary, true, "nobody won any of 125 games; that takes more than random play: pigs fly"}, l)
	l = find(t, Check(hardPairs{newPairs("returns vary: constant")}, Options{}), lawVary)
	assert.False(t, l.OK)
}

// recorder is a test that only notes its errors.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func TestRunFailsTheTestOfABrokenGame(t *testing.T) {
	var r recorder
	Run(&r, newPairs(""), Options{Games: 30})
	assert.Empty(t, r.errors)
	Run(&r, newPairs("conservation: a card is lost"))
	require.NotEmpty(t, r.errors)
	assert.Contains(t, r.errors[0], "pairs: conservation: 3 of 4 cards are there")
}

func TestExplain(t *testing.T) {
	for _, e := range explanations {
		assert.NotEmpty(t, Explain(e.law))
	}
	assert.Empty(t, Explain("no such law"))
}
