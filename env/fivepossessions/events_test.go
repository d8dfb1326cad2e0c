package fivepossessions

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// tells returns what a seat is told of an action by name, one line an event. It plays
// the action.
func (x *script) tells(name string, seats ...env.Player) (told []string) {
	x.t.Helper()
	a, err := env.ParseAction(x.State, name)
	require.NoError(x.t, err)
	before := x.Clone()
	x.do(name)
	for _, p := range seats {
		var lines []string
		for _, e := range env.Tell(before, p, a, x.State, nil) {
			lines = append(lines, e.Player.String()+" "+env.Plain(e.Text))
		}
		told = append(told, strings.Join(lines, "\n"))
	}
	return told
}

// Everybody hears the toss, and a hand is told once, to its owner by
// name.
func TestTossAndHandsAreTold(t *testing.T) {
	x := newScript(t, build(t))
	assert.Equal(t, []string{"seat 0 wins the toss", "seat 0 wins the toss"}, x.tells("seat 0 wins the toss", 0, 1))
	assert.Equal(t, []string{"seat 0 takes the defense", "seat 0 takes the defense"}, x.tells("defense", 0, 1))
	for _, name := range []string{"draw Spread", "draw Run and Shoot", "draw Punt"} {
		assert.Equal(t, []string{"", ""}, x.tells(name, 0, 1))
	}
	assert.Equal(t, []string{"seat 1 draws 4 cards", "seat 1 draws Spread, Run and Shoot, Punt and Wildcat"}, x.tells("draw Wildcat", 0, 1))
}

// FP-8: placing is told to the other seat as one event, in the same words wherever the
// cards lie; on a short last line the lanes are public.
func TestPlacingIsToldOnceFP8(t *testing.T) {
	g := build(t)
	x := newScript(t, g).kickOff(0)
	x.drawing(x.lays("Empty@1 Spread@2 Bunch@3 Wishbone@4"), x.lays("46_Bear@1 4-4@2 3-3-5@3 Zero_Blitz@4"))
	assert.Equal(t, []string{"seat 0 puts Empty on lane 3, face down", ""}, x.tells("Empty to lane 3", 0, 1))
	assert.Equal(t, []string{"seat 0 puts Spread on lane 1, face down", ""}, x.tells("Spread to lane 1", 0, 1))
	assert.Equal(t, []string{"seat 0 puts Bunch on lane 4, face down", ""}, x.tells("Bunch to lane 4", 0, 1))
	// The last card has one lane left: it is told all the same.
	assert.Equal(t, []string{"seat 0 puts Wishbone on lane 2, face down", "seat 0 puts 4 cards on the lanes, face down"}, x.tells("Wishbone to lane 2", 0, 1))

	last := newScript(t, g).kickOff(0).threeLines()
	last.drawing(last.lays("Singleback_Ace@1 Wildcat@4"), last.lays("Nickel@1 3-4@2"))
	assert.Equal(t, []string{"", "seat 0 puts Singleback Ace on lane 1, face down"}, last.tells("Singleback Ace to lane 1", 1, 0))
	assert.Equal(t, []string{"seat 0 puts 2 cards on lanes 1 and 4, face down"}, last.tells("Wildcat to lane 4", 1))
}

// FP-7, FP-9, FP-10: a card on a closed lane is dead and is not named to the other
// seat, and neither is the card opposite.
func TestDeadCardsAreNotNamedFP9(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0)
	x.line("Empty@1 I-Formation@2 Punt@3 Bunch@4", "46_Bear@1 Quarterback_Spy_Nickel@2 Punt_Return@3 3-3-5@4")
	require.Equal(t, "1100", x.fates(0))
	x.drawing(x.lays("Spread@1 Empty_Trey@2 Run_and_Shoot@3 Wishbone@4"), x.lays("Dime@1 Goal_Line_6-2@2 Zero_Blitz@3 3-4@4"))
	x.placing(x.lays("Spread@1 Empty_Trey@2 Run_and_Shoot@3 Wishbone@4"))
	closing := x.lays("Dime@1 Goal_Line_6-2@2 Zero_Blitz@3 3-4@4")
	x.placing(closing[:3])
	told := x.tells("Zero Blitz to lane 3", 0, 1)
	assert.Equal(t, `seat 1 puts 4 cards on the lanes, face down
seat 0 has a dead card on lane 1: Spread
seat 0 beats Goal Line 6-2 on lane 2 with Empty Trey
seat 0 has a dead card on lane 3: Run and Shoot
seat 0 has a dead card on lane 4: Wishbone
seat 0 goes on to line 3 of 4`, told[0])
	assert.Equal(t, `seat 1 puts Zero Blitz on lane 3, face down
seat 0 has a dead card on lane 1
seat 0 beats Goal Line 6-2 on lane 2 with Empty Trey
seat 0 has a dead card on lane 3
seat 0 has a dead card on lane 4
seat 0 goes on to line 3 of 4`, told[1])
}

// FP-5, FP-11: a line without a lane ends the possession; on the last line a lane
// without an offense card is passed over, and the first one won scores.
func TestEndsOfPossessionsAreTold(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0).threeLines()
	x.drawing(x.lays("Singleback_Ace@3 Wildcat@2"), x.lays("3-4@2 Nickel@1"))
	x.placing(x.lays("Singleback_Ace@1 Wildcat@2")).placing(x.lays("Nickel@3"))
	assert.Equal(t, []string{`seat 1 puts 2 cards on lanes 2 and 3, face down
seat 0 wins lane 1 with Singleback Ace, undefended
seat 0 scores and gets 20 yards
seat 1 attacks in possession 2`}, x.tells("3-4 to lane 2", 0))

	x = newScript(t, build(t)).kickOff(1)
	attack, defend := x.lays("Shotgun_Trips@1 Singleback_Ace@2 I-Formation@3 Wildcat@4"), x.lays("Nickel@1 3-3-5@2 3-4@3 Zero_Blitz@4")
	x.drawing(attack, defend).placing(attack).placing(defend[:3])
	assert.Equal(t, []string{`seat 0 puts 4 cards on the lanes, face down
seat 0 stops Shotgun Trips on lane 1 with Nickel
seat 0 stops Singleback Ace on lane 2 with 3-3-5
seat 0 stops I-Formation on lane 3 with 3-4
seat 0 stops Wildcat on lane 4 with Zero Blitz
seat 0 stops the possession in line 1 and gets 20 yards
seat 0 attacks in possession 2`}, x.tells("Zero Blitz to lane 4", 1))
}

// FP-12, FP-13: sudden death, a victory and a shared game are told.
func TestTheEndIsTold(t *testing.T) {
	sudden := newScript(t, build(t, func(c *Config) { c.Tie, c.Goal, c.MaxPairs = TieSuddenDeath, 20, 2 })).kickOff(0).stop()
	attack, defend := sudden.lays("Shotgun_Trips@1 Singleback_Ace@2 I-Formation@3 Wildcat@4"), sudden.lays("Nickel@1 3-3-5@2 3-4@3 Zero_Blitz@4")
	ends := func(x *script) string {
		x.drawing(attack, defend).placing(attack).placing(defend[:3])
		told := strings.Split(x.tells("Zero Blitz to lane 4", 0)[0], "\n")
		return told[len(told)-1]
	}
	assert.Equal(t, "chance both have 20 yards: sudden death", ends(sudden))
	assert.Equal(t, "seat 1 wins the game", ends(sudden.kickOff(0)))
	shared := newScript(t, build(t, func(c *Config) { c.MaxPairs = 1 })).kickOff(0).stop()
	assert.Equal(t, "chance the last possession has been played: the game is shared", ends(shared))
}
