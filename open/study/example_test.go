package study_test

import (
	"context"
	"fmt"
	"os"

	"ringer/open"
	"ringer/open/study"
)

// A configuration is trained with two seeds, as it is and with a change, two runs at a time.
// The same program goes on with what it finds in the folder.
func Example() {
	dir, err := os.MkdirTemp("", "study-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx, short := context.Background(), []string{"decisions=600", "collect={batch: 300, tables: 8, groups: 1}", "ppo.minibatch=64"}
	trainer := &study.Trainer{Opener: &open.Opener{}}
	s, err := trainer.Study(study.Design{
		Config: "kuhn", Set: short, Dir: dir, Seeds: []uint64{1, 2},
		Variants: []study.Arm{{Name: "cold", Set: []string{"ppo.entropy=0.01"}}},
	})
	if err != nil {
		panic(err)
	}
	if err := s.Train(ctx, 2, nil, nil); err != nil {
		panic(err)
	}
	for _, m := range study.Summarize(s.Over()) {
		fmt.Printf("%q: %s of %d seeds, compared: %t\n", m.Variant, m.Measure, len(m.Values), m.Gain != nil)
	}
	// Output:
	// "": exploitability of 2 seeds, compared: false
	// "cold": exploitability of 2 seeds, compared: true
}
