// Package study trains configurations in folders that can be gone on with: one run, several
// arms with several seeds each, or a search among settings. It reads what the runs recorded,
// and sums it up over seeds. It knows no terminal, and prints nothing.
//
// A study of three seeds in a program is this much:
//
//	trainer := &study.Trainer{Opener: opener}
//	runs, err := trainer.Plan(study.Plan{Config: "kuhn", Arms: []study.Arm{{Name: "seed"}}, Seeds: []uint64{1, 2, 3}, Dir: "runs/kuhn"})
//	err = trainer.All(ctx, runs, 2, nil, func(r *study.Run, result *open.Result) error { … })
//
// Runs do not depend on the number that is trained at a time, and are trained once.
package study
