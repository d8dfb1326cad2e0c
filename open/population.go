package open

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"ringer/agents/mixture"
	"ringer/agents/roster"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/input"
)

// ReadPopulation decodes a population, a text or an archive, and returns with it the files of bots
// that an archive holds, by the names by which its players call them. file is its name in messages.
func ReadPopulation(file string, data []byte) (p *mixture.Population, held map[string][]byte, err error) {
	p = &mixture.Population{}
	if mixture.IsTar(data) {
		archive, err := mixture.ReadTar(data)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", input.Shown(file), err)
		}
		data, held = archive.Text, archive.Files
	}
	if err := configs.ReadAll(p, configs.Text(file, input.Unmarked(data))); err != nil {
		return nil, nil, err
	}
	var faults env.Faults
	for i := range p.Players {
		w := &p.Players[i]
		name, _ := BotOf(w.Agent)
		if data, ok := held[name]; ok && w.SHA256 != "" {
			if now := fmt.Sprintf("%x", sha256.Sum256(data)); now != w.SHA256 {
				faults.Add(fmt.Sprintf("players[%d].sha256", i), w.SHA256, "%s, which %s has in the archive", now, name)
			}
			w.SHA256 = "" // seen
		}
	}
	if len(faults) > 0 {
		return nil, nil, fmt.Errorf("%s: %w", input.Shown(file), faults.Err())
	}
	return p, held, nil
}

// MixtureCall returns the agent of a population, for every command.
func MixtureCall(file string) string {
	return callexpr.Expr{Name: roster.Mixture, Args: []callexpr.Arg{{Value: file}}}.String()
}

// Hold returns a population, whose file has this name and these bytes, as one file that plays on any
// machine: with the bots of its players inside. It returns bad input for a population that does not
// play its game, and for players that need files other than bots.
func (o *Opener) Hold(name string, data []byte) (p *mixture.Population, archive *mixture.Held, err error) {
	p, held, err := ReadPopulation(name, data)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	g, err := Game(p.Game)
	if err != nil {
		return nil, nil, input.Badf("%s: game: %w", input.Shown(name), err)
	}
	if _, err := o.Agent(g, MixtureCall(name)); err != nil {
		return nil, nil, err
	}
	archive = &mixture.Held{}
	var faults env.Faults
	for i := range p.Players {
		w := &p.Players[i]
		bot, err := BotOf(w.Agent)
		if err != nil {
			return nil, nil, input.Bad(err) // no: it was built
		}
		data, ok := held[bot]
		if !ok {
			_, files, err := o.AgentWithFiles(g, w.Agent)
			if err != nil {
				return nil, nil, err
			}
			carried, anywhere := files.Carried()
			if data, ok = carried[bot]; !anywhere || len(carried) > 1 || len(carried) == 1 && !ok {
				faults.Add(fmt.Sprintf("players[%d].agent", i), w.Agent, "a bot, or an agent that needs no file: an archive holds no others")
			}
		}
		if ok {
			w.Agent, w.SHA256 = renamed(w.Agent, archive.Hold(bot, data)), fmt.Sprintf("%x", sha256.Sum256(data))
		}
	}
	if len(faults) > 0 {
		return nil, nil, input.Badf("%s: %w", input.Shown(name), faults.Err())
	}
	archive.Text, err = configs.Write(p)
	return p, archive, err
}

// renamed returns an agent with another first argument.
func renamed(agent, first string) string {
	expr, _ := roster.Parse(agent) // it was built
	expr.Args = slices.Clone(expr.Args)
	at := slices.IndexFunc(expr.Args, func(a callexpr.Arg) bool { return a.Key == "" })
	expr.Args[at].Value = first
	return expr.String()
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
