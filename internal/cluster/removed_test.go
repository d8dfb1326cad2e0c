package cluster

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A queue that one client makes while others remove it is there in the end: none of them waits
// for ever for one that is half there.
func TestAQueueThatIsMadeWhileItIsRemoved(t *testing.T) {
	server := serve(t, ServerOptions{})
	one, other := dial(t, server.URL(), Options{}), dial(t, server.URL(), Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	removing, stop := context.WithCancel(ctx)
	var over sync.WaitGroup
	for range 4 {
		over.Go(func() {
			for removing.Err() == nil {
				_ = one.Queue(Jobs, "run", 1).Remove(removing) // it is in the way of the others
			}
		})
	}
	q := other.Queue(Jobs, "run", 1)
	for range 60 {
		if !assert.NoError(t, q.Clear(ctx)) {
			break
		}
		other.forget()
	}
	stop()
	over.Wait()
	post(t, q, "1", "x")
	take(t, q)
}
