package report

import (
	"fmt"
	"path/filepath"

	"ringer/cmd/internal/shell"
	"ringer/internal/numbers"
	"ringer/open/reporting"
	"ringer/report/balance"
)

// reportObject is the object of `ringer report --json`.
func reportObject(r *balance.Report, out string) any {
	return struct {
		Game     string            `json:"game"`
		SpecHash string            `json:"spec_hash"`
		Verdict  []string          `json:"verdict"`
		Flags    []balance.Raised  `json:"flags"`
		Measures []balance.Measure `json:"measures"`
		Targets  []balance.Result  `json:"targets"`
		Compared []balance.Change  `json:"compared,omitempty"`
		Out      string            `json:"out"`
	}{r.Game, r.SpecHash, r.Verdict, bare(r.Flags), r.Measures, r.Targets, r.Compared, out}
}

// bare returns flags without the games that show them, which are in files.
func bare(flags []balance.Raised) []balance.Raised {
	out := make([]balance.Raised, len(flags))
	for i, f := range flags {
		f.Examples = nil
		out[i] = f
	}
	return out
}

// mostFlags is the number of flags that are printed; the page has all.
const mostFlags = 20

func printReport(t *shell.Terminal, r *balance.Report, out string) error {
	p := t.Page()
	p.Printf("%s\n\n", r.Game)
	for _, line := range r.Verdict {
		p.Printf("- %s\n", line)
	}
	if len(r.Flags) > 0 {
		rows := [][]string{{"FLAG", "SUBJECT", "EFFECT", "N"}}
		for _, f := range r.Flags[:min(mostFlags, len(r.Flags))] {
			kind := f.Kind
			if f.Note {
				kind += " (note)"
			}
			rows = append(rows, []string{kind, f.Subject, numbers.Signed(f.Effect, f.Low, f.High), shell.Count(float64(f.N))})
		}
		p.Printf("\n")
		p.Table(rows)
		if n := len(r.Flags) - mostFlags; n > 0 {
			p.Printf("and %d more\n", n)
		}
	}
	if len(r.Targets) > 0 {
		rows := [][]string{{"TARGET", "WANTED", "FIGURE", "VERDICT"}}
		for _, x := range r.Targets {
			verdict := x.Verdict
			if x.Needed > 0 {
				verdict += fmt.Sprintf(": needs about %s %s", shell.Count(float64(x.Needed)), x.Of)
			}
			rows = append(rows, []string{x.Title(), x.Wanted(), x.Found(), verdict})
		}
		p.Printf("\n")
		p.Table(rows)
	}
	p.Printf("\nWritten to %s: open %s in a browser.\n", out, filepath.Join(out, reporting.HTMLName))
	return p.Err
}

// failed returns an error for a report that does not hold its targets.
func failed(r *balance.Report) error {
	n := 0
	for _, x := range r.Targets {
		if x.Verdict == balance.Fail {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d targets fail", n, len(r.Targets))
}
