package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/checkpoint"
)

// closeRun gives up the lock of a run; nil is none.
func closeRun(run *checkpoint.Run) error {
	if run == nil {
		return nil
	}
	return run.Close()
}

// recordBuild writes into a run that this build trains it from its present
// iteration on, and warns when another one began it.
func recordBuild(t *terminal, run *checkpoint.Run) error {
	builds, err := open.Builds(&run.Reader)
	if err != nil {
		return err
	}
	mine := thisVersion().build()
	its, err := run.Iterations()
	if err != nil {
		return err
	}
	if len(its) > 0 {
		mine.Iteration = its[len(its)-1]
	}
	if len(builds) > 0 {
		before := builds[len(builds)-1]
		differs := differences(before, mine)
		if len(differs) == 0 {
			return nil
		}
		t.warnf("ringer: %s was trained by another build until now (%s): what follows may differ in the last bits from what that build would have done\n",
			run.Dir(), strings.Join(differs, ", "))
	}
	text, err := json.Marshal(mine)
	if err != nil {
		return err
	}
	return run.AddBuild(text)
}

// differences names what two builds differ in, as "vectors avx2, now avx512".
func differences(before, now botfile.Build) []string {
	var out []string
	for _, p := range []struct{ name, before, now string }{
		{"ringer", before.Ringer, now.Ringer},
		{"revision", before.Revision, now.Revision},
		{"go", before.Go, now.Go},
		{"platform", before.Platform, now.Platform},
		{"backend", before.Backend, now.Backend},
		{"vectors", before.Vectors, now.Vectors},
	} {
		if p.before != p.now {
			out = append(out, fmt.Sprintf("%s %s, now %s", p.name, orNothing(p.before), orNothing(p.now)))
		}
	}
	return out
}

func orNothing(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
