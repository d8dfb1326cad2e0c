package open

import (
	"fmt"

	"ringer/agents/mixture"
	"ringer/agents/roster"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
)

// ReadPopulation decodes a population; file is its name in messages.
func ReadPopulation(file string, data []byte) (*mixture.Population, error) {
	var p mixture.Population
	return &p, configs.ReadAll(&p, configs.Text(file, data))
}

// MixtureCall returns the agent of a population, for every command.
func MixtureCall(file string) string {
	return callexpr.Expr{Name: roster.Mixture, Args: []callexpr.Arg{{Value: file}}}.String()
}

// unchanged refuses players whose files are not those that a population names.
func (o *Opener) unchanged(g env.Game, p *mixture.Population) error {
	var faults env.Faults
	for i := range p.Players {
		w := &p.Players[i]
		if inside, _ := PopulationOf(w.Agent); inside != "" || w.SHA256 == "" {
			continue // the roster refuses a mixture of mixtures
		}
		_, files, err := o.AgentWithFiles(g, w.Agent)
		if err != nil {
			return fmt.Errorf("players[%d].agent: %w", i, err)
		}
		if now := files.Identity(); now != w.SHA256 {
			faults.Add(fmt.Sprintf("players[%d].sha256", i), w.SHA256, "%s, which %s has now: its file has changed", now, w.Agent)
		}
	}
	return faults.Err()
}
