package study_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ringer/open"
	"ringer/open/study"
	"ringer/report/ladder"
)

// A configuration is trained with two seeds, as it is and with a change, two runs at a time.
// The same program goes on with what it finds in the folder.
func Example() {
	dir, err := os.MkdirTemp("", "study-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	trainer := &study.Trainer{Opener: &open.Opener{}}
	runs, err := trainer.Plan(study.Plan{
		Config: "kuhn", Set: []string{"decisions=600", "collect={batch: 300, tables: 8, groups: 1}", "ppo.minibatch=64"},
		Arms:  []study.Arm{{Name: "shipped"}, {Name: "cold", Set: []string{"ppo.entropy=0.01"}}},
		Seeds: []uint64{1, 2}, Dir: dir,
	})
	if err != nil {
		panic(err)
	}
	records := map[string]ladder.Training{}
	err = trainer.All(context.Background(), runs, 2, nil, func(r *study.Run, result *open.Result) error {
		one := ladder.Training{Factor: 1, Seed: r.File.Seed}
		defer func() { records[filepath.Base(r.Dir)] = one }()
		return r.Record(result, &one)
	})
	if err != nil {
		panic(err)
	}
	list := []ladder.Training{records["shipped-1"], records["shipped-2"], records["cold-1"], records["cold-2"]}
	list[2].Variant, list[3].Variant = "cold", "cold"
	for _, s := range study.Summarize(list) {
		fmt.Printf("%q: %s of %d seeds, compared: %t\n", s.Variant, s.Measure, len(s.Values), s.Gain != nil)
	}
	// Output:
	// "": exploitability of 2 seeds, compared: false
	// "cold": exploitability of 2 seeds, compared: true
}
