package study

import (
	"cmp"
	"fmt"
	"strings"

	"ringer/env"
	"ringer/internal/numbers"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/report/records"
	"ringer/train"
	"ringer/train/algos"
)

// card returns the model card of a run, in Markdown. It holds no time and no path, so that
// it follows from the configuration, the builds and the result.
func card(spec *env.Spec, file *algos.File, builds []botfile.Build, result *open.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Model card: %s, seed %d\n\n", spec, file.Seed)
	if result == nil {
		fmt.Fprintf(&b, "A network that is being trained by self-play (%s) for %s decisions. It has no figures yet.\n\n", file.Algorithm, numbers.Count(file.Decisions))
	} else {
		fmt.Fprintf(&b, "A network that was trained by self-play (%s) on %s decisions in %s iterations.\n\n",
			file.Algorithm, numbers.Count(result.Decisions), numbers.Count(result.Iterations))
	}
	rows := [][]string{
		{"what", "value"},
		{"", ""},
		{"game", fmt.Sprintf("%s, `%s`, version %d", spec.Title, spec, spec.Version)},
		{"spec hash", "`" + spec.Hash + "`"},
		{"configuration", "`config.yaml` beside this file, complete"},
		{"seed", fmt.Sprintf("%d; the games of the report have %d", file.Seed, file.ReportSeed)},
		{"network", networkWords(&file.Network)},
		{"opponents", opponentWords(&file.Opponents)},
	}
	if file.Start != "" {
		rows = append(rows, []string{"began with", fmt.Sprintf("`%s`, SHA-256 `%s`", file.Start, file.StartSHA256)})
	}
	for _, build := range builds {
		rows = append(rows, []string{fmt.Sprintf("build, from iteration %d", build.Iteration), buildWords(&build)})
	}
	b.WriteString(records.Table(rows) + "\n")
	writeFigures(&b, spec, result)
	b.WriteString("## Train it again\n\n")
	if command := open.CommandOf(file, result); command != "" {
		fmt.Fprintf(&b, "```sh\n%s\n```\n\nA build of the same commit gives the same bytes on a machine with the same vector instructions", command)
		if file.Compute == train.Portable {
			b.WriteString(", and on every one with AVX2")
		}
		b.WriteString(".\n\n")
	}
	b.WriteString("## Use it\n\nIn this folder:\n\n```sh\nringer export . --out NAME.bot\nringer curves .\n```\n\n")
	fmt.Fprintf(&b, "Made for this very configuration of the game: another spec hash is refused. Nothing is known of its play against agents that are not named above.\n")
	return b.String()
}

// writeFigures writes what the run measured at its end.
func writeFigures(b *strings.Builder, spec *env.Spec, result *open.Result) {
	if result == nil {
		return
	}
	weights := "last"
	if result.Averaged {
		weights = "averaged"
	}
	fmt.Fprintf(b, "## Figures\n\nOf the %s weights, on seeds that chose nothing. Intervals are 95%%, over deals.\n\n", weights)
	rows := [][]string{{"opponent", "games", "wins", "even", "mean return"}, {"", ":", ":", ":", ":"}}
	for _, e := range result.Evaluations {
		if e.Exploitability != nil {
			fmt.Fprintf(b, "Exploitability %.5f, exact (the mean gain of a best response over the seats).\n\n", max(0, *e.Exploitability))
			continue
		}
		rows = append(rows, []string{
			fmt.Sprintf("%d × `%s`", e.Others(spec.Players), e.Opponent), numbers.Count(e.Games), numbers.ShareBeside(e.WinRate, e.Low, e.High, e.EqualShare),
			numbers.Even(e.EqualShare), fmt.Sprintf("%+.3f", e.MeanReturn),
		})
	}
	if len(rows) > 2 {
		b.WriteString(records.Table(rows) + "\n")
	}
	writeAlarms(b, result)
}

// writeAlarms writes which signs of trouble the run gave.
func writeAlarms(b *strings.Builder, result *open.Result) {
	if len(result.Alarms) == 0 {
		return
	}
	fmt.Fprintf(b, "Alarms (docs/training.md says what they mean), and the iterations in which they sounded, of %s:\n\n", numbers.Count(result.Iterations))
	rows := [][]string{{"alarm", "about", "iterations"}, {"", "", ":"}}
	for _, a := range result.Alarms {
		about := a.Subject
		if about == "" {
			about = "all play"
		}
		rows = append(rows, []string{a.Name, about, numbers.Count(a.Iterations)})
	}
	b.WriteString(records.Table(rows) + "\n")
}

func networkWords(n *train.NetworkConfig) string {
	var widths []string
	for _, h := range n.Hidden {
		widths = append(widths, fmt.Sprint(h))
	}
	words := strings.Join(widths, " × ") + " " + n.Activation
	if n.Items > 0 {
		words += fmt.Sprintf(", %d for each thing of a sort", n.Items)
	}
	return words
}

func opponentWords(o *train.OpponentConfig) string {
	words := fmt.Sprintf("itself at %s of the tables", numbers.Percent(1-o.PastShare-o.FixedShare))
	if o.PastShare > 0 {
		words += fmt.Sprintf(", past selves at %s", numbers.Percent(o.PastShare))
	}
	if o.FixedShare > 0 {
		words += fmt.Sprintf(", `%s` at %s", strings.Join(o.Fixed, "`, `"), numbers.Percent(o.FixedShare))
	}
	return words
}

func buildWords(b *botfile.Build) string {
	return fmt.Sprintf("ringer %s, commit %s, %s, %s, %s, vectors %s", b.Ringer, cmp.Or(b.Revision, "unknown"), b.Go, b.Platform, b.Backend, b.Vectors)
}
