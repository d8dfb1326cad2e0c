package site

import (
	"encoding/json"
	"fmt"

	"ringer/env"
)

// Opening holds the beginning of a first game that teaches, as the host tells it: a page shows it, and takes the
// first answers, while its host is still loading. The host says the same in this deal, word for
// word, but for the names of the table and of the person.
type Opening struct {
	Format  string          `json:"format"`  // OpeningFormat
	Request json.RawMessage `json:"request"` // new, of the protocol of tables
	Rules   json.RawMessage `json:"rules"`   // the answer to rules
	Moment
}

// Moment is a question of an opening.
type Moment struct {
	Messages []json.RawMessage      `json:"messages"`          // events and views since the last answer; the last view has the question
	Answers  map[env.Action]*Moment `json:"answers,omitempty"` // what follows each choice; none where the opening ends
}

// OpeningFormat names the version of an opening.
const OpeningFormat = "ringer-opening/1"

// OpeningFile returns the file of a game's opening by the name of the game and the seat of the person. It is compressed as
// browsers know it.
func OpeningFile(game string, seat env.Player) string {
	return fmt.Sprintf("first/%s-%d.json.gz", game, seat)
}
