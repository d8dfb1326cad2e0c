package open

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Copies are the files of others of which a new run holds copies.
type Copies struct {
	Start     []byte            // the bot that it begins with, nil for none
	Opponents map[string][]byte // those that its agents are built from, by their names in the run
}

// Copies reads every bot, network and strategy that the agents of a configuration open,
// those inside other agents too: whatever becomes of those files, and whichever bots ship with
// the build that resumes it, the run goes on with the same opponents. All that cannot be kept
// is named.
func (o *Opener) Copies(g env.Game, file *algos.File, start []byte) (*Copies, error) {
	all := &Copies{Start: start, Opponents: map[string][]byte{}}
	var faults []error
	for _, a := range AgentsOf(file) {
		_, files, err := o.AgentWithFiles(g, a.Name)
		if err == nil {
			err = files.copyTo(all.Opponents)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.Field, err))
		}
	}
	return all, input.Bad(errors.Join(faults...))
}

// copyTo adds the files, by the names that a run gives their copies. A strategy is copied as it
// is for the game.
func (f *Files) copyTo(copies map[string][]byte) error {
	for _, o := range f.files {
		data := o.data
		if o.network != nil && len(o.network.beside) > 0 {
			return fmt.Errorf("%s: its weights lie in other files, and a run keeps a copy of one: want external_data=False of torch.onnx.export", o.name)
		}
		if o.strategy != nil {
			var err error
			if data, err = configs.Write(o.strategy); err != nil {
				return err
			}
		}
		copies[CopyName(o.name, endings[o.kind])] = data
	}
	return nil
}

// endings end the names of copies, by kind.
var endings = map[string]string{BotKind: ".bot", roster.Network: ".onnx", roster.Script: ".yaml", roster.Mixture: ".yaml"}

// CopyName returns the name of the copy of a bot or a network in a run: its own, with a
// part of a hash of what the configuration calls it, since two paths may end alike.
func CopyName(bot, ending string) string {
	base := filepath.Base(strings.ReplaceAll(bot, `\`, "/"))
	base = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.TrimSuffix(base, filepath.Ext(base)))
	return fmt.Sprintf("%.40s-%.4x%s", base, sha256.Sum256([]byte(bot)), ending)
}

// NamedAgent is an agent that a training configuration names.
type NamedAgent struct {
	Field, Name string
	In          *string // where the configuration has the name
}

// AgentsOf lists the agents that a training configuration names.
func AgentsOf(file *algos.File) (list []NamedAgent) {
	add := func(field string, in *string) { list = append(list, NamedAgent{field, *in, in}) }
	if file.Imitation.Agent != "" {
		add("imitation.agent", &file.Imitation.Agent)
	}
	if file.Imitation.Ask != "" {
		add("imitation.ask", &file.Imitation.Ask)
	}
	if file.Openings.Share > 0 {
		add("openings.agent", &file.Openings.Agent)
	}
	for i := range file.Opponents.Fixed {
		add(fmt.Sprintf("opponents.fixed[%d]", i), &file.Opponents.Fixed[i])
	}
	for i := range file.Evaluation.Opponents {
		add(fmt.Sprintf("evaluation.opponents[%d]", i), &file.Evaluation.Opponents[i])
	}
	return list
}

// NameAgents puts the names of the bots into a new configuration for which level(N), beginner
// and ringer stand there, so that the run and its results say who played.
func NameAgents(g env.Game, file *algos.File) error {
	file.Opponents.Fixed, file.Evaluation.Opponents = slices.Clone(file.Opponents.Fixed), slices.Clone(file.Evaluation.Opponents)
	var faults []error
	for _, a := range AgentsOf(file) {
		name, err := Level(g, a.Name)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.Field, err))
			continue
		}
		*a.In = name
	}
	return input.Bad(errors.Join(faults...))
}

// AgentOfRun builds an agent that the configuration of a run names. It opens files of the
// run's own folder and, for runs that have no copies, bots that ship; never a file that the
// configuration names. Whether a program may be started is for the caller to check before.
func (o *Opener) AgentOfRun(g env.Game, run *checkpoint.Reader, name string) (agents.Agent, error) {
	return o.agentOfCopies(g, name, func(file string) ([]byte, string, error) {
		data, err := run.LoadOpponent(file)
		return data, run.OpponentPath(file), err
	})
}

// AgentOfCopies is AgentOfRun for a run that came over the network: copies are the run's, by the
// names that it gives them.
func (o *Opener) AgentOfCopies(g env.Game, copies map[string][]byte, name string) (agents.Agent, error) {
	return o.agentOfCopies(g, name, func(file string) ([]byte, string, error) {
		if data, ok := copies[file]; ok {
			return data, file, nil
		}
		return nil, file, fs.ErrNotExist
	})
}

func (o *Opener) agentOfCopies(g env.Game, name string, load func(file string) (data []byte, path string, err error)) (agents.Agent, error) {
	from := sourcesOf(g, func(kind, name string) (*opened, error) {
		data, path, err := load(CopyName(name, endings[kind]))
		if missing := errors.Is(err, fs.ErrNotExist); missing && kind == BotKind && !IsBotFile(name) {
			path = name
			data, err = BotBytes(name)
		} else if missing && kind == BotKind {
			err = noCopy(path)
		} else if missing {
			err = fmt.Errorf("%s: %w", name, noCopy(path))
		}
		return &opened{where: path, data: data, network: &network{model: data}}, err
	}, o.Warn)
	from.Program = o.program(g)
	agent, err := roster.New(name, from)
	return agent, input.Bad(err)
}

func noCopy(path string) error {
	return fmt.Errorf("the run has no copy of it, and opens no file outside of its folder: copy it to %s", path)
}

// WithoutFolders returns the name of an agent with the files in it named without their folders.
func WithoutFolders(agent string) string {
	if !strings.ContainsAny(agent, `/\`) {
		return agent
	}
	e, err := callexpr.Parse(agent)
	if err != nil {
		return filepath.Base(strings.ReplaceAll(agent, `\`, "/"))
	}
	e.Args = slices.Clone(e.Args)
	for i := range e.Args {
		e.Args[i].Value = WithoutFolders(e.Args[i].Value)
	}
	return e.String()
}
