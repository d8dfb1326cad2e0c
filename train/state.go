package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ringer/models"
	"ringer/train/checkpoint"
)

// state is the part of a run that is not weights. Together with them and the
// configuration it determines all that follows.
type state struct {
	Iteration int       `json:"iteration"` // finished
	Decisions int       `json:"decisions"` // learned from
	Past      pastDrawn `json:"past"`      // iterations of the past selves now drawn
}

// pastDrawn lists past selves. Format 1 had a number in its place, 0 for none.
type pastDrawn []int

func (p *pastDrawn) UnmarshalJSON(text []byte) error {
	var one int
	if json.Unmarshal(text, &one) != nil {
		return json.Unmarshal(text, (*[]int)(p))
	}
	if *p = nil; one > 0 {
		*p = pastDrawn{one}
	}
	return nil
}

// savedPoolEntry is a past self in a checkpoint; its weights lie in the pool
// folder of the run.
type savedPoolEntry struct {
	Iteration int `json:"iteration"`
	Record
}

// savedFixed is the record of a fixed opponent in a checkpoint.
type savedFixed struct {
	Agent string `json:"agent"`
	Record
}

// stateFile is state.json of a checkpoint.
type stateFile struct {
	Format   int    `json:"format"`
	Game     string `json:"game"`
	SpecHash string `json:"spec_hash"`
	state
	Network *models.Network  `json:"network"`
	Pool    []savedPoolEntry `json:"pool"`
	Fixed   []savedFixed     `json:"fixed"` // since format 2; format 1 kept no records of them
	Watch   watch            `json:"watch"` // since format 2

	// Orders are those that play is ahead by; format 3, which no run without collect.lag
	// writes.
	Orders []savedOrder `json:"orders,omitempty"`
}

const (
	stateFormat   = 2
	aheadFormat   = 3 // of a run with collect.lag
	oldestFormat  = 1 // that is read
	stateName     = "state.json"
	weightsName   = "weights.safetensors"
	averageName   = "average.safetensors"
	algorithmName = "algorithm.safetensors"
)

// Saved is a checkpoint read back, for export and for play.
type Saved struct {
	Game      string
	SpecHash  string
	Iteration int
	Decisions int
	Network   *models.Network
	Weights   *models.Weights // the last
	Average   *models.Weights // the averaged, or nil
}

// ReadSaved decodes the files of a checkpoint (see checkpoint.Load).
func ReadSaved(files map[string][]byte) (*Saved, error) {
	s, err := readState(files)
	if err != nil {
		return nil, err
	}
	out := &Saved{Game: s.Game, SpecHash: s.SpecHash, Iteration: s.Iteration, Decisions: s.Decisions, Network: s.Network}
	if out.Weights, err = readWeights(files, weightsName, s.Network); err != nil {
		return nil, err
	}
	if files[averageName] != nil {
		if out.Average, err = readWeights(files, averageName, s.Network); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readState(files map[string][]byte) (*stateFile, error) {
	var s stateFile
	d := json.NewDecoder(bytes.NewReader(files[stateName]))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("checkpoint: %s: %w", stateName, err)
	}
	if s.Format < oldestFormat || s.Format > aheadFormat {
		return nil, fmt.Errorf("checkpoint: %s: format %d: want %d to %d, which this build reads", stateName, s.Format, oldestFormat, aheadFormat)
	}
	if s.Network == nil {
		return nil, fmt.Errorf("checkpoint: %s: no network", stateName)
	}
	if err := s.Network.Validate(); err != nil {
		return nil, fmt.Errorf("checkpoint: %s: %w", stateName, err)
	}
	if s.Iteration < 0 || s.Decisions < 0 {
		return nil, fmt.Errorf("checkpoint: %s: iteration %d, %d decisions: want numbers from 0", stateName, s.Iteration, s.Decisions)
	}
	for i := range s.Pool {
		if !s.Pool[i].valid() {
			return nil, fmt.Errorf("checkpoint: %s: pool[%d]: %v: want a score from 0 to the episodes", stateName, i, s.Pool[i].Record)
		}
	}
	for i := range s.Fixed {
		if !s.Fixed[i].valid() {
			return nil, fmt.Errorf("checkpoint: %s: fixed[%d]: %v: want a score from 0 to the episodes", stateName, i, s.Fixed[i].Record)
		}
	}
	if err := s.checkOrders(); err != nil {
		return nil, fmt.Errorf("checkpoint: %s: %w", stateName, err)
	}
	if err := d.Decode(&struct{}{}); err != io.EOF {
		return nil, fmt.Errorf("checkpoint: %s: something follows the JSON object", stateName)
	}
	return &s, nil
}

func readWeights(files map[string][]byte, name string, network *models.Network) (*models.Weights, error) {
	data := files[name]
	if want := network.Parameters(); want > len(data)/4 {
		// Memory is taken only for weights that are there.
		return nil, fmt.Errorf("checkpoint: %s: %d bytes: want the %d weights of the network in %s", name, len(data), want, stateName)
	}
	w, _, err := models.ReadWeights(bytes.NewReader(data), network)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %s: %w", name, err)
	}
	return w, nil
}

func poolName(iteration int) string { return fmt.Sprintf("%08d.safetensors", iteration) }

// save writes a checkpoint of the current iteration, after the metrics up to it.
func (r *run) save(ctx context.Context) error {
	r.saved = time.Now()
	if r.Options.Run == nil {
		return r.player.Saved(ctx, r.Iteration)
	}
	if err := r.record.sync(); err != nil {
		return err
	}
	spec := r.Game.Spec()
	s := stateFile{
		Format: stateFormat, Game: spec.String(), SpecHash: spec.Hash,
		state: r.state, Network: r.network, Watch: r.watch,
	}
	var used []string
	keep := func(iteration int, weights *models.Weights) error {
		used = append(used, poolName(iteration))
		var b bytes.Buffer
		if err := weights.Write(&b, nil); err != nil {
			return err
		}
		return r.Options.Run.SavePool(poolName(iteration), b.Bytes())
	}
	for _, e := range r.pool.Entries {
		s.Pool = append(s.Pool, savedPoolEntry{e.Iteration, e.Record})
		if err := keep(e.Iteration, e.Weights); err != nil {
			return err
		}
	}
	for i, name := range r.cfg.Opponents.Fixed {
		s.Fixed = append(s.Fixed, savedFixed{name, r.records[i]})
	}
	files := map[string][]byte{}
	put := func(name string, tensors []models.Tensor) error {
		var b bytes.Buffer
		err := models.WriteSafetensors(&b, tensors, nil)
		files[name] = b.Bytes()
		return err
	}
	if err := r.saveOrders(&s, put, keep); err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	files[stateName] = append(text, '\n')
	if err := put(weightsName, r.weights.NamedTensors()); err != nil {
		return err
	}
	if r.average != nil {
		if err := put(averageName, r.average.NamedTensors()); err != nil {
			return err
		}
	}
	if err := put(algorithmName, r.algorithm.State()); err != nil {
		return err
	}
	if err := r.Options.Run.Save(r.Iteration, files); err != nil {
		return err
	}
	if err := r.player.Saved(ctx, r.Iteration); err != nil {
		return err
	}
	return r.prune(used)
}

// prune drops old checkpoints, but no pool file that a kept one needs.
func (r *run) prune(used []string) error {
	its, err := r.Options.Run.Iterations()
	if err != nil {
		return err
	}
	its = r.cfg.Checkpoint.kept(its)
	for _, it := range its {
		files, err := checkpoint.Load(r.Options.Run.Path(it))
		if err != nil {
			continue // damaged: nothing can be resumed from it
		}
		if s, err := readState(files); err == nil {
			used = append(used, s.poolFiles()...)
		}
	}
	return r.Options.Run.Keep(its, used)
}

// kept returns the checkpoints to keep of those that are there, oldest first: the
// newest, and before it those that a run writes when nothing interrupts it.
func (c *CheckpointConfig) kept(its []int) []int {
	if len(its) == 0 {
		return nil
	}
	newest := its[len(its)-1]
	its = slices.DeleteFunc(slices.Clone(its[:len(its)-1]), func(it int) bool { return it == 0 || it%c.Every != 0 })
	return append(its[max(0, len(its)-(c.Keep-1)):], newest)
}

// restore continues from the newest checkpoint, if there is one.
func (r *run) restore() error {
	if r.Options.Run == nil {
		return nil
	}
	_, files, err := r.Options.Run.Latest()
	if errors.Is(err, checkpoint.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	s, err := readState(files)
	if err != nil {
		return err
	}
	spec := r.Game.Spec()
	if s.SpecHash != spec.Hash {
		return fmt.Errorf("the run was trained on another %s: its spec hash is %s, this build's is %s", spec.String(), s.SpecHash, spec.Hash)
	}
	if !s.Network.Equal(r.network) {
		return fmt.Errorf("the run's configuration describes another network than its checkpoint %s", r.Options.Run.Path(s.Iteration))
	}
	if r.weights, err = readWeights(files, weightsName, r.network); err != nil {
		return err
	}
	if r.average != nil {
		if r.average, err = readWeights(files, averageName, r.network); err != nil {
			return err
		}
	}
	tensors, _, err := models.ReadSafetensors(bytes.NewReader(files[algorithmName]), int64(len(files[algorithmName])))
	if err != nil {
		return fmt.Errorf("checkpoint: %s: %w", algorithmName, err)
	}
	if err := r.algorithm.Restore(r.weights, tensors); err != nil {
		return err
	}
	for _, p := range s.Pool {
		data, err := r.Options.Run.LoadPool(poolName(p.Iteration))
		if err != nil {
			return err
		}
		w, _, err := models.ReadWeights(bytes.NewReader(data), r.network)
		if err != nil {
			return fmt.Errorf("pool of iteration %d: %w", p.Iteration, err)
		}
		r.pool.Entries = append(r.pool.Entries, PoolEntry{Iteration: p.Iteration, Weights: w, Record: p.Record})
	}
	for i, f := range s.Fixed {
		if i >= len(r.records) || f.Agent != r.cfg.Opponents.Fixed[i] {
			return fmt.Errorf("checkpoint: %s: fixed[%d].agent: %q: want the agents of opponents.fixed in the run's configuration", stateName, i, f.Agent)
		}
		r.records[i] = f.Record
	}
	if len(s.Watch.Seats) > spec.Players {
		return fmt.Errorf("checkpoint: %s: watch.seats: %d: want at most %d, the seats of %s", stateName, len(s.Watch.Seats), spec.Players, spec.String())
	}
	r.state, r.watch = s.state, s.Watch
	return r.restoreOrders(s, files)
}
