package configs_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
)

type inner struct {
	Rate  float64 `yaml:"rate"`
	Names []string
}

type changed struct {
	inner `yaml:",inline"`
	Title string         `yaml:"title"`
	On    bool           `yaml:"on"`
	Sizes []int          `yaml:"sizes,flow"`
	Deep  inner          `yaml:"deep"`
	Map   map[string]int `yaml:"map"`
	List  []inner        `yaml:"list"`
}

// The assignments lead from one configuration to the other, whatever the values.
func TestChangesLeadFromOneToTheOther(t *testing.T) {
	from := changed{Title: "a", Sizes: []int{1}, Deep: inner{Rate: 1}, Map: map[string]int{"x": 1}}
	for name, c := range map[string]struct {
		to   changed
		want []string
	}{
		"nothing":       {from, nil},
		"a small rate":  {changed{Title: "a", Sizes: []int{1}, Deep: inner{Rate: 1e-5}, Map: map[string]int{"x": 1}}, []string{"deep.rate=1.0e-05"}},
		"texts":         {changed{Title: ` "a", b: [c]`, Sizes: []int{1}, Deep: inner{Rate: 1, Names: []string{"off", "x(y=1, z)", "1"}}, Map: map[string]int{"x": 1}}, nil},
		"an empty text": {changed{Sizes: []int{1}, Deep: inner{Rate: 1}, Map: map[string]int{"x": 1}}, []string{"title="}},
		"an empty list": {changed{Title: "a", Deep: inner{Rate: 1}, Map: map[string]int{"x": 1}}, []string{"sizes=[]"}},
		"all":           {changed{inner{2, []string{"b"}}, "b", true, []int{2, 3}, inner{3, nil}, map[string]int{"x": 2}, []inner{{1, []string{"c"}}}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := configs.Changes(&from, &c.to)
			require.NoError(t, err)
			if c.want != nil {
				assert.Equal(t, c.want, list)
			}
			got := from
			got.Map = map[string]int{"x": 1}
			require.NoError(t, configs.ReadAll(&got, configs.Assignments("--set", list...)), "%q", list)
			left, err := configs.Changes(&got, &c.to)
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
	assert.Panics(t, func() { _, _ = configs.Changes(&from, 1) })
}

// Every key is one that an assignment takes.
func TestKeysCanBeAssigned(t *testing.T) {
	keys := configs.Keys(changed{})
	assert.Equal(t, []string{"rate", "names", "title", "on", "sizes", "deep.rate", "deep.names", "map", "list"}, keys)
	var into changed
	require.NoError(t, configs.ReadAll(&into, configs.Assignments("--set", "rate=1", "names=[a]", "title=b", "on=true", "sizes=[1]", "deep.rate=2", "deep.names=[c]", "map={x: 1}", "list=[{rate: 1}]")))
}
