package spread

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"ringer/dist"
	"ringer/models"
)

// cache keeps the weights that were used last.
type cache struct {
	objects *dist.Objects

	mu      sync.Mutex
	entries []*cached // newest last
}

// cached is weights that are there, or that one goroutine fetches.
type cached struct {
	sum     string
	ready   chan struct{}
	weights *models.Weights
	err     error
}

// mostCached is the number of weights that are kept: of the learner, and of its past
// selves.
const mostCached = 24

func newCache(objects *dist.Objects) *cache { return &cache{objects: objects} }

// get returns the weights of a network by their checksum.
func (c *cache) get(ctx context.Context, network *models.Network, sum string) (*models.Weights, error) {
	c.mu.Lock()
	var e *cached
	for i, known := range c.entries {
		if known.sum == sum {
			e = known
			c.entries = append(append(c.entries[:i:i], c.entries[i+1:]...), e)
			break
		}
	}
	if e == nil {
		e = &cached{sum: sum, ready: make(chan struct{})}
		c.entries = append(c.entries, e)
		if len(c.entries) > mostCached {
			c.entries = c.entries[1:]
		}
		c.mu.Unlock()
		e.weights, e.err = c.fetch(ctx, network, sum)
		if e.err != nil {
			c.forget(e)
		}
		close(e.ready)
		return e.weights, e.err
	}
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-e.ready:
		return e.weights, e.err
	}
}

func (c *cache) forget(e *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, known := range c.entries {
		if known == e {
			c.entries = append(c.entries[:i:i], c.entries[i+1:]...)
			return
		}
	}
}

func (c *cache) fetch(ctx context.Context, network *models.Network, sum string) (*models.Weights, error) {
	data, err := c.objects.Get(ctx, sum)
	if err != nil {
		return nil, err
	}
	w, _, err := models.ReadWeights(bytes.NewReader(data), network)
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", sum, err)
	}
	return w, nil
}
