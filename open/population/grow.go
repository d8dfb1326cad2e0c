package population

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/train/bestresponse"
)

// Round holds what a search for best responses to the mixture has found.
type Round struct {
	Gains  []eval.Gain `json:"gains"`  // by seat, over the mixture itself
	Chosen []string    `json:"chosen"` // by seat
	Added  []string    `json:"added"`  // players that joined
}

// gain returns the largest gain of a seat.
func (r *Round) gain() (most float64) {
	for _, g := range r.Gains {
		most = max(most, g.Gain)
	}
	return most
}

// respond searches the best responses to the mixture, unless the round is over. A response joins that
// clearly gains.
func (s *Study) respond(ctx context.Context, number int) (*Round, error) {
	name := roundName(number)
	text, err := s.parts.Read(name)
	if err != nil {
		return nil, err
	}
	var r Round
	if text != nil {
		if err := json.Unmarshal(text, &r); err != nil || len(r.Gains) != s.Game.Spec().Players || len(r.Chosen) != len(r.Gains) {
			return nil, input.Badf("%s: not a round of this population: remove it to have it searched again", s.parts.Path(name))
		}
		return &r, nil
	}
	found, err := s.search(ctx, number)
	if err != nil {
		return nil, err
	}
	var joined []string
	r = Round{Gains: found.Gains, Chosen: found.Chosen}
	for p, g := range found.Gains { // one response may be the best in several seats
		name := found.Kept[p]
		if name == "" {
			name = found.Chosen[p]
		}
		if g.Low > 0 && found.Chosen[p] != bestresponse.Itself && !slices.Contains(joined, found.Chosen[p]) && !slices.ContainsFunc(s.members, func(m Member) bool { return m.Agent == name }) {
			r.Added, joined = append(r.Added, name), append(joined, found.Chosen[p])
		}
	}
	if text, err = json.MarshalIndent(r, "", "  "); err != nil {
		return nil, err
	}
	if err := s.parts.Write(name, append(text, '\n')); err != nil {
		return nil, err
	}
	return &r, os.RemoveAll(s.searchedIn(number))
}

// searchedIn returns the folder of a search that is not over.
func (s *Study) searchedIn(number int) string { return s.parts.Path(fmt.Sprintf("search-%d", number)) }

func roundName(number int) string { return fmt.Sprintf("round-%d.json", number) }

// wanted reports whether a round is to be searched, or was.
func (s *Study) wanted(number int) bool {
	_, err := os.Stat(s.parts.Path(roundName(number)))
	return number <= s.Grow || err == nil
}

// search looks for the best responses to the mixture that the folder holds now, and keeps them there.
func (s *Study) search(ctx context.Context, number int) (*bestresponse.Result, error) {
	o := s.Response
	o.Game, o.Agent, o.Seed = s.Game, open.MixtureCall(s.parts.Path(FileName)), s.Seed+uint64(number)
	o.Runs, o.Keep = s.searchedIn(number), s.parts.Path(fmt.Sprintf("response-%d", number))
	for seat := range s.Game.Spec().Players { // of a search that was stopped after it kept them
		if err := os.RemoveAll(fmt.Sprintf("%s.seat%d.bot", o.Keep, seat)); err != nil {
			return nil, err
		}
	}
	search, err := exploit.New(s.Opener, o)
	if err != nil {
		return nil, err
	}
	if s.Compute != nil {
		if err := s.Compute(search.File.Compute); err != nil {
			return nil, err
		}
	}
	search.Build, search.Elsewhere, search.Warn = s.Build, s.Elsewhere, s.Warn
	found, err := search.Run(ctx, func(phase string, done, total int) { s.tell(fmt.Sprintf("round %d: %s", number, phase), done, total) })
	if err != nil {
		return nil, err
	}
	return found, nil
}
