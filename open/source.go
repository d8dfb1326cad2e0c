package open

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/goccy/go-yaml"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Source holds what a run, or one checkpoint of it, gives a bot.
type Source struct {
	Saved  *train.Saved
	File   *algos.File
	Public *algos.File     // the same, as it may go to others
	Config json.RawMessage // that, as it was resolved, without the rules, which a manifest has itself
	Result *Result         // nil: the run has not ended, or another checkpoint was named
	Builds []botfile.Build // that trained the run, oldest first; none in a run of an older Ringer

	Earlier int64 // decisions that the bot of the start had learned from
}

// OpenSource reads a run, or one checkpoint of it.
func OpenSource(dir string) (*Source, error) {
	var s Source
	var files map[string][]byte
	single := checkpoint.IsCheckpoint(dir)
	runDir := dir
	if single {
		runDir = filepath.Dir(filepath.Dir(filepath.Clean(dir)))
	}
	run, config, err := checkpoint.Open(runDir)
	if err != nil {
		return nil, err
	}
	if single {
		files, err = checkpoint.Load(dir)
	} else {
		_, files, err = run.Latest()
	}
	if err != nil {
		return nil, err
	}
	path := filepath.Join(runDir, checkpoint.ConfigName)
	if err := checkUnedited(path, config, files[checkpoint.ConfigName]); err != nil {
		return nil, err
	}
	if s.Saved, err = train.ReadSaved(files); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if err := s.readConfig(path, config); err != nil {
		return nil, err
	}
	builds, err := Builds(run)
	if err != nil {
		return nil, err
	}
	s.Builds = slices.DeleteFunc(builds, func(b botfile.Build) bool { return b.Iteration > 0 && b.Iteration >= s.Saved.Iteration })
	if s.Earlier, err = decisionsBefore(runDir, s.File); err != nil {
		return nil, err
	}
	return &s, s.readResult(filepath.Join(runDir, ResultName))
}

func (s *Source) readConfig(path string, text []byte) (err error) {
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text(path, text)); err != nil {
		return err
	}
	s.File = &file
	config, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	if s.Public, config, err = Published(&file, config); err != nil {
		return err
	}
	s.Config, err = without(config, "rules")
	return err
}

// readResult reads the summary of the run, if it has ended with this checkpoint.
func (s *Source) readResult(path string) error {
	r, err := ReadResult(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.Result != nil && r.Iterations == s.Saved.Iteration {
		s.Result = r
	}
	return nil
}

// Game builds the game of the run; from names the run in messages.
func (s *Source) Game(from string) (env.Game, error) {
	g, err := Restore(from, s.Saved.Game, json.RawMessage(s.File.Rules))
	if err != nil {
		return nil, err
	}
	if spec := g.Spec(); spec.Hash != s.Saved.SpecHash {
		return nil, input.Badf("%s was trained on a game with spec hash %s; in this build %s has %s", from, s.Saved.SpecHash, spec, spec.Hash)
	}
	return g, nil
}

// Weights returns the weights that a name asks for (averaged, last, or best for those that
// the run kept), at the temperature of the run, and says which they are.
func (s *Source) Weights(which string) (*models.Weights, string, error) {
	if which == "best" {
		switch {
		case s.Result != nil && !s.Result.Averaged, s.Saved.Average == nil:
			which = "last"
		default:
			which = "averaged"
		}
	}
	if which == "last" {
		return s.Saved.Weights.Sharpened(s.File.Temperature), which, nil
	}
	if s.Saved.Average == nil {
		return nil, "", input.Badf("--weights averaged: this run kept none (ema: 0); take last")
	}
	return s.Saved.Average.Sharpened(s.File.Temperature), which, nil
}

// Published returns the configuration of a run as it may go to others, also as JSON, of
// which config is the configuration of the run: agents in files are called by the names of
// the files, without the folders of the machine that trained.
func Published(run *algos.File, config json.RawMessage) (*algos.File, json.RawMessage, error) {
	file := *run
	file.Opponents.Fixed, file.Evaluation.Opponents = slices.Clone(file.Opponents.Fixed), slices.Clone(file.Evaluation.Opponents)
	changed := false
	hide := func(name *string) {
		if plain := WithoutFolders(*name); plain != *name {
			*name, changed = plain, true
		}
	}
	hide(&file.Start)
	for _, a := range AgentsOf(&file) {
		hide(a.In)
	}
	if !changed {
		return run, config, nil
	}
	text, err := file.Text()
	if err != nil {
		return nil, nil, err
	}
	config, err = yaml.YAMLToJSON(text)
	return &file, config, err
}

// without returns a JSON object with its keys in the order in which they stand, but
// for one.
func without(object json.RawMessage, key string) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil { // the opening brace
		return nil, err
	}
	var b bytes.Buffer
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if name == key {
			continue
		}
		fmt.Fprintf(&b, ",%q:%s", name, value)
	}
	return append(append(json.RawMessage("{"), bytes.TrimPrefix(b.Bytes(), []byte(","))...), '}'), nil
}
