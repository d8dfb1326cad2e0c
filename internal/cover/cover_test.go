package cover

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func axes(sizes ...int) []Axis {
	var list []Axis
	for i, n := range sizes {
		a := Axis{Name: string(rune('a' + i))}
		for v := range n {
			a.Values = append(a.Values, string(rune('0'+v)))
		}
		list = append(list, a)
	}
	return list
}

// possible counts, by trying every case there is, the pairs that some allowed case has.
func possible(list []Axis, allowed func(Case) bool) int {
	met := map[pair]bool{}
	c := make(Case, len(list))
	var walk func(i int)
	walk = func(i int) {
		if i == len(list) {
			if allowed == nil || allowed(c) {
				for p := range pairsOf(c) {
					met[p] = true
				}
			}
			return
		}
		for x := range list[i].Values {
			c[i] = x
			walk(i + 1)
		}
	}
	walk(0)
	return len(met)
}

// Every pair that an allowed case has is in some case, all cases are allowed, and there
// are not many more of them than the two largest axes ask for.
func TestPairs(t *testing.T) {
	for _, test := range []struct {
		name    string
		sizes   []int
		most    int
		allowed func(Case) bool
	}{
		{name: "two axes are their product", sizes: []int{3, 4}, most: 12},
		{name: "many small axes", sizes: []int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, most: 10},
		{name: "mixed", sizes: []int{5, 4, 3, 2, 2, 3}, most: 26},
		{
			name: "with what cannot go together", sizes: []int{4, 3, 3, 2}, most: 16,
			allowed: func(c Case) bool { return !(c[0] == 1 && c[1] == 2) && !(c[2] == 0 && c[3] == 1) },
		},
		{
			name: "a value that nothing fits", sizes: []int{3, 3, 2}, most: 9,
			allowed: func(c Case) bool { return c[0] != 2 },
		},
		{
			name: "three that exclude each other", sizes: []int{2, 2, 2}, most: 6,
			allowed: func(c Case) bool { return !(c[0] == 1 && c[1] == 1 && c[2] == 1) },
		},
		{name: "one axis", sizes: []int{3}, most: 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			list := axes(test.sizes...)
			for seed := range uint64(20) {
				cases := Pairs(list, seed, test.allowed)
				assert.Equal(t, possible(list, test.allowed), Met(cases), "seed %d", seed)
				assert.LessOrEqual(t, len(cases), test.most, "seed %d", seed)
				for _, c := range cases {
					assert.NotContains(t, c, Open)
					assert.True(t, test.allowed == nil || test.allowed(c))
				}
				require.Equal(t, cases, Pairs(list, seed, test.allowed), "the same seed")
			}
		})
	}
	assert.NotEqual(t, Pairs(axes(3, 3, 3), 1, nil), Pairs(axes(3, 3, 3), 2, nil))
	assert.Len(t, Pairs(axes(3), 1, nil), 3)
	assert.Empty(t, Pairs(nil, 1, nil))
	assert.Panics(t, func() { Pairs([]Axis{{Name: "a"}}, 1, nil) })
}

// A subtest a case, by its words; a few of them, or all where that is asked.
func TestRun(t *testing.T) {
	list := axes(3, 3)
	t.Setenv("RINGER_CROSS", "")
	t.Setenv("RINGER_CROSS_SEED", "")
	tried := func() (names []string) {
		Run(t, list, 1, nil, func(t *testing.T, pick func(string) string) {
			names = append(names, pick("a")+pick("b"))
			assert.Equal(t, t.Name(), "TestRun/a="+pick("a")+"_b="+pick("b")+suffix(t.Name()))
		})
		return names
	}
	few := tried()
	assert.Len(t, few, sample)
	t.Setenv("RINGER_CROSS", "all")
	all := tried()
	assert.Equal(t, few, all[:sample])
	slices.Sort(all)
	assert.Equal(t, []string{"00", "01", "02", "10", "11", "12", "20", "21", "22"}, all)
}

// suffix returns what go test adds to a name that was there before.
func suffix(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '#' {
			return name[i:]
		}
		if name[i] < '0' || name[i] > '9' {
			break
		}
	}
	return ""
}
