package cmd

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/configs"
	"ringer/env"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// runCopies are the files of others of which a new run holds copies.
type runCopies struct {
	start     []byte            // the bot that it begins with, nil for none
	opponents map[string][]byte // those that its agents are built from, by their names in the run
}

// copiesFor reads every bot, network and strategy that the agents of a configuration open,
// those inside other agents too: whatever becomes of those files, and whichever bots ship with
// the build that resumes it, the run goes on with the same opponents. All that cannot be kept
// is named.
func copiesFor(g env.Game, file *algos.File, start []byte) (*runCopies, error) {
	all := &runCopies{start: start, opponents: map[string][]byte{}}
	var faults []error
	for _, a := range agentsOf(file) {
		_, files, err := buildAgent(g, a.name)
		if err == nil {
			err = files.copyTo(all.opponents)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.field, err))
		}
	}
	return all, bad(errors.Join(faults...))
}

// copyTo adds the files, by the names that a run gives their copies. A strategy is copied as it
// is for the game.
func (n *noted) copyTo(copies map[string][]byte) error {
	for _, o := range n.files {
		switch o.kind {
		case roster.Network:
			if len(o.network.beside) > 0 {
				return fmt.Errorf("%s: its weights lie in other files, and a run keeps a copy of one: want external_data=False of torch.onnx.export", o.name)
			}
			copies[copyName(o.name, ".onnx")] = o.data
		case roster.Script:
			text, err := configs.Write(o.strategy)
			if err != nil {
				return err
			}
			copies[copyName(o.name, ".yaml")] = text
		default:
			copies[copyName(o.name, ".bot")] = o.data
		}
	}
	return nil
}

func scriptOfRun(run *checkpoint.Reader, file string) (*script.Strategy, error) {
	path := run.OpponentPath(copyName(file, ".yaml"))
	data, err := run.LoadOpponent(copyName(file, ".yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", file, noCopy(path))
	}
	if err != nil {
		return nil, err
	}
	return readScript(path, data)
}

// agentOf is an agent that a training configuration names.
type agentOf struct {
	field, name string
	in          *string // where the configuration has the name
}

// agentsOf lists the agents that a training configuration names.
func agentsOf(file *algos.File) (list []agentOf) {
	add := func(field string, in *string) { list = append(list, agentOf{field, *in, in}) }
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

// nameAgents puts the names of the bots into a new configuration for which level(N), beginner
// and ringer stand there, so that the run and its results say who played.
func nameAgents(g env.Game, file *algos.File) error {
	file.Opponents.Fixed, file.Evaluation.Opponents = slices.Clone(file.Opponents.Fixed), slices.Clone(file.Evaluation.Opponents)
	var faults []error
	for _, a := range agentsOf(file) {
		name, err := resolveLevel(g, a.name)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.field, err))
			continue
		}
		*a.in = name
	}
	return bad(errors.Join(faults...))
}

// copyName returns the name of the copy of a bot or a network in a run: its own, with a
// part of a hash of what the configuration calls it, since two paths may end alike.
func copyName(bot, ending string) string {
	base := filepath.Base(strings.ReplaceAll(bot, `\`, "/"))
	base = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.TrimSuffix(base, filepath.Ext(base)))
	return fmt.Sprintf("%.40s-%.4x%s", base, sha256.Sum256([]byte(bot)), ending)
}

// agentOfRun builds an agent that the configuration of a run names. It opens bots of the
// run's own folder and, for runs that have no copies, bots that ship; never a file
// that the configuration names. Whether a program may be started is checked before.
func agentOfRun(g env.Game, run *checkpoint.Reader, name string) (agents.Agent, error) {
	agent, err := roster.New(name, roster.Sources{Game: g, Adapt: adaptBot, Program: programFor(g), Bot: func(bot string) (*botfile.Bot, error) {
		return botOfRun(run, bot)
	}, Network: func(file string) (*onnxrun.Model, error) {
		return networkOfRun(run, file)
	}, Script: func(file string) (*script.Strategy, error) {
		return scriptOfRun(run, file)
	}})
	return agent, bad(err)
}

func networkOfRun(run *checkpoint.Reader, file string) (*onnxrun.Model, error) {
	path := run.OpponentPath(copyName(file, ".onnx"))
	data, err := run.LoadOpponent(copyName(file, ".onnx"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", file, noCopy(path))
	}
	if err != nil {
		return nil, err
	}
	return (&networkFiles{model: data}).read(path)
}

func noCopy(path string) error {
	return fmt.Errorf("the run has no copy of it, and opens no file outside of its folder: copy it to %s", path)
}

func botOfRun(run *checkpoint.Reader, bot string) (*botfile.Bot, error) {
	path := run.OpponentPath(copyName(bot, ".bot"))
	data, err := run.LoadOpponent(copyName(bot, ".bot"))
	switch {
	case errors.Is(err, fs.ErrNotExist) && isBotFile(bot):
		return nil, noCopy(path)
	case errors.Is(err, fs.ErrNotExist):
		return openBot(bot)
	case err != nil:
		return nil, err
	}
	copied, err := botfile.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return copied, nil
}
