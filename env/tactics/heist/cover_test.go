package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/tactics/heist"
)

// Lacking agrees with a plain search over all ways to deal out
// the tools.
func TestLackingAgainstSearch(t *testing.T) {
	var most func(tools, needs []uint8) int
	most = func(tools, needs []uint8) int {
		if len(needs) == 0 {
			return 0
		}
		best := most(tools, needs[1:])
		for i, tool := range tools {
			if tool&needs[0] != 0 {
				best = max(best, 1+most(without(tools, i), needs[1:]))
			}
		}
		return best
	}
	rng := env.Stream(1, "lacking")
	draw := func(n, most int) []uint8 {
		masks := make([]uint8, n)
		for i := range masks {
			for range 1 + rng.IntN(most) {
				masks[i] |= 1 << rng.IntN(4)
			}
		}
		return masks
	}
	for range 3000 {
		tools, needs := draw(rng.IntN(6), 2), draw(rng.IntN(6), 2)
		tools = append(tools, 0) // without a skill
		require.Equal(t, len(needs)-most(tools, needs), heist.Lacking(tools, needs), "%b %b", tools, needs)
	}
	// Large numbers, and all six skills.
	var tools, needs []uint8
	for range 60 {
		tools, needs = append(tools, 0b100001), append(needs, 0b100000)
	}
	assert.Equal(t, 0, heist.Lacking(tools, needs))
	assert.Equal(t, 30, heist.Lacking(tools[:30], needs))
	assert.Equal(t, 60, heist.Lacking(nil, needs))
}

func without(sets []uint8, i int) []uint8 {
	return append(append([]uint8{}, sets[:i]...), sets[i+1:]...)
}

// What one tool or one card more or less changes, against counting anew.
func TestCoverAgainstCounting(t *testing.T) {
	rng := env.Stream(1, "cover")
	draw := func(n, bits int) []uint8 {
		sets := make([]uint8, n)
		for i := range sets {
			for sets[i] == 0 || rng.IntN(3) == 0 {
				sets[i] |= 1 << rng.IntN(bits)
			}
		}
		return sets
	}
	seen := map[string]bool{}
	note := func(word string, x bool) bool {
		if x {
			seen[word] = true
		} else {
			seen["no "+word] = true
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
		for i := range 6 {
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
