package cmd

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ringer/configs"
	"ringer/internal/cluster"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// trainingKind is the kind of jobs that train a run to its end.
const trainingKind = "training"

// trainingJob is the body and the answer of such a job: the folder of a run as an object. It
// holds all that the run needs, copies of its opponents too, so that the worker opens no
// other file.
type trainingJob struct {
	Folder string `json:"folder,omitempty"`
	Failed string `json:"failed,omitempty"` // why the run cannot be trained, on any machine
}

// A trainingError says that a run cannot be trained.
type trainingError struct{ text string }

func (e *trainingError) Error() string { return e.text }

// train has a run, which is locked, trained to its end by a worker, and returns its result. It
// returns nil where the run is to be trained here.
func (e *elsewhere) train(ctx context.Context, run *checkpoint.Run, file *algos.File) (*open.Result, error) {
	if e == nil || slices.ContainsFunc(open.AgentsOf(file), func(a open.NamedAgent) bool { return open.IsProgram(a.Name) }) {
		return nil, nil
	}
	data, err := packFolder(run.Dir())
	if err != nil {
		return nil, err
	}
	client := e.Client()
	sum, err := client.Put(ctx, data)
	if err != nil {
		return nil, err
	}
	var back trainingJob
	if _, err := client.Do(ctx, trainingKind, trainingJob{Folder: sum}, &back, nil); err != nil {
		return nil, err
	}
	if back.Failed != "" {
		return nil, &trainingError{back.Failed}
	}
	if data, err = client.Get(ctx, back.Folder); err != nil {
		return nil, err
	}
	result, err := unpackFolder(run.Dir(), data)
	if err != nil {
		return nil, err
	}
	if result == nil {
		return nil, errors.New("a worker has sent a run back without its result")
	}
	result.Run, result.Checkpoint = run.Dir(), run.Path(result.Iterations)
	return result, open.KeepResult(result)
}

// trainAhead has all runs that have no result yet trained by workers, where there are some.
// The runs are then there for whoever wants their results one after the other.
func (e *elsewhere) trainAhead(ctx context.Context, t *terminal, runs []*ablationRun) error {
	if e == nil {
		return nil
	}
	var missing []*ablationRun
	for _, r := range runs {
		if _, err := os.Stat(filepath.Join(r.dir, open.ResultName)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, r)
		}
	}
	bar := t.progress("training", len(missing))
	defer bar.finish()
	var done atomic.Int64
	return atOnce(len(missing), func(i int) error {
		run, err := missing[i].open()
		if err != nil {
			return err
		}
		_, err = e.train(ctx, run, missing[i].file)
		bar.set(int(done.Add(1)), len(missing))
		return errors.Join(err, run.Close())
	})
}

// atOnce calls do for all numbers below n side by side, and returns their errors in order.
func atOnce(n int, do func(i int) error) error {
	errs := make([]error, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { errs[i] = do(i) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

// noter notes how far a training has come, from time to time, so that the training of a worker
// that dies goes on with another.
type noter struct {
	every time.Duration // from one note to the next; one that takes long comes more rarely
}

// notes is the share of its time that a worker spends on notes at most.
const notes = 0.05

// of returns what is to be called after each iteration of a run, when nothing is being written
// to its folder, which is noted under a name.
func (n noter) of(ctx context.Context, objects *cluster.Objects, name, dir string) func() {
	next := time.Now().Add(n.every)
	return func() {
		began := time.Now()
		if began.Before(next) {
			return
		}
		if data, err := packFolder(dir); err == nil {
			_ = objects.Note(ctx, name, data) // the one before it will do
		}
		next = time.Now().Add(max(n.every, time.Duration(float64(time.Since(began))/notes)))
	}
}

// carriedTraining does the jobs of trainingKind.
type carriedTraining struct{ noter }

// do is a jobs.Doer.
func (c carriedTraining) do(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (_ any, err error) {
	var j trainingJob
	if err := input.JSON(body, &j); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "ringer-training-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	data, err := objects.Noted(ctx, j.Folder)
	if err != nil { // nobody has come far
		if data, err = objects.Get(ctx, j.Folder); err != nil {
			return nil, err
		}
	}
	if _, err := unpackFolder(dir, data); err != nil {
		return nil, err
	}
	err = trainFolder(ctx, dir, c.of(ctx, objects, j.Folder, dir))
	if failed, ok := errors.AsType[*trainingError](err); ok {
		return trainingJob{Failed: failed.text}, nil
	}
	if err != nil {
		return nil, err
	}
	if data, err = packFolder(dir); err != nil {
		return nil, err
	}
	sum, err := objects.Put(ctx, data)
	return trainingJob{Folder: sum}, err
}

// trainFolder trains the run of a folder to its end. It calls iterated after each iteration,
// when nothing is being written to the folder.
func trainFolder(ctx context.Context, dir string, iterated func()) (err error) {
	run, text, err := checkpoint.Resume(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text("config.yaml", text)); err != nil {
		return err
	}
	for _, a := range open.AgentsOf(&file) {
		if open.IsProgram(a.Name) {
			return fmt.Errorf("%s: %s: a worker starts no program", a.Field, input.Shown(a.Name))
		}
	}
	g, err := open.Restore("config.yaml", file.Game, json.RawMessage(file.Rules))
	if err != nil {
		return err
	}
	if err := (&terminal{}).computeAs(file.Compute); err != nil {
		return err
	}
	if err := recordBuild(&terminal{out: io.Discard, errs: io.Discard, quiet: true}, run); err != nil {
		return err
	}
	start, err := open.StartOf(run, &file)
	if err != nil {
		return err
	}
	whole := &open.Result{Run: dir}
	result, err := trainFile(ctx, g, &file, run, nil, 0, start, func(train.Progress) { iterated() }, func(taken *warm.Taken) { whole.Start = taken })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &trainingError{err.Error()}
	}
	whole.Result = result
	return endRun(run, g, &file, whole)
}

// mostFolder bounds the bytes of a run's folder that travels.
const mostFolder = 512 << 20

// runLock is the file that locks a run. It stays where it is.
const runLock = "lock"

// packFolder returns the files of a run's folder as a zip.
func packFolder(dir string) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	total := int64(0)
	err := disk.Walk(dir, func(name string, info fs.FileInfo) error {
		inside, err := filepath.Rel(dir, name)
		switch {
		case err != nil || inside == runLock || inside == ".":
			return err
		case info.IsDir():
			_, err := z.Create(filepath.ToSlash(inside) + "/") // a run has empty ones
			return err
		case !info.Mode().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if total += int64(len(data)); total > mostFolder {
			return fmt.Errorf("%s: more than %d bytes, which is too much for a job", dir, mostFolder)
		}
		w, err := z.Create(filepath.ToSlash(inside))
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	})
	err = errors.Join(err, z.Close())
	return out.Bytes(), err
}

// unpackFolder writes the files of a zip into a folder, but for the result of a run, which it
// returns, nil where there is none. It refuses names that lead out of the folder, before
// anything is written.
func unpackFolder(dir string, data []byte) (result *open.Result, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("the folder of a run: %w", err)
	}
	total := uint64(0)
	for _, f := range z.File {
		if total += f.UncompressedSize64; total > mostFolder || f.UncompressedSize64 > mostFolder {
			return nil, fmt.Errorf("the folder of a run: more than %d bytes", mostFolder)
		}
		name := strings.TrimSuffix(f.Name, "/")
		if !f.Mode().IsRegular() && !f.Mode().IsDir() || !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name || name == runLock {
			return nil, fmt.Errorf("the folder of a run: %q: want a file of the folder", input.Shown(f.Name))
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, f := range z.File {
		if f.Mode().IsDir() {
			if err := root.MkdirAll(filepath.FromSlash(strings.TrimSuffix(f.Name, "/")), 0o755); err != nil {
				return nil, err
			}
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("the folder of a run: %s: %w", input.Shown(f.Name), err)
		}
		text, err := io.ReadAll(io.LimitReader(r, mostFolder))
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, fmt.Errorf("the folder of a run: %s: %w", input.Shown(f.Name), err)
		}
		if f.Name == open.ResultName {
			result = &open.Result{}
			if err := json.Unmarshal(text, result); err != nil {
				return nil, fmt.Errorf("the folder of a run: %s: %w", open.ResultName, err)
			}
			continue
		}
		name := filepath.FromSlash(f.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := root.WriteFile(name, text, 0o644); err != nil {
			return nil, err
		}
	}
	return result, nil
}
