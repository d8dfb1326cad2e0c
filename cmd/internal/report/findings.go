package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/docs"
	"ringer/env/games"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open/reporting"
	"ringer/report/balance"
	"ringer/report/findings"
	"ringer/train/checkpoint"
)

type findingsFlags struct {
	kinds  []string
	record string
	games  string // folder
	json   bool
}

// NewFindings makes the command that tells what stands out in games.
func NewFindings(t *shell.Terminal) *cobra.Command {
	f := &findingsFlags{}
	cmd := &cobra.Command{
		Use:   "findings [GAME|REPORT…]",
		Short: "Tell what stands out in the games that ship, or in a report",
		Long: `List the strongest findings about games: what is too strong or dead, decided by the seat,
solved, what never happens, and games whose length nobody can plan for. Each is one
figure with its 95% interval and its number of cases, and the command that measures it.
They rank by the least effect that the interval leaves.

Without arguments: the findings about the games that ship, which docs/findings.md tells
with charts. GAME names one of them. REPORT is the folder of a report, or its report.json.
--record keeps the findings of reports in a file, in place of those that the same command found
before, and of earlier ones of the same subject.

--replays plays three games again that show each finding which ships, and writes them to
a folder: ringer replay FILE steps through one.`,
		Annotations: shell.Keys(`--json prints {"findings": [{"game", "kind", "subject", "figure", "unit", "value", "low",
"high", "even", "n", "of", "agents", "command", "replays", "games", "bots", "revision",
"vectors", "date", "words"}]}.`),
		Example: "  ringer findings\n  ringer findings payday --kind dead\n  ringer findings runs/report-heat",
		Args:    shell.Takes("[GAME|REPORT…]"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runFindings(cmd.Context(), t, f, args) },
	}
	kinds := func() (names []string) {
		for _, k := range findings.Kinds() {
			names = append(names, string(k))
		}
		return names
	}
	shell.AddFlag(cmd, &f.kinds, "kind", nil, shell.Choice(kinds), "a kind of findings; may be repeated (default: all): "+strings.Join(kinds(), ", "))
	shell.AddFlag(cmd, &f.record, "record", "", shell.AFile, "a file of JSON lines that keeps the findings of reports")
	shell.AddFlag(cmd, &f.games, "replays", "", shell.AFolder, "folder for three games of each finding, which are played again")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

// maxReport is the size of the largest report that is read.
const maxReport = 512 * disk.MiB

func runFindings(ctx context.Context, t *shell.Terminal, f *findingsFlags, args []string) error {
	for _, k := range f.kinds {
		if !slices.Contains(findings.Kinds(), findings.Kind(k)) {
			return input.Badf("--kind %q: want one of %v", k, findings.Kinds())
		}
	}
	var list []findings.Finding
	var faults []error
	shipped, err := findings.Read(bytes.NewReader(docs.Findings()))
	if err != nil {
		return err
	}
	if len(args) == 0 {
		list = shipped
	}
	for _, arg := range args {
		some, err := findingsOf(shipped, arg)
		faults = append(faults, err)
		list = append(list, some...)
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	if f.record != "" {
		if err := keepFindings(f.record, list); err != nil {
			return err
		}
	}
	list = slices.DeleteFunc(findings.Rank(list), func(x findings.Finding) bool {
		return len(f.kinds) > 0 && !slices.Contains(f.kinds, string(x.Kind))
	})
	if f.games != "" {
		if err := writeGames(ctx, t, f.games, list); err != nil {
			return err
		}
	}
	if f.json {
		return t.JSON(map[string]any{"findings": withWords(list)})
	}
	return printFindings(t, list, f.games)
}

// findingsOf returns the findings of a report, or those that ship about a game.
func findingsOf(shipped []findings.Finding, arg string) (list []findings.Finding, err error) {
	path := arg
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, reporting.JSONName)
	}
	text, err := disk.ReadText(path, maxReport)
	if errors.Is(err, fs.ErrNotExist) {
		if !slices.Contains(games.Names(), arg) {
			return nil, input.Badf("%s: want the name of a game, or the folder of a report", arg)
		}
		for _, x := range shipped {
			if name, _, _ := strings.Cut(x.Game, "("); name == arg {
				list = append(list, x)
			}
		}
		return list, nil
	}
	if err != nil {
		return nil, input.Bad(err)
	}
	r := &balance.Report{}
	if err := json.Unmarshal(text, r); err != nil || r.Format != balance.Format {
		return nil, input.Badf("%s: want the report.json of a report, of format %q", path, balance.Format)
	}
	return findings.OfReport(r), nil
}

// writeGames plays the games that show findings, and writes them to a folder.
func writeGames(ctx context.Context, t *shell.Terminal, dir string, list []findings.Finding) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return input.Badf("--replays: %w", err)
	}
	stages := t.Stages()
	defer stages.Finish()
	for i := range list {
		stages.Set("games of findings", i, len(list))
		_, shown, err := reporting.GamesOf(ctx, t.Opener, &list[i], 0)
		if err != nil {
			return fmt.Errorf("--replays: %w", err)
		}
		names := list[i].GameNames()
		for k := range shown {
			if err := shown[k].Replay.WriteFile(filepath.Join(dir, names[k])); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepFindings adds findings to a file, in place of what the same commands found at the same games before: they may
// have found it of other things.
func keepFindings(file string, list []findings.Finding) error {
	text, err := disk.ReadText(file, maxReport)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return input.Bad(err)
	}
	kept, err := findings.Read(bytes.NewReader(text))
	if err != nil {
		return input.Badf("--record %s: %w", file, err)
	}
	kept = slices.DeleteFunc(kept, func(old findings.Finding) bool {
		return slices.ContainsFunc(list, func(f findings.Finding) bool { return f.Game == old.Game && f.Command == old.Command })
	})
	var b bytes.Buffer
	if err := findings.Write(&b, findings.Rank(append(kept, list...))); err != nil {
		return err
	}
	return checkpoint.WriteFile(file, b.Bytes())
}

// worded is a finding with its sentence.
type worded struct {
	findings.Finding
	Words string   `json:"words"`
	Games []string `json:"games"` // files that --replays writes
}

func withWords(list []findings.Finding) []worded {
	out := []worded{}
	for i := range list {
		out = append(out, worded{list[i], list[i].Words(), list[i].GameNames()})
	}
	return out
}

func printFindings(t *shell.Terminal, list []findings.Finding, games string) error {
	p := t.Page()
	if len(list) == 0 {
		p.Printf("Nothing stands out.\n")
		return p.Err
	}
	var last findings.Kind
	for i := range list {
		f := &list[i]
		if f.Kind != last {
			if last != "" {
				p.Printf("\n")
			}
			p.Printf("%s\n", strings.ToUpper(string(f.Kind)))
			last = f.Kind
		}
		p.Printf("- %s: %s\n  %s\n", f.Game, f.Words(), f.Command)
		switch {
		case len(f.Replays) > 0 && games == "":
			p.Printf("  games in the folder of its report: %s\n", strings.Join(f.Replays, ", "))
		case games != "":
			for _, name := range f.GameNames() {
				p.Printf("  ringer replay %s\n", input.ShellWord(filepath.ToSlash(filepath.Join(games, name))))
			}
		}
	}
	return p.Err
}
