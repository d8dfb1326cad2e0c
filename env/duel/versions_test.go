package duel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// The newest change that concerns a game gives its version.
func TestVersionOfTheRules(t *testing.T) {
	list := []change{
		{3, "one rule", []string{"melee"}},
		{4, "two rules together", []string{"melee", "cover"}},
		{5, "a value", []string{"respawn_at=counter"}},
	}
	for on, want := range map[string]int{"": firstVersion, "cover": firstVersion, "melee": 3, "melee cover": 4, "cover respawn_at=counter": 5} {
		has := func(name string) bool { return strings.Contains(on, name) }
		assert.Equal(t, want, versionOf(list, has), on)
	}
	assert.Equal(t, 6, versionOf(append(list, change{6, "the core", nil}), func(string) bool { return false }))
}

// Every change names what there is, else it would concern no game.
func TestChangesNameRules(t *testing.T) {
	known := map[string]bool{}
	for _, name := range options.Names() {
		known[name] = true
	}
	for _, name := range append(scenarios.AddOnNames(), turn.SkillNames()...) {
		known[name] = true
	}
	c := Defaults()
	for _, p := range c.Parameters() {
		known[p.Name+"="] = true
	}
	last := firstVersion
	for _, x := range changes {
		assert.NotEmpty(t, x.what)
		assert.GreaterOrEqual(t, x.version, last, "%s: the oldest comes first", x.what)
		last = x.version
		for _, name := range x.needs {
			parameter, _, valued := strings.Cut(name, "=")
			if valued {
				name = parameter + "="
			}
			assert.True(t, known[name], "%s: %q: want a rule, an add-on, a feat, a trait or parameter=value", x.what, name)
		}
	}
}
