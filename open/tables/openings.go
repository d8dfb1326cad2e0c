package tables

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"ringer/env"
	"ringer/play/session"
	"ringer/play/site"
)

// mostMoments is the number of questions of an opening. Sixty are the first three or four decisions of a game with
// two to four choices at a time, and some 20 kB.
const mostMoments = 60

// openings adds the opening of each first game that teaches.
func (s *Site) openings(host *session.Host) error {
	for _, offer := range host.Offers() {
		for _, guide := range offer.Guides {
			seats := make([]map[string]string, offer.Seats)
			for i := range seats {
				seats[i] = map[string]string{"agent": guide.Agent}
			}
			seats[guide.Seat] = map[string]string{"person": "Player"} // the page has its name
			opening, err := record(host, offer.Game, seats)
			if err != nil {
				return fmt.Errorf("the first game of %s: %w", offer.Game, err)
			}
			text, err := json.Marshal(opening)
			if err != nil {
				return err
			}
			if s.files[site.OpeningFile(offer.Name, guide.Seat)], err = zipped(text); err != nil {
				return err
			}
		}
	}
	return nil
}

func zipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// record plays the first decisions of a guided game in every way, breadth first: all answers to a question or none.
func record(host *session.Host, game string, seats []map[string]string) (*site.Opening, error) {
	request, err := json.Marshal(map[string]any{"type": "new", "game": game, "guided": true, "every": true, "seats": seats})
	if err != nil {
		return nil, err
	}
	o := &site.Opening{Format: site.OpeningFormat, Request: request}
	if o.Rules, err = rulesOf(host, game); err != nil {
		return nil, err
	}
	first, choices, err := playTo(host, request, nil)
	if err != nil {
		return nil, err
	}
	o.Moment = *first
	type open struct {
		at      *site.Moment
		path    []env.Action
		choices []env.Action
	}
	moments := 1
	for queue := []open{{&o.Moment, nil, choices}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if moments += len(at.choices); moments > mostMoments {
			break
		}
		for _, a := range at.choices {
			path := append(slices.Clone(at.path), a)
			next, choices, err := playTo(host, request, path)
			if err != nil {
				return nil, err
			}
			if at.at.Answers == nil {
				at.at.Answers = map[env.Action]*site.Moment{}
			}
			at.at.Answers[a] = next
			queue = append(queue, open{next, path, choices})
		}
	}
	return o, nil
}

// said collects what a host says to a client.
type said struct {
	client *session.Client
	mu     sync.Mutex
	lines  []json.RawMessage
}

func listen(host *session.Host) *said {
	s := &said{}
	s.client = host.Connect(func(line []byte) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.lines = append(s.lines, bytes.Clone(line))
	})
	return s
}

// take returns the events and views that came since the last time, and the last message of each kind.
func (s *said) take() (shown []json.RawMessage, last map[string]*told, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last = map[string]*told{}
	for _, line := range s.lines {
		m := &told{text: line}
		if err := json.Unmarshal(line, m); err != nil {
			return nil, nil, err
		}
		switch m.Type {
		case "error":
			return nil, nil, errors.New(m.Error)
		case "events", "view":
			shown = append(shown, line)
		}
		last[m.Type] = m
	}
	s.lines = nil
	return shown, last, nil
}

// told holds the fields of a message that a recorder reads.
type told struct {
	text  json.RawMessage
	Type  string            `json:"type"`
	Error string            `json:"error"`
	Table string            `json:"table"`
	Keys  map[string]string `json:"keys"`
	You   env.Player        `json:"you"`
	Step  int               `json:"step"`
	Scene struct {
		Ask *struct {
			Choices []struct {
				Action env.Action `json:"action"`
			} `json:"choices"`
		} `json:"ask"`
	} `json:"scene"`
}

func rulesOf(host *session.Host, game string) (json.RawMessage, error) {
	s := listen(host)
	defer s.client.Close()
	request, err := json.Marshal(map[string]string{"type": "rules", "game": game})
	if err != nil {
		return nil, err
	}
	s.client.Handle(request)
	_, last, err := s.take()
	if err != nil {
		return nil, err
	}
	return last["rules"].text, nil
}

// playTo begins a game by a request and answers its questions. It returns what was said since the last answer, and the choices of
// the question then; none where the game is over.
func playTo(host *session.Host, request json.RawMessage, answers []env.Action) (*site.Moment, []env.Action, error) {
	s := listen(host)
	defer s.client.Close()
	s.client.Handle(request)
	host.Wait()
	shown, last, err := s.take()
	if err != nil {
		return nil, nil, err
	}
	table, view := last["joined"], last["view"]
	key := table.Keys[strconv.Itoa(int(view.You))]
	for _, a := range answers {
		act, err := json.Marshal(map[string]any{"type": "act", "table": table.Table, "key": key, "step": view.Step, "action": a})
		if err != nil {
			return nil, nil, err
		}
		s.client.Handle(act)
		host.Wait()
		if shown, last, err = s.take(); err != nil {
			return nil, nil, err
		}
		view = last["view"]
	}
	var choices []env.Action
	if view.Scene.Ask != nil {
		for _, c := range view.Scene.Ask.Choices {
			choices = append(choices, c.Action)
		}
	}
	return &site.Moment{Messages: shown}, choices, nil
}
