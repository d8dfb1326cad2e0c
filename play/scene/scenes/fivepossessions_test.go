package scenes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/scene"
)

// The first line: seat 1 attacks with four cards of the offense.
const fiveLine = `seat 0 wins the toss; offense;
draw Empty; draw Spread; draw Shotgun Trips; draw Wishbone; draw Nickel; draw Dime; draw 3-3-5; draw 3-4`

func TestFivePossessionsAsksInWords(t *testing.T) {
	g, s := reach(t, "fivepossessions", "seat 0 wins the toss")
	q, choices := askedOf(t, g, s)
	assert.Equal(t, "You won the toss: begin on offense or on defense?", q.Text)
	assert.Equal(t, []string{"Begin on offense", "Begin on defense"}, choices)
	assert.Equal(t, "Seat 1 won the toss and chooses offense or defense.", shownTo(g, s, 1).Waits)

	g, s = reach(t, "fivepossessions", fiveLine)
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Line 1 of 4, card 1 of 4: on which lane do you put Empty (blue), face down?", q.Text)
	assert.Equal(t, "Lane 1: beats 12 of the 14 defense cards not seen", choices[0])
	assert.Equal(t, "Seat 1 places cards face down, 1 of 4.", shownTo(g, s, 1).Waits)
	assert.Equal(t, 4, zone(t, shownTo(g, s, 1), "hand:0").Hidden)

	g, s = reach(t, "fivepossessions", fiveLine+"; Empty to lane 1; Spread to lane 2; Shotgun Trips to lane 3; Wishbone to lane 4")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Line 1 of 4, card 1 of 4: on which lane do you put Nickel (blue), face down?", q.Text)
	assert.Equal(t, "Lane 1: stops 6 of the 14 offense cards that may come there", choices[0])
	lane := zone(t, shownTo(g, s, 1), "lane:0")
	assert.Equal(t, scene.FaceDown, lane.Things[0].Face)
	assert.Equal(t, "a card of the offense", lane.Things[0].Name)
}

func TestFivePossessionsShowsTheField(t *testing.T) {
	// Wishbone (3 green) is stopped by 3-4 (4 green); the others have more blue men.
	second := `; Empty to lane 1; Spread to lane 2; Shotgun Trips to lane 3; Wishbone to lane 4;
Nickel to lane 1; Dime to lane 2; 3-3-5 to lane 3; 3-4 to lane 4;
draw Run and Shoot; draw Empty Trey; draw Flexbone; draw Punt; draw Quarter; draw Big Nickel; draw 46 Bear; draw 4-3 Over`
	g, s := reach(t, "fivepossessions", fiveLine+second)
	sc := shownTo(g, s, 0)
	assert.Equal(t, "closed", zone(t, sc, "lane:3").Note)
	assert.Equal(t, "open, but not to blue", zone(t, sc, "lane:0").Note)
	assert.Equal(t, "Lane 1 Empty beat Nickel; lane 2 Spread was stopped by Dime; lane 3 Shotgun Trips was stopped by 3-3-5; lane 4 Wishbone was stopped by 3-4.", zone(t, sc, "line:0").Note)
	_, choices := askedOf(t, g, s)
	assert.Equal(t, "Lane 1: dead there: it would close the lane", choices[0], "blue on blue")
	assert.Equal(t, "Lane 4: dead there: the lane is closed", choices[3])
	compareGolden(t, "fivepossessions", sc)

	g, s = reach(t, "fivepossessions", fiveLine+second+"; Run and Shoot to lane 2; Empty Trey to lane 1; Flexbone to lane 3; Punt to lane 4")
	_, choices = askedOf(t, g, s)
	assert.Equal(t, "Lane 2: the lane is closed: the card does nothing there", choices[1])
	assert.NotContains(t, sceneText(shownTo(g, s, 1)), "Empty Trey", "it lies face down")
}

// zone returns a zone of a scene.
func zone(t *testing.T, sc *scene.Scene, id string) scene.Zone {
	t.Helper()
	for _, z := range sc.Zones {
		if z.ID == id {
			return z
		}
	}
	assert.Fail(t, "no such zone", id)
	return scene.Zone{}
}
