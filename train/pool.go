package train

import (
	"bytes"
	"fmt"

	"ringer/models"
)

// ReadPool decodes the past selves of a checkpoint (see checkpoint.Load), oldest first. load
// returns a file of the run's pool, as checkpoint.Reader.LoadPool does.
func ReadPool(files map[string][]byte, load func(name string) ([]byte, error)) ([]PoolEntry, error) {
	s, err := readState(files)
	if err != nil {
		return nil, err
	}
	var out []PoolEntry
	for _, p := range s.Pool {
		data, err := load(poolName(p.Iteration))
		if err != nil {
			return nil, err
		}
		w, _, err := models.ReadWeights(bytes.NewReader(data), s.Network)
		if err != nil {
			return nil, fmt.Errorf("pool of iteration %d: %w", p.Iteration, err)
		}
		out = append(out, PoolEntry{Iteration: p.Iteration, Weights: w, Record: p.Record})
	}
	return out, nil
}
