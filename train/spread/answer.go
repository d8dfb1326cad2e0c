package spread

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringer/internal/cluster"
	"ringer/models"
	"ringer/train"
)

// mostJob is the size in bytes of the largest job that a worker reads.
const mostJob = 1 << 20

// labour takes jobs, one after the other.
func (s *service) labour(ctx context.Context, actor *train.Actor) error {
	jobs, results := s.conn.Queue(cluster.Jobs, s.name, 1).AtMost(mostJob), s.conn.Queue(cluster.Results, s.name, 1)
	for {
		item, err := jobs.Take(ctx, time.Second)
		if ctx.Err() != nil {
			if item != nil {
				_ = item.Fail(0)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if item != nil {
			s.do(ctx, actor, results, item)
		}
	}
}

// do does a job while it says that it is alive. A job that cannot be done now is given
// back.
func (s *service) do(ctx context.Context, actor *train.Actor, results *cluster.Queue, item *cluster.Item) {
	done := make(chan struct{})
	var heart sync.WaitGroup
	heart.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(s.conn.Patience() / 4):
				_ = item.Alive() // else another does it too
			}
		}
	})
	err := s.answer(ctx, actor, results, item)
	close(done)
	heart.Wait()
	switch {
	case err == nil:
		_ = item.Done(context.WithoutCancel(ctx)) // else it is done again, and dropped
	case ctx.Err() != nil:
		_ = item.Fail(0)
	default:
		s.worker.note(func(d *Done) { d.Failed++ })
		s.worker.tell(fmt.Sprintf("job %s of %s: %v", item.ID, s.entry.What, err))
		_ = item.Fail(time.Second)
	}
}

// answer plays a job and posts the result. It returns an error for a job that it has not
// answered.
func (s *service) answer(ctx context.Context, actor *train.Actor, results *cluster.Queue, item *cluster.Item) error {
	if item.Damaged != nil {
		return nil // the learner posts it again when it is missed
	}
	var j job
	if err := decode(item.Body, &j); err != nil {
		return nil
	}
	h := &head{
		Job: cluster.Sum(item.Body), SpecHash: s.entry.SpecHash, Iteration: j.Iteration, Group: j.Group, Worker: s.worker.Name,
	}
	batch, err := s.play(ctx, actor, &j, item.Tries, h)
	if err != nil {
		return err
	}
	body, err := writeResult(h, batch)
	if err != nil {
		return err
	}
	id := item.ID
	if h.Fault != "" {
		id += ".fault." + s.worker.Name
	}
	twice, err := results.Post(ctx, id, body)
	if err != nil {
		return err
	}
	s.worker.note(func(d *Done) {
		d.Jobs++
		d.Bytes += int64(len(body))
		d.Played += time.Duration(h.Play * float64(time.Second))
		d.Packed += time.Duration(h.Encode * float64(time.Second))
		if twice {
			d.Twice++
		}
	})
	if h.Fault != "" { // others first: the job comes again
		select {
		case <-ctx.Done():
		case <-time.After(faultPause):
		}
	}
	return nil
}

// faultPause is how long a worker waits that could not do a job.
const faultPause = heart / 8

// missingTries is how often a job is handed out until a worker reports that the weights of
// it are nowhere.
const missingTries = 5

// play plays a job. A fault that another worker would meet too goes into the head.
func (s *service) play(ctx context.Context, actor *train.Actor, j *job, tries int, h *head) ([]byte, error) {
	if j.SpecHash != s.entry.SpecHash {
		h.Fault = fmt.Sprintf("the job is of the spec hash %s, and the run of %s", j.SpecHash, s.entry.SpecHash)
		return nil, nil
	}
	order, err := s.order(ctx, actor.Network(), j)
	if errors.Is(err, cluster.ErrNoObject) && tries < missingTries {
		return nil, err // it may be of an iteration that is over, or come soon
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		h.Fault = err.Error()
		return nil, nil
	}
	began := time.Now()
	batch, err := actor.Play(ctx, order, j.Group)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		h.Fault = err.Error()
		return nil, nil
	}
	played := time.Now()
	data, err := batch.Encode()
	if err != nil {
		h.Fault = err.Error()
		return nil, nil
	}
	h.Play, h.Encode = played.Sub(began).Seconds(), time.Since(played).Seconds()
	s.worker.note(func(d *Done) { d.Rows += batch.Rows })
	return data, nil
}

// order makes the order of a job.
func (s *service) order(ctx context.Context, network *models.Network, j *job) (*train.Order, error) {
	o := &train.Order{Iteration: j.Iteration, After: j.After}
	for _, p := range j.Opponents {
		o.Opponents = append(o.Opponents, train.Opponent{ID: p.ID, Share: p.Share})
	}
	err := o.Check(&s.run.Config)
	if err != nil {
		return nil, err
	}
	if o.Weights, err = s.weights.get(ctx, network, j.Weights); err != nil {
		return nil, err
	}
	for i, p := range j.Opponents {
		if p.ID < 0 {
			o.Opponents[i].Agent = s.agents[-1-p.ID]
		} else if o.Opponents[i].Weights, err = s.weights.get(ctx, network, p.Weights); err != nil {
			return nil, err
		}
	}
	return o, nil
}
