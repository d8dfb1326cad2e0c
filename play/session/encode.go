package session

import (
	"bytes"
	"encoding/json"
)

// typed names the message type of each message.
func typed(m message) {
	switch m := m.(type) {
	case *welcome:
		m.Type = "welcome"
	case *rulesTold:
		m.Type = "rules"
	case *invitationTold:
		m.Type = "invitation"
	case *joined:
		m.Type = "joined"
	case *view:
		m.Type = "view"
	case *events:
		m.Type = "events"
	case *recordTold:
		m.Type = "record"
	case *hintTold:
		m.Type = "hint"
	case *reviewTold:
		m.Type = "review"
	case *progress:
		m.Type = "progress"
	case *momentTold:
		m.Type = "moment"
	case *solutionTold:
		m.Type = "solution"
	case *done:
		m.Type = "done"
	case *failure:
		m.Type = "error"
	default:
		panic("session: a message without a type")
	}
}

// encode writes a message as one line without its end.
func encode(m message) ([]byte, error) {
	typed(m)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
