package heist

import (
	"fmt"
	"math/bits"
)

// Conservation implements env.Conserver: every card is in exactly one place, and the
// stored counts agree with the sets.
func (s *State) Conservation() error {
	if err := s.conserveHeist(); err != nil {
		return err
	}
	d := s.game.deck
	seen := s.security
	add := func(cards uint64, where string) error {
		if seen&cards != 0 {
			return fmt.Errorf("heist: Security cards %b are %s and elsewhere", seen&cards, where)
		}
		seen |= cards
		return nil
	}
	if err := add(s.spare, "discarded"); err != nil {
		return err
	}
	inPlay := uint16(0)
	for i := range s.game.players {
		if s.job[i] != nobody {
			inPlay |= 1 << s.job[i]
		}
		for _, card := range s.line[i].cards[:s.line[i].size] {
			if card < lineSecurity {
				if !s.attached[i].has(card) {
					return fmt.Errorf("heist: card %d lies in a line but is not attached", card)
				}
				continue
			}
			if err := add(1<<(card-lineSecurity), "in a line"); err != nil {
				return err
			}
		}
		if s.job[i] == nobody && (s.line[i].size > 0 || !s.attached[i].empty() || s.value[i] != 0) {
			return fmt.Errorf("heist: cards lie where seat %d has no Job", i)
		}
	}
	if bits.OnesCount64(seen) != d.securitySize {
		return fmt.Errorf("heist: %d Security cards instead of %d", bits.OnesCount64(seen), d.securitySize)
	}
	if s.jobsUnseen|inPlay|s.jobsGone != 1<<d.jobCards-1 || s.jobsUnseen&inPlay|s.jobsUnseen&s.jobsGone|inPlay&s.jobsGone != 0 {
		return fmt.Errorf("heist: Jobs unseen %b, in play %b, gone %b", s.jobsUnseen, inPlay, s.jobsGone)
	}
	if n := bits.OnesCount16(s.jobsGone); n != int(s.jobsDone) || bits.OnesCount16(inPlay)+n != int(s.jobsDrawn) || int(s.jobsDrawn) > s.game.config.Jobs {
		return fmt.Errorf("heist: %d Jobs drawn, %d gone, %d in play", s.jobsDrawn, s.jobsDone, bits.OnesCount16(inPlay))
	}
	return nil
}

func (s *State) conserveHeist() error {
	d := s.game.deck
	var seen set
	var err error
	add := func(cards set, format string, args ...any) {
		if both := seen.and(cards); !both.empty() && err == nil {
			err = fmt.Errorf("heist: %s is %s and elsewhere", s.kind(both.first()).title, fmt.Sprintf(format, args...))
		}
		seen = seen.or(cards)
	}
	add(s.deck, "in the deck")
	add(s.discards, "discarded")
	if s.playing != none {
		var playing set
		playing.add(s.playing)
		add(playing, "being played")
	}
	for i := range s.game.players {
		add(s.hand[i], "in the hand of seat %d", i)
		add(s.crew[i], "in the crew of seat %d", i)
		add(s.attached[i], "attached to the Job of seat %d", i)
		if int(s.held[i]) != s.hand[i].count() || int(s.working[i]) != s.crew[i].count() {
			return fmt.Errorf("heist: seat %d holds %d cards and counts %d, has %d Personnel and counts %d",
				i, s.hand[i].count(), s.held[i], s.crew[i].count(), s.working[i])
		}
		if !s.crew[i].without(d.crew).empty() {
			return fmt.Errorf("heist: the crew of seat %d holds cards that are no Personnel", i)
		}
		for p := range s.game.players {
			if err == nil && !s.known[p][i].without(s.hand[i]).empty() {
				err = fmt.Errorf("heist: seat %d knows of cards that seat %d does not hold", p, i)
			}
		}
	}
	if err == nil && seen != d.all {
		err = fmt.Errorf("heist: %d cards instead of %d", seen.count(), d.size)
	}
	return err
}
