// Package study trains configurations in folders that can be gone on with: one run, several
// changes and lengths with several seeds each, or a search among settings. It reads what the runs
// recorded, and sums it up over seeds. It knows no terminal, and prints nothing.
//
// A study of two seeds, of a configuration as it is and with a change, is this much:
//
//	trainer := &study.Trainer{Opener: &open.Opener{}}
//	s, err := trainer.Study(study.Design{
//		Config: "kuhn", Set: short, Dir: dir, Seeds: []uint64{1, 2},
//		Variants: []study.Arm{{Name: "cold", Set: []string{"ppo.entropy=0.01"}}},
//	})
//	if err != nil {
//		panic(err)
//	}
//	if err := s.Train(ctx, 2, nil, nil); err != nil {
//		panic(err)
//	}
//	for _, m := range study.Summarize(s.Over()) {
//		fmt.Printf("%q: %s of %d seeds, compared: %t\n", m.Variant, m.Measure, len(m.Values), m.Gain != nil)
//	}
//
// Runs do not depend on the number that is trained at a time, and are trained once: the same
// program goes on where it was stopped.
package study
