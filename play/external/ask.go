package external

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ringer/agents"
	"ringer/env"
	"ringer/play/protocol"
)

// greet exchanges hellos.
func (p *process) greet(ctx context.Context, limit time.Duration) error {
	hello := protocol.HelloOf(p.spec)
	hello.Seconds = p.limit.Seconds()
	var out bytes.Buffer
	if err := encoder(&out).Encode(hello); err != nil {
		return err
	}
	written := p.write(out.Bytes())
	text, err := p.line(ctx, limit, "hello")
	if err == nil {
		var theirs protocol.Hello
		if theirs, err = protocol.ReadHello(text, p.spec); err != nil {
			err = &Error{Fault: err.Error(), Got: cut(text)}
		}
		p.wants = len(theirs.Wants) > 0
	}
	if err != nil {
		p.kill()
	}
	<-written
	return err
}

// ask puts the questions of some of the views all at once, and reads the answers into
// decisions. On an error the process is of no more use.
func (p *process) ask(ctx context.Context, views []agents.View, open []int, decisions []agents.Decision) error {
	select {
	case l, ok := <-p.lines:
		if ok {
			return &Error{Fault: "a line that nothing was asked for", Got: cut(l.text)}
		}
		return &Error{Fault: "before question " + strconv.Itoa(p.questions+1) + " " + p.ending()}
	default:
	}
	questions := make([]protocol.Question, len(open))
	var out bytes.Buffer
	encode := encoder(&out)
	for k, i := range open {
		questions[k] = p.question(&views[i])
		if err := encode.Encode(&questions[k]); err != nil {
			return err
		}
	}
	written := p.write(out.Bytes())
	var err error
	for k, i := range open {
		if err = p.answer(ctx, &questions[k], &decisions[i]); err != nil {
			p.kill() // which ends the writing too
			break
		}
	}
	<-written
	return err
}

// question makes the question of a view. It holds nothing of the view's memory but the
// observation and the legal actions.
func (p *process) question(v *agents.View) protocol.Question {
	p.questions++
	seed := v.Rand.Uint64() >> 11 // what fits into a JSON number of any language
	q := protocol.Question{
		ID: json.RawMessage(strconv.Itoa(p.questions)), Seat: &v.Seat, Observation: v.Observation, Legal: v.Legal, Seed: &seed,
	}
	if p.wants && v.InformationState != nil {
		state := v.InformationState()
		q.InformationState = &state
	}
	return q
}

// answer reads the answer to a question.
func (p *process) answer(ctx context.Context, q *protocol.Question, d *agents.Decision) error {
	text, err := p.line(ctx, p.limit, "answer")
	if err == nil {
		var read agents.Decision
		if read, err = protocol.ReadAnswer(text, q, p.spec); err == nil {
			copy(d.Probs, read.Probs)
			d.Value = read.Value
			return nil
		}
		err = &Error{Fault: err.Error(), Got: cut(text)}
	}
	if fault, ok := errors.AsType[*Error](err); ok {
		fault.Question = fmt.Sprintf("question %s (%s, legal %s, seed %d)", q.ID, *q.Seat, shownLegal(q.Legal), *q.Seed)
	}
	return err
}

// line waits for the next line.
func (p *process) line(ctx context.Context, limit time.Duration, want string) ([]byte, error) {
	patience := time.NewTimer(limit)
	defer patience.Stop()
	select {
	case l, ok := <-p.lines:
		switch {
		case !ok:
			return nil, &Error{Fault: p.ending() + ": want its " + want}
		case errors.Is(l.err, errLong):
			return nil, &Error{Fault: l.err.Error(), Got: cut(l.text)}
		}
		return l.text, nil
	case <-patience.C:
		return nil, &Error{Fault: fmt.Sprintf("no %s within %v", want, limit)}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// write writes while answers are read, since a pipe holds little. The channel is closed
// at its end; what could not be written shows as an answer that does not come.
func (p *process) write(text []byte) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = p.in.Write(text)
	}()
	return done
}

func encoder(out *bytes.Buffer) *json.Encoder {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e
}

// shownLegal returns the first legal actions for an error.
func shownLegal(legal []env.Action) string {
	const most = 20
	if len(legal) <= most {
		return fmt.Sprint(legal)
	}
	return strings.TrimSuffix(fmt.Sprint(legal[:most]), "]") + " …]"
}

// trimTail returns the end of a text from its first whole line, when its beginning is cut.
func trimTail(text string, cut bool) string {
	if cut {
		if _, after, ok := strings.Cut(text, "\n"); ok && after != "" {
			text = "…\n" + after
		}
	}
	return strings.TrimSpace(text)
}
