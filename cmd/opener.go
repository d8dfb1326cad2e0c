package cmd

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
	"ringer/internal/cluster/jobs"
	"ringer/open"
	"ringer/play/external"
)

// opener builds the agents of this process. main ends its programs.
var opener = &open.Opener{
	Programs: external.NewPrograms(),
	Warn:     warnOnce,
	Note: func(agent agents.Agent, spec *env.Spec, name string, files map[string][]byte) {
		if recipes := noting.Load(); recipes != nil {
			recipes.Note(agent, spec, name, files)
		}
	},
}

// warned holds what warnOnce has said.
var warned sync.Map

func warnOnce(words string) {
	if _, said := warned.LoadOrStore(words, true); !said {
		_, _ = fmt.Fprintf(os.Stderr, "ringer: %s\n", words)
	}
}

// carriedAgent builds an agent of a job, which opens no file.
func carriedAgent(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
	return open.CarriedAgent(g, name, files, warnOnce)
}

// noting holds the recipes of the agents of this process, from the first command on whose games
// are jobs.
var noting atomic.Pointer[jobs.Recipes]

func startNoting() *jobs.Recipes {
	noting.CompareAndSwap(nil, jobs.NewRecipes())
	return noting.Load()
}
