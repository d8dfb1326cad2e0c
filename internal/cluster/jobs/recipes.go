package jobs

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"ringer/agents"
	"ringer/env"
)

// Recipes remember how agents were built, so that they can be built again elsewhere. The nil
// pointer remembers nothing. Several goroutines may use them.
type Recipes struct {
	mu   sync.Mutex
	made map[agents.Agent][]recipe
}

// recipe says how an agent was built.
type recipe struct {
	hash  string // of the spec of its game
	name  string // as package roster reads it
	files map[string][]byte
}

// NewRecipes returns recipes of no agent.
func NewRecipes() *Recipes { return &Recipes{made: map[agents.Agent][]recipe{}} }

// Note remembers that an agent was built for a game from its name and from files, by the names
// under which they were opened, which the recipes own from now on.
func (r *Recipes) Note(agent agents.Agent, game *env.Spec, name string, files map[string][]byte) {
	if r == nil || !reflect.TypeOf(agent).Comparable() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// Agents without any data of their own are equal, whatever they were built for.
	list := r.made[agent]
	if !slices.ContainsFunc(list, func(x recipe) bool { return x.hash == game.Hash && x.name == name }) {
		r.made[agent] = append(list, recipe{game.Hash, name, files})
	}
}

// of returns the recipe of an agent for a game.
func (r *Recipes) of(agent agents.Agent, game *env.Spec) (recipe, bool) {
	if !reflect.TypeOf(agent).Comparable() {
		return recipe{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.made[agent]
	i := slices.IndexFunc(list, func(x recipe) bool { return x.hash == game.Hash })
	if i < 0 {
		return recipe{}, false
	}
	return list[i], true
}

// names lists the files of a recipe in an order of their own.
func (r *recipe) names() []string { return slices.Sorted(maps.Keys(r.files)) }
