package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Read reads a configuration for a run that is to begin, and builds its game, by the rules of the
// configuration where it has some.
func (t *Trainer) Read(config string, set ...string) (*algos.File, env.Game, error) {
	file := algos.Defaults()
	if err := open.ReadTraining(config, &file, set...); err != nil {
		return nil, nil, err
	}
	g, err := gameOf(config, &file)
	if err != nil {
		return nil, nil, err
	}
	return &file, g, t.Opener.CheckRun(g, &file)
}

// gameOf builds the game of a configuration, which is somebody's own, which may name files, or
// belongs to a run, and carries its rules.
func gameOf(from string, file *algos.File) (env.Game, error) {
	if file.Rules == "" {
		return open.Game(file.Game)
	}
	return open.Restore(from, file.Game, json.RawMessage(file.Rules))
}

// New describes a run in a folder: of a configuration, shipped or a file, with the assignments
// key=value in it. Everything but the folder is checked, and nothing is written; Train begins the
// run or goes on with it. dir may be empty for BeginNext.
func (t *Trainer) New(dir, config string, set ...string) (*Run, error) {
	file, g, err := t.Read(config, set...)
	if err != nil {
		return nil, err
	}
	return describe(dir, g, file)
}

// Reopen describes the run in a folder, by its own configuration. programs says whether the
// programs that this names may be started: the run may be from anybody.
func (t *Trainer) Reopen(dir string, programs bool) (*Run, error) {
	reader, text, err := checkpoint.Open(dir)
	if err != nil {
		return nil, input.Bad(err)
	}
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text(filepath.Join(dir, checkpoint.ConfigName), text)); err != nil {
		return nil, input.Bad(err)
	}
	g, err := open.Restore(dir, file.Game, json.RawMessage(file.Rules))
	if err != nil {
		return nil, err
	}
	file.Rules = string(g.Spec().Configuration)
	return &Run{Dir: dir, Game: g, File: &file}, open.CheckAgents(g, &file, func(name string) (agents.Agent, error) {
		if open.IsProgram(name) && !programs {
			return nil, fmt.Errorf("%q is a program, which the run may have from anybody: give --programs to start it", name)
		}
		return t.Opener.AgentOfRun(g, reader, name)
	})
}

// Folder returns the n-th folder, counted from 1, for runs of a configuration that are given none.
func Folder(config string, n int) string {
	name := open.ConfigTitle(config)
	if n > 1 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return filepath.Join("runs", name)
}

// Begin makes the folder of a new run. A folder that is taken is bad input.
func (t *Trainer) Begin(r *Run) (*checkpoint.Run, error) { return t.create(r) }

// BeginNext makes the first folder of a configuration that is free, for a new run.
func (t *Trainer) BeginNext(config string, r *Run) (*checkpoint.Run, error) {
	for n := 1; ; n++ {
		r.Dir = Folder(config, n)
		_, err := os.Stat(r.Dir)
		if errors.Is(err, fs.ErrNotExist) {
			var run *checkpoint.Run
			if run, err = t.create(r); err == nil {
				return run, nil
			}
			if _, gone := os.Stat(r.Dir); errors.Is(gone, fs.ErrNotExist) {
				return nil, err // nobody took it
			}
		}
		if _, taken := errors.AsType[*input.Error](err); err != nil && !taken {
			return nil, err
		}
	}
}

// Earlier looks for a run with the settings of a new one in the folders of its configuration, first
// for one that can go on. It returns the folder, which is empty where there is none, and the
// result of a run that has ended.
func (t *Trainer) Earlier(config string, r *Run) (dir string, ended *open.Result, err error) {
	for n := 1; ; n++ {
		at := Folder(config, n)
		if _, err := os.Stat(at); errors.Is(err, fs.ErrNotExist) {
			return dir, ended, nil
		}
		if !t.same(at, r) {
			continue
		}
		result, err := open.ReadResult(filepath.Join(at, open.ResultName))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return at, nil, nil
		case err != nil:
			return "", nil, input.Bad(err)
		case ended == nil && result.Result != nil:
			result.Run = at
			dir, ended = at, result
		}
	}
}

// same reports whether a folder holds a run that this build can go on with as if it were a new
// one: of the same settings, with the same bots and strategies, at the same game.
func (t *Trainer) same(dir string, r *Run) bool {
	mine := *r.File
	reader, _, err := checkpoint.Open(dir)
	if err != nil {
		return false
	}
	if other, err := t.Other(dir, r.Game, &mine); err != nil || other != "" {
		return false
	}
	_, files, err := reader.Latest()
	if errors.Is(err, checkpoint.ErrNone) {
		return true
	}
	if err != nil {
		return false
	}
	saved, err := train.ReadSaved(files)
	return err == nil && saved.SpecHash == r.Game.Spec().Hash
}
