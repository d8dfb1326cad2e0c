package heat_test

import (
	"os"
	"testing"

	"ringer/env/envtest"
	"ringer/env/games"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

func TestLaws(t *testing.T) {
	for _, name := range []string{
		"heat", "heat(players=3)", "heat(players=5)", "heat(talk=claims)", "heat(file=mini)",
		"heat(players=3,talk=claims,heists=2,stages=5)", "heat(deal=4,draft_rounds=0,stages=3,tokens=4,row_values=[1,9],row_width=2)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 2}
			if long {
				opts.Games = 100
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
}
