package duel

import (
	"strconv"

	"ringer/env"
)

// InformationState implements env.InfoStater: every action so far, with a question
// mark for each choice that another seat has made in secret and not revealed. Of
// the drafts of others not even the number of choices is known.
func (s *State) InformationState(p env.Player) string {
	b := make([]byte, 0, 8*len(s.t.Log)+8)
	b = append(b, 's')
	b = strconv.AppendInt(b, int64(p), 10)
	for i, e := range s.t.Log {
		if s.t.Drafting && e.Secret && e.Actor != int8(p) {
			continue
		}
		b = append(b, ' ')
		if e.Actor >= 0 {
			b = append(b, 'a'+byte(e.Actor))
		}
		if e.Secret && i >= int(s.t.Secrets) && e.Actor != int8(p) {
			b = append(b, '?')
			continue
		}
		b = strconv.AppendInt(b, int64(e.Action), 10)
	}
	return string(b)
}
