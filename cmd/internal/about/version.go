package about

import (
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
)

func NewVersion(t *shell.Terminal) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this build",
		Long: `Print the version of this build, the version of Go, whether it uses vector
instructions (simd) and which, the backend that computes the networks, and the files
and protocols that others may rely on: these names change when their meaning does.`,
		Annotations: shell.Keys(`--json prints {"version", "revision", "go", "platform", "simd", "vectors", "backend",
"formats"}.`),
		Args: shell.Takes(),
		RunE: func(*cobra.Command, []string) error {
			v := buildinfo.ThisVersion()
			if asJSON {
				return t.JSON(v)
			}
			simd := "on, " + v.Vectors
			if !v.SIMD {
				simd = "off: networks run up to ten times slower; `make build` turns it on (amd64 only)"
			}
			rows := [][]string{
				{"ringer", v.Version}, {"go", v.Go + " " + v.Platform}, {"simd", simd}, {"backend", v.Backend}, {"formats", strings.Join(v.Formats, " ")},
			}
			if v.Revision != "" {
				rows = append(rows, []string{"revision", v.Revision})
			}
			return t.Table(rows)
		},
	}
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

// SayVersion prints the version in one line. Cobra's own would want a template, which
// makes every program larger: see report/page.
func SayVersion(t *shell.Terminal) error {
	if t.Program == "" || t.Program == shell.RingerProgram {
		return t.Printf("ringer %s\n", buildinfo.ThisVersion().Short())
	}
	return t.Printf("%s, with ringer %s\n", t.Program, buildinfo.ThisVersion().Short())
}
