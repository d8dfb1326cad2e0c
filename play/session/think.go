package session

import (
	"context"
	"errors"
	"fmt"
)

// errSlow says that an agent took too long.
var errSlow = errors.New("the time of a decision is over")

// think runs f when fewer agents think than may, each of both within the time of
// Config.Bound. An f that does not end with its context is left alone: it counts until
// it ends, and nothing that it finds is used. The error is f's, ctx's, or wraps errSlow.
func (h *Host) think(ctx context.Context, f func(ctx context.Context) error) error {
	queued, stop := h.bound(ctx)
	defer stop()
	select {
	case h.slots <- struct{}{}:
	case <-queued.Done():
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w, and it could not begin: %d others still think", errSlow, cap(h.slots))
	}
	if h.Bound == nil {
		defer func() { <-h.slots }()
		return f(ctx)
	}
	bounded, cancel := h.bound(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() { <-h.slots }()
		done <- f(bounded)
	}()
	var err error
	select {
	case err = <-done:
	case <-bounded.Done():
		err = bounded.Err()
	}
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return errSlow
	}
	return err
}

func (h *Host) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if h.Bound == nil {
		return ctx, func() {}
	}
	return h.Bound(ctx)
}

// advise runs f, a hint or a review, when there is room for one more.
func (h *Host) advise(ctx context.Context, f func() error) error {
	select {
	case h.advisers <- struct{}{}:
		defer func() { <-h.advisers }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}
