package spread

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"ringer/internal/cluster"
	"ringer/models"
)

// cache keeps the weights that were used last.
type cache struct {
	objects *cluster.Objects

	mu      sync.Mutex
	entries []*cached // newest last
}

// cached is weights that are there, or that one goroutine fetches.
type cached struct {
	sum     string
	ready   chan struct{}
	weights *models.Weights
	err     error
	bytes   int // of the weights, once they are there
}

// mostCached is the number of weights that are kept: of the learner, and of its past
// selves. All but the last have mostCachedBytes together.
const (
	mostCached      = 24
	mostCachedBytes = 1 << 30
)

func newCache(objects *cluster.Objects) *cache { return &cache{objects: objects} }

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
		} else {
			c.weigh(e, 4*len(e.weights.Flat))
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

// weigh notes the size of weights that have come, and drops the oldest where there are too
// many bytes.
func (c *cache) weigh(e *cached, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.bytes = bytes
	sum := 0
	for _, known := range c.entries {
		sum += known.bytes
	}
	for sum > mostCachedBytes && len(c.entries) > 1 {
		sum -= c.entries[0].bytes
		c.entries = c.entries[1:]
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
