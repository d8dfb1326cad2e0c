package open_test

import (
	"context"
	"fmt"
	"os"

	"ringer/open"
	"ringer/open/evidence"
)

// What a bot does is counted once; the same program reads it from the folder afterwards.
func Example_evidence() {
	dir, err := os.MkdirTemp("", "evidence-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	c := &evidence.Counter{Opener: &open.Opener{}, Out: dir, Games: 4, Seed: 1}
	counted, err := c.Count(context.Background(), "fourdowns-2p")
	if err != nil {
		panic(err)
	}
	for _, r := range counted.Studies {
		fmt.Println(r.Bot, r.Games, r.Study)
	}
	// Output:
	// fourdowns-2p 4 fourdowns-knocks
	// fourdowns-2p 4 fourdowns-folds
	// fourdowns-2p 4 fourdowns-raises
}
