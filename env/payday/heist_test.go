package payday

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// PAY-41: every partial layout that the masks allow can be completed. For every size
// that a heist may have, and all ways to end the columns, all partial layouts of hard
// and normal obstacles are tried, in every order in which they may be placed.
func TestEveryPartialLayoutCanBeCompletedPAY41(t *testing.T) {
	tried, largest := 0, 4
	if os.Getenv("RINGER_LONG") == "1" {
		largest = maxColumns // 2.6 million of them
	}
	for n := 1; n <= largest; n++ {
		for per := 1; per <= maxDepth; per++ {
			keys := n - paydaysOf(n)
			l := plan{columns: n, obstacles: n * per}
			for i := range l.home {
				l.home[i] = -1
			}
			// Columns are alike until something stands there: keys may end the last ones.
			for k := 1; k <= keys; k++ {
				l.home[k] = int8(n - k)
			}
			seen := map[plan]bool{}
			var place func(l plan, key int)
			place = func(l plan, key int) {
				if seen[l] {
					return
				}
				seen[l] = true
				tried++
				if l.placed() == l.obstacles {
					require.Greater(t, key, keys, "all hard obstacles stand")
					require.True(t, l.acyclic())
					for c := range n {
						require.GreaterOrEqual(t, l.count[c], int8(1))
						require.LessOrEqual(t, l.count[c], int8(maxDepth))
					}
					return
				}
				ways := 0
				for c := range n {
					next := l
					next.count[c]++
					switch {
					case key <= keys && l.takesHard(c, uint8(key)):
						next.hardIn[c] |= 1 << key
						place(next, key+1)
					case key > keys && l.takes(c):
						place(next, key)
					default:
						continue
					}
					ways++
				}
				require.Positive(t, ways, "%d columns with %d obstacles each: stuck at %+v", n, per, l)
			}
			place(l, 1)
		}
	}
	t.Logf("%d partial layouts", tried)
}

// PAY-41, PAY-6: guards too: the same through the states of a game, every choice of
// place, for the sizes that can be walked through.
func TestEveryGuardCanBePlacedPAY6(t *testing.T) {
	for n := 1; n <= 2; n++ {
		s := &State{game: &Game{config: Config{ObstaclesPerLoot: 2, GuardsPerLoot: 2}}}
		s.loots = int8(n)
		for c := range s.cols {
			for d := range s.cols[c].guards {
				s.cols[c].guards[d] = [rowWidth]uint8{none, none, none}
			}
		}
		counts := [][]int8{{2, 2}, {1, 3}, {3, 1}}
		for _, count := range counts {
			s.cols[0].count, s.cols[1].count = count[0], count[1]
			if n == 1 && count[0] != 2 {
				continue
			}
			var place func(left int)
			place = func(left int) {
				if left == 0 {
					for c := range n {
						require.Equal(t, int(s.cols[c].count), s.guardsIn(c))
					}
					return
				}
				ways := 0
				for c := range n {
					for d := range places {
						if !s.takesGuard(c, d) {
							continue
						}
						ways++
						j := s.guardsAt(c, d)
						s.cols[c].guards[d][j] = 0
						place(left - 1)
						s.cols[c].guards[d][j] = none
					}
				}
				require.Positive(t, ways)
			}
			place(2 * n)
		}
	}
}
