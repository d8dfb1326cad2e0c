package workbench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Ask lets a question wait for its turn. The same question that is answered already is not answered twice.
// Its error is Faults.
func (b *Bench) Ask(q Question) (Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.check(&q, b.variant(q.Variant)); err != nil {
		return Answer{}, err
	}
	for _, a := range b.answers {
		if a.Question == q && a.State != Failed && a.State != Stopped {
			return *a, nil
		}
	}
	if err := b.room(); err != nil {
		return Answer{}, err
	}
	if len(b.answers) >= mostAnswers {
		return Answer{}, Faults{{Words: fmt.Sprintf("%d answers are kept: want no more; begin with another folder, by --out", mostAnswers)}}
	}
	a := &Answer{ID: 1, Question: q, State: Waiting, Commands: []string{}}
	if n := len(b.answers); n > 0 {
		a.ID = b.answers[n-1].ID + 1
	}
	if err := b.keep(a); err != nil {
		return Answer{}, err
	}
	b.answers = append(b.answers, a)
	b.wake()
	return *a, nil
}

// room returns why no more questions may wait.
func (b *Bench) room() error {
	n := 0
	for _, a := range b.answers {
		if a.State == Waiting || a.State == Running {
			n++
		}
	}
	if n >= mostWaiting {
		return Faults{{Words: fmt.Sprintf("%d questions wait: want no more at a time", n)}}
	}
	return nil
}

func (b *Bench) wake() {
	select {
	case b.some <- struct{}{}:
	default:
	}
}

// errNone says that there is no answer of a number.
var errNone = errors.New("there is no such answer")

// answer returns the answer of a number; the caller holds the lock.
func (b *Bench) answer(id int) *Answer {
	i := slices.IndexFunc(b.answers, func(a *Answer) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return b.answers[i]
}

// Answer returns the answer of a number as it is now.
func (b *Bench) Answer(id int) (Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a := b.answer(id); a != nil {
		return *a, nil
	}
	return Answer{}, errNone
}

// Stop stops an answer that waits or is under way. Its finished parts stay, for Continue.
func (b *Bench) Stop(id int) (Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.answer(id)
	if a == nil {
		return Answer{}, errNone
	}
	if a.State == Waiting || a.State == Running {
		a.State, a.Part = Stopped, ""
		if b.running == id {
			b.stop()
		}
		if err := b.keep(a); err != nil {
			return *a, err
		}
	}
	return *a, nil
}

// Continue lets an answer that was stopped, or that failed, wait for its turn again.
func (b *Bench) Continue(id int) (Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.answer(id)
	if a == nil {
		return Answer{}, errNone
	}
	if a.State == Stopped || a.State == Failed {
		if err := b.room(); err != nil {
			return *a, err
		}
		a.State, a.Words = Waiting, nil
		if err := b.keep(a); err != nil {
			return *a, err
		}
		b.wake()
	}
	return *a, nil
}

// Run answers the questions that wait, one at a time, until ctx ends. It is called once.
func (b *Bench) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if b.next(ctx) {
			continue
		}
		select {
		case <-b.some:
		case <-ctx.Done():
		}
	}
}

// next answers the first question that waits, and reports whether there was one.
func (b *Bench) next(ctx context.Context) bool {
	b.mu.Lock()
	i := slices.IndexFunc(b.answers, func(a *Answer) bool { return a.State == Waiting })
	if i < 0 || b.running != 0 {
		b.mu.Unlock()
		return false
	}
	a := b.answers[i]
	v := b.variant(a.Variant)
	k, err := b.check(&a.Question, v)
	a.State, a.Part, a.Now, a.Total = Running, "", 0, 0
	b.running = a.ID
	var alone context.Context
	alone, b.stop = context.WithCancel(ctx)
	asked := *a
	b.mu.Unlock()

	began := time.Now()
	var found *Answer
	if err == nil {
		found, err = b.run(alone, asked, k, v)
	}

	b.mu.Lock()
	defer b.mu.Unlock()
	ended := alone.Err() != nil
	b.stop()
	b.running = 0
	switch {
	case err == nil:
		found.State, found.Part, found.Seconds = Done, "", a.Seconds+time.Since(began).Seconds()
		*a = *found
	case ended:
		a.Part, a.Seconds = "", a.Seconds+time.Since(began).Seconds()
		if a.State == Running { // else somebody has it wait again already
			a.State = Stopped
		}
	default:
		a.State, a.Part, a.Words = Failed, "", []string{failure(err)}
	}
	if err := b.keep(a); err != nil {
		a.State, a.Words = Failed, []string{failure(err)}
	}
	return true
}

// keepFit keeps what follows from the time of a search.
func (b *Bench) keepFit(found *Answer) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.answer(found.ID)
	a.Fit = found.Fit
	return b.keep(a)
}

// tell notes how far the answer under way has come.
func (b *Bench) tell(id int, part string, done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a := b.answer(id); a != nil && a.State == Running {
		a.Part, a.Now, a.Total = part, done, total
	}
}
