package envtest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// Observation and text may both forget what was told, which the law of siblings cannot see.
func TestWhatBothForgetIsFound(t *testing.T) {
	r := Check(newPairs("told: a reveal is in neither observation nor text"), Options{Games: 40, Seed: 1})
	assert.True(t, find(t, r, lawSiblings).OK)
	assert.Regexp(t, `^seat \d was told ".*" after \[[\d ]+\] and ".*" after \[[\d ]+\]; its (observation|text) forgets it, and after \d more actions `, find(t, r, lawTold).Detail)
	r = Check(newPairs("told: a reveal is in no information state"), Options{Games: 40, Seed: 1})
	assert.Regexp(t, `^seat \d was told ".*" after \[[\d ]+\] and ".*" after \[[\d ]+\], and has one information state`, find(t, r, lawTold).Detail)
}

// forgetfulPairs says that a reveal need not be remembered.
type forgetfulPairs struct{ *pairs }

func (forgetfulPairs) Forgotten() []env.TextException {
	return []env.TextException{{Pattern: "shows [0-9]|bids [0-9]", Reason: "who cares"}}
}

// What a game may forget is named, with the reason.
func TestWhatAGameMayForgetIsNamed(t *testing.T) {
	l := find(t, Check(forgetfulPairs{newPairs("told: the observation may forget")}, Options{Games: 40, Seed: 1}), lawTold)
	assert.True(t, l.OK, l.Detail)
	assert.Regexp(t, "^\\d+ tests, except `shows \\[0-9\\]\\|bids \\[0-9\\]`: who cares$", l.Detail)
	assert.False(t, find(t, Check(newPairs("told: the observation may forget"), Options{Games: 40, Seed: 1}), lawTold).OK)
}
