package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

// What one tool or one card more or less changes, against counting anew.
func TestForesightAgainstCounting(t *testing.T) {
	rng := env.Stream(1, "foresight")
	draw := func(n, bits int) []uint8 {
		masks := make([]uint8, n)
		for i := range masks {
			for masks[i] == 0 || rng.IntN(3) == 0 {
				masks[i] |= 1 << rng.IntN(bits)
			}
		}
		return masks
	}
	without := func(masks []uint8, i int) []uint8 {
		return append(append([]uint8{}, masks[:i]...), masks[i+1:]...)
	}
	seen := map[string]bool{}
	note := func(what string, x bool) bool {
		if x {
			seen[what] = true
		} else {
			seen["no "+what] = true
		}
		return x
	}
	for range 3000 {
		bits := 2 + rng.IntN(5)
		tools, needs := draw(rng.IntN(7), bits), draw(1+rng.IntN(6), bits)
		now := heist.Lacking(tools, needs)
		for more := uint8(1); more < 1<<6; more++ {
			less := heist.Lacking(append(tools[:len(tools):len(tools)], more), needs) < now
			require.Equal(t, less, note("helps", heist.Helps(tools, needs, more)), "%b for %b: one more %b", tools, needs, more)
			rises := heist.Lacking(tools, append(needs[:len(needs):len(needs)], more)) > now
			require.Equal(t, rises, note("strains", heist.Strains(tools, needs, more)), "%b for %b: another %b", tools, needs, more)
		}
		for i, tool := range tools {
			if tool&needs[0] == 0 {
				continue
			}
			worse := heist.Lacking(without(tools, i), needs[1:]) > now
			require.Equal(t, worse, note("wastes", heist.Wastes(tools, needs, tool, needs[0])), "%b for %b: using %b", tools, needs, tool)
		}
		for i := range skillCount {
			for j, tool := range tools {
				if tool == 1<<i {
					spared := heist.Lacking(without(tools, j), needs) == now
					require.Equal(t, spared, !heist.Strains(tools, needs, tool), "%b for %b: without %b", tools, needs, tool)
				}
			}
		}
	}
	assert.Len(t, seen, 6, "every answer came up")
}

const skillCount = 6

// The line of the Art Gallery below needs Sleight, Tech and Confidence. With one
// tool for each, everything is tight; a second Tech eases that skill.
func TestCoverIsShown(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Acquire Key", "Safe", "Boss")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Filcher", "The Rookie") // Sleight; Sleight or Confidence
	heist.Hire(s, 1, "Hustler")               // Info or Confidence
	heist.Deal(s, 0, "Seduction", "Explosive Charge", "Helicopter")
	heist.Begin(s, 0, "recruit")
	at := func(field string, i int) float32 { return fieldOf(s, 0, field)[i] }

	assert.Equal(t, float32(1)/4, at("lacking", 0), "the Safe: Engineering Cons without Personnel for them are of no use")
	assert.Equal(t, float32(1)/4, at("lacking", 1))
	assert.Equal(t, float32(1)/4, at("crew_lacking", 0))
	assert.Equal(t, float32(0), at("crew_lacking", 1), "Hustler")
	assert.Equal(t, []float32{0, 0}, fieldOf(s, 0, "covered"))
	assert.Equal(t, []float32{0, .5}, fieldOf(s, 0, "left_over"), "three tools for three cards, and for one")
	assert.Equal(t, []float32{1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0}, fieldOf(s, 0, "tight"), "info, sleight, acrobat, engineering, tech, confidence")
	assert.Equal(t, []float32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, fieldOf(s, 0, "crew_tight"))
	helps := map[string]float32{}
	for i, role := range s.Game().Talents() {
		if x := at("helps", i); x != 0 {
			helps[role] = x
		}
	}
	assert.Equal(t, map[string]float32{
		"Personnel: Engineering": 1, "Personnel: Acrobat or Engineering": 1, "Personnel: Engineering or Tech": 1,
	}, helps)

	// Personnel for idle Cons bring more than themselves.
	heist.PushSecurity(s, 0, "Vault Doors")
	heist.PushSecurity(s, 0, "Remove Roof")
	for i, role := range s.Game().Talents() {
		if role == "Personnel: Engineering" {
			assert.Equal(t, float32(3), at("helps", i))
		}
	}
	assert.Equal(t, float32(3)/4, at("lacking", 0))
	heist.Begin(s, 0, "execution")
	assert.NotContains(t, fieldOf(s, 0, "helps"), float32(3), "it is not asked for Personnel")
}

// In an execution the observation marks what may be used without losing a card
// later in the line.
func TestToolsAreShown(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Acquire Key", "Boss", "Police")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Filcher", "The Rookie") // Sleight; Sleight or Confidence
	heist.Hire(s, 1, "Sneak Thief")
	heist.Deal(s, 0, "Seduction", "Misdirection", "Rappel")
	heist.Deal(s, 1, "Distraction")
	heist.Begin(s, 0, "execution")
	keeps := func(seat env.Player) []string { return observed(s, seat, "keeps") }
	assert.Empty(t, keeps(0), "nobody has gone in yet")
	play(t, s, "execute own Job")
	has(t, s, "use Filcher", "use The Rookie", "use Misdirection")
	assert.ElementsMatch(t, []string{"Personnel: Sleight", "Con: Sleight"}, keeps(0), "The Rookie is for the Boss")
	assert.Empty(t, keeps(1), "not its execution")
	play(t, s, "use The Rookie", "no 6")
	assert.ElementsMatch(t, []string{"Con: Confidence"}, keeps(0), "now only Seduction is left, for one of the two")

	// A Con with two skills may be needed for the other one.
	c := config(t)
	for i := range c.HeistDeck {
		if c.HeistDeck[i].Title == "Seduction" {
			c.HeistDeck[i].Skills = []string{"sleight", "confidence"}
		}
	}
	g, err := heist.New(c)
	require.NoError(t, err)
	s = heist.Blank(g)
	heist.PutJob(s, 0, "Art Gallery", "Boss", "Acquire Key", "Acquire Codes")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Dame", "The Rookie")
	heist.Deal(s, 0, "Seduction")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	has(t, s, "use Dame", "use The Rookie", "use Seduction")
	assert.Equal(t, []string{"Personnel: Confidence"}, keeps(0))

	// Nobody has Sleight, so that skill of the Con is of no use.
	s = heist.Blank(g)
	heist.PutJob(s, 0, "Art Gallery", "Boss", "Acquire Key")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Dame")
	heist.Deal(s, 0, "Seduction")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	assert.ElementsMatch(t, []string{"Personnel: Confidence", "Con: Sleight or Confidence"}, keeps(0))
}

// What the next points would change.
func TestStandingIsShown(t *testing.T) {
	s := blank(t, "jobs=3")
	heist.PutJob(s, 0, "Art Gallery", "Boss")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Begin(s, 0, "execution")
	assert.Equal(t, []float32{0, 0, 1, 0}, fieldOf(s, 0, "standing"))
	heist.Score(s, 1, 9)
	assert.Equal(t, []float32{0, 0, 0, 0}, fieldOf(s, 0, "standing"), "9 points are no more than 9")
	assert.Equal(t, []float32{0, 1, 1, 0}, fieldOf(s, 1, "standing"))
	heist.Score(s, 0, 10)
	play(t, s, "execute own Job", "give up")
	assert.Equal(t, []float32{1, 1, 0, 0}, fieldOf(s, 0, "standing"), "one more, and the game is over")
}
