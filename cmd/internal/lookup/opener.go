package lookup

import (
	"fmt"
	"os"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/open"
	"ringer/play/external"
)

// Opener builds the agents of this process. main ends its programs.
var Opener = &open.Opener{
	Programs: external.NewPrograms(),
	Warn:     warnOnce,
}

// warned holds what warnOnce has said.
var warned sync.Map

func warnOnce(words string) {
	if _, said := warned.LoadOrStore(words, true); !said {
		_, _ = fmt.Fprintf(os.Stderr, "ringer: %s\n", words)
	}
}

// CarriedAgent builds an agent of a job, which opens no file.
func CarriedAgent(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
	return open.CarriedAgent(g, name, files, warnOnce)
}
