package cluster

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Kept is the table of runs that keep something on the server: when each of them last said so.
func (c *Conn) Kept() *Table { return &Table{conn: c, bucket: "RINGER_KEPT"} }

// RemoveRun removes all that a run has on the server.
func (c *Conn) RemoveRun(ctx context.Context, run string) error {
	err := c.Runs().Remove(ctx, run)
	if checkRun(run) == nil {
		err = errors.Join(err, c.Queue(Jobs, run, 1).Remove(ctx), c.Queue(Results, run, 1).Remove(ctx), c.Objects(run).Clear(ctx))
	}
	return errors.Join(err, c.Kept().Remove(ctx, run))
}

// RemoveLate removes what a worker may have made anew of a run that was removed: its queues, with
// what came too late. Other objects stay: whoever is about to put the run on a server that has
// lost it finds them there.
func (c *Conn) RemoveLate(ctx context.Context, run string) error {
	return errors.Join(
		c.Queue(Jobs, run, 1).Remove(ctx), c.Queue(Results, run, 1).Remove(ctx), c.Objects(run).ClearBodies(ctx), c.Kept().Remove(ctx, run),
	)
}

// RemoveAbandoned removes all that runs have on the server which have not said for as long as
// after that they keep something there, and returns their names. It leaves those alone that
// are alive. A run that has never said so begins to count now. Times are of the server's clock.
func (c *Conn) RemoveAbandoned(ctx context.Context, after time.Duration, alive func(run string) bool) (removed []string, err error) {
	runs, err := c.allRuns(ctx)
	if err != nil {
		return nil, err
	}
	kept, err := c.Kept().All(ctx)
	if err != nil {
		return nil, err
	}
	now, err := c.Kept().now(ctx)
	if err != nil {
		return nil, err
	}
	said := map[string]time.Time{}
	for _, k := range kept {
		said[k.Name] = k.At
		runs = append(runs, k.Name)
	}
	slices.Sort(runs)
	for _, run := range slices.Compact(runs) {
		at, known := said[run]
		switch {
		case alive(run):
		case !known:
			err = c.Kept().Put(ctx, run, nil)
		case now.Sub(at) >= after:
			removed = append(removed, run)
			err = c.RemoveRun(ctx, run)
		}
		if err != nil {
			return removed, err
		}
	}
	return removed, c.removeLeftParts(ctx, now.Add(-after))
}

// removeLeftParts removes parts from before a time that are of no object: whoever put it never
// learned what became of them.
func (c *Conn) removeLeftParts(ctx context.Context, before time.Time) error {
	o := c.Objects("any")
	return wrap("remove parts of no object", o.use(ctx, func(ctx context.Context, store jetstream.ObjectStore) error {
		stream, err := c.js.Stream(ctx, objectsStream)
		if err != nil {
			return err
		}
		now, err := stream.Info(ctx, jetstream.WithSubjectFilter(partsOfObject("*")))
		if err != nil {
			return err
		}
		left := now.State.Subjects
		objects, err := store.List(ctx) // after the parts, which are there before their object
		if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
			return err
		}
		for _, object := range objects {
			delete(left, partsOfObject(object.NUID))
		}
		for subject := range left {
			last, err := stream.GetLastMsgForSubject(ctx, subject)
			if err == nil && last.Time.Before(before) {
				err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
			}
			if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
				return err
			}
		}
		return nil
	}))
}

// allRuns lists the runs that have anything on the server, some of them twice.
func (c *Conn) allRuns(ctx context.Context) (runs []string, err error) {
	entries, err := c.Runs().All(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		runs = append(runs, e.Name)
	}
	for _, kind := range []Kind{Jobs, Results} {
		err := c.persist(ctx, func(ctx context.Context) error {
			stream, err := c.js.Stream(ctx, kind.stream())
			if errors.Is(err, jetstream.ErrStreamNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			names := stream.ConsumerNames(ctx)
			for name := range names.Name() {
				runs = append(runs, name)
			}
			return names.Err()
		})
		if err != nil {
			return nil, wrap("list the queues", err)
		}
	}
	var objects []*jetstream.ObjectInfo
	err = c.Objects("any").use(ctx, func(ctx context.Context, store jetstream.ObjectStore) (err error) {
		objects, err = store.List(ctx)
		return err
	})
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, wrap("list the objects", err)
	}
	for _, o := range objects {
		if run, _, ok := strings.Cut(o.Name, "/"); ok {
			runs = append(runs, run)
		}
	}
	return slices.DeleteFunc(runs, func(run string) bool { return run == "" || strings.ContainsAny(run, "*> ") }), nil
}
