package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"ringer/agents/neural"
	"ringer/configs"
	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// resultName is the file of a run that holds its summary.
const resultName = "result.json"

type exportFlags struct {
	out, weights, name, licence, summary, was string
	json, force, carry, half                  bool
}

func newExport(t *terminal) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export RUN|CHECKPOINT|BOT",
		Short: "Make a bot file of a training run, or carry a bot to the game of this version",
		Long: `Make one file, NAME.bot, of a training run: weights (safetensors), the same policy
for other runtimes (ONNX), and a manifest with the game, its training, its measured
strength and checksums. RUN is a folder that ringer train made, CHECKPOINT one of its
checkpoints/ITERATION.

--weights best takes the weights that the run chose at its end; of a run that has not
ended, the averaged ones, which usually play better than the last.

--carry takes a bot that an older Ringer made, whose game has another spec hash today,
and writes it anew for the game of this version: the same weights, found by the names of
actions, fields and columns. A column that the bot has not seen gets zero weights, so
that the bot plays as it did wherever that column is zero. Its figures stay those that
were measured before; its manifest says so, under "carried". A bot whose actions differ
is refused. --was FILE has the names of the older game's columns: the output of ringer
games GAME --json in the version that made the bot. Without it a field of another shape is
refused.

--half rounds the weights to half precision (IEEE binary16): a file of half the size, whose
player decides as before but for differences far below what games show. It takes a bot's
file too, NAME.bot, whose manifest then says which file it was.

--json prints {"out", "name", "game", "spec_hash", "weights", "bytes"}; with --carry
or a bot "carried" in place of "weights".`,
		Example: "  ringer export runs/kuhn --out my.bot\n  ringer play kuhn --vs 'bot(my.bot)'\n  ringer export old.bot --carry --was old.json --out new.bot",
		Args:    takes("RUN|CHECKPOINT|BOT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.carry {
				return runCarry(t, cmd, &f, args[0])
			}
			if f.was != "" {
				return badf("--was %s: want it beside --carry", f.was)
			}
			if f.half && strings.EqualFold(filepath.Ext(args[0]), ".bot") {
				return runHalve(t, cmd, &f, args[0])
			}
			return runExport(t, &f, args[0])
		},
	}
	cmd.Flags().StringVar(&f.out, "out", "", "the file to write, NAME.bot")
	cmd.Flags().StringVar(&f.weights, "weights", "best", "the weights: best, averaged or last")
	cmd.Flags().StringVar(&f.name, "name", "", "name of the bot (default: of the file)")
	cmd.Flags().StringVar(&f.licence, "licence", defaultLicence, "SPDX identifier of the bot's licence")
	cmd.Flags().StringVar(&f.summary, "summary", "", "a sentence about the bot for its model card")
	cmd.Flags().BoolVar(&f.carry, "carry", false, "write a BOT of an older version anew for its game as it is now")
	cmd.Flags().BoolVar(&f.half, "half", false, "round the weights to half precision")
	cmd.Flags().StringVar(&f.was, "was", "", "a file with the layout of the older game, of ringer games GAME --json")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the file if it is there")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	return cmd
}

func runExport(t *terminal, f *exportFlags, from string) error {
	if err := oneOf("weights", f.weights, "best", "averaged", "last"); err != nil {
		return err
	}
	if err := f.checkOut(); err != nil {
		return err
	}
	src, err := openSource(from)
	if err != nil {
		return bad(err)
	}
	g, err := src.game(from)
	if err != nil {
		return err
	}
	weights, which, err := src.choose(f.weights)
	if err != nil {
		return err
	}
	bot := botfile.Bot{Manifest: src.manifest(f, g.Spec(), which), Weights: weights, Half: f.half, ReturnScale: neural.ReturnScale(g.Spec())}
	size, err := f.writeBot(&bot, g.Spec())
	if err != nil {
		return err
	}
	if f.json {
		return t.json(map[string]any{
			"out": f.out, "name": f.name, "game": src.saved.Game, "spec_hash": src.saved.SpecHash, "weights": which, "bytes": size,
		})
	}
	if !weights.Network.HasONNX() {
		t.warnf("networks of the kind %s have no ONNX form: the bot has no policy.onnx, and its weights are in half precision\n", weights.Network.KindName())
	}
	return t.printf("%s: %s, %s weights of iteration %d, %s bytes\nPlay it: ringer play %s --vs %s\n",
		f.out, src.saved.Game, which, src.saved.Iteration, count(float64(size)), shellWord(src.saved.Game), shellWord(botCall(f.out)))
}

// checkOut checks the name of the file, and names the bot by it.
func (f *exportFlags) checkOut() error {
	if filepath.Ext(f.out) != ".bot" {
		return badf("--out %q: want the name of a file that ends in .bot", f.out)
	}
	if f.name == "" {
		f.name = strings.TrimSuffix(filepath.Base(f.out), ".bot")
	}
	return mayWrite("out", f.out, f.force)
}

// source holds the parts of a bot.
type source struct {
	saved  *train.Saved
	file   *algos.File
	public *algos.File     // the same, as it may go to others
	config json.RawMessage // that, as it was resolved, without the rules, which the manifest has itself
	result *trainResult    // nil: the run has not ended, or another checkpoint was named
	builds []botfile.Build // that trained the run, oldest first; none in a run of an older Ringer

	earlier int64 // decisions that the bot of the start had learned from
}

// openSource reads a run, or one checkpoint of it.
func openSource(dir string) (*source, error) {
	var s source
	var files map[string][]byte
	single := checkpoint.IsCheckpoint(dir)
	runDir := dir
	if single {
		runDir = filepath.Dir(filepath.Dir(filepath.Clean(dir)))
	}
	run, config, err := checkpoint.Open(runDir)
	if err != nil {
		return nil, err
	}
	if single {
		files, err = checkpoint.Load(dir)
	} else {
		_, files, err = run.Latest()
	}
	if err != nil {
		return nil, err
	}
	if err := checkUnedited(filepath.Join(runDir, checkpoint.ConfigName), config, files[checkpoint.ConfigName]); err != nil {
		return nil, err
	}
	if s.saved, err = train.ReadSaved(files); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if err := s.readConfig(filepath.Join(runDir, "config.yaml"), config); err != nil {
		return nil, err
	}
	builds, err := readBuilds(run)
	if err != nil {
		return nil, err
	}
	s.builds = slices.DeleteFunc(builds, func(b botfile.Build) bool { return b.Iteration > 0 && b.Iteration >= s.saved.Iteration })
	if s.earlier, err = decisionsBefore(runDir, s.file); err != nil {
		return nil, err
	}
	return &s, s.readResult(filepath.Join(runDir, resultName))
}

func (s *source) readConfig(path string, text []byte) (err error) {
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text(path, text)); err != nil {
		return err
	}
	s.file = &file
	config, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	if s.public, config, err = published(&file, config); err != nil {
		return err
	}
	s.config, err = without(config, "rules")
	return err
}

// without returns a JSON object with its keys in the order in which they stand, but
// for one.
func without(object json.RawMessage, key string) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil { // the opening brace
		return nil, err
	}
	var b bytes.Buffer
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if name == key {
			continue
		}
		fmt.Fprintf(&b, ",%q:%s", name, value)
	}
	return append(append(json.RawMessage("{"), bytes.TrimPrefix(b.Bytes(), []byte(","))...), '}'), nil
}

// readResult reads the summary of the run, if it has ended with this checkpoint.
func (s *source) readResult(path string) error {
	r, err := readResult(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.Result != nil && r.Iterations == s.saved.Iteration {
		s.result = r
	}
	return nil
}

// game builds the game of the run; from names the run in messages.
func (s *source) game(from string) (env.Game, error) {
	g, err := restoreGame(from, s.saved.Game, json.RawMessage(s.file.Rules))
	if err != nil {
		return nil, err
	}
	if spec := g.Spec(); spec.Hash != s.saved.SpecHash {
		return nil, badf("%s was trained on a game with spec hash %s; in this build %s has %s", from, s.saved.SpecHash, spec, spec.Hash)
	}
	return g, nil
}

// choose picks the weights, at the temperature of the run, and says which they are:
// averaged or last.
func (s *source) choose(weights string) (*models.Weights, string, error) {
	if weights == "best" {
		switch {
		case s.result != nil && !s.result.Averaged, s.saved.Average == nil:
			weights = "last"
		default:
			weights = "averaged"
		}
	}
	if weights == "last" {
		return s.saved.Weights.Sharpened(s.file.Temperature), weights, nil
	}
	if s.saved.Average == nil {
		return nil, "", badf("--weights averaged: this run kept none (ema: 0); take last")
	}
	return s.saved.Average.Sharpened(s.file.Temperature), weights, nil
}

func (s *source) manifest(f *exportFlags, spec *env.Spec, which string) botfile.Manifest {
	v := thisVersion()
	m := botfile.Manifest{
		Name: f.name, Ringer: v.Version, Game: spec.String(), SpecHash: spec.Hash, Rules: spec.Configuration, Licence: f.licence,
		Training: botfile.Training{
			Algorithm: s.file.Algorithm, Iterations: s.saved.Iteration, Decisions: int64(s.saved.Decisions), Earlier: s.earlier,
			Seed: s.file.Seed, Averaged: which == "averaged", Builds: s.builds,
		},
		Card: botfile.Card{
			Summary:     f.summary,
			IntendedUse: fmt.Sprintf("Playing %s, by people and against other agents.", spec),
			Limitations: "Made for this very configuration: another spec hash is refused. Strong against the agents it was measured against; nothing is known about others.",
		},
	}
	if m.Card.Summary == "" {
		m.Card.Summary = fmt.Sprintf("Trained at %s by self-play (%s) on %s decisions.", spec.Title, s.file.Algorithm, count(float64(s.saved.Decisions)))
		if s.earlier > 0 {
			m.Card.Summary += fmt.Sprintf(" It began with a bot that had learned from %s.", count(float64(s.earlier)))
		}
	}
	if t := s.file.Temperature; t != 1 {
		m.Training.Temperature = t
	}
	if n := len(s.builds); n > 0 {
		m.Training.Backend = s.builds[n-1].Backend
	}
	m.Training.Config, m.Training.Command = s.config, s.command(s.public)
	m.Blocks = actionBlocks(spec)
	if s.result == nil {
		return m
	}
	m.Training.Seconds = s.result.Seconds
	for _, a := range s.result.Alarms {
		m.Training.Alarms = append(m.Training.Alarms, botfile.Alarm(a))
	}
	if s.result.Averaged != (which == "averaged") {
		return m // what was measured are other weights
	}
	for _, e := range s.result.Evaluations {
		measured := botfile.Evaluation{Opponent: withoutFolders(e.Opponent), Games: e.Games, WinRate: e.WinRate, Low: e.Low, High: e.High}
		if e.Exploitability != nil {
			// Rounding can leave a hair under 0 at an equilibrium.
			gain := max(*e.Exploitability, 0)
			measured.Exploitability = &gain
		}
		m.Evaluation = append(m.Evaluation, measured)
	}
	return m
}

// defaultLicence is the SPDX identifier of the licence of bots that are made here.
const defaultLicence = "Apache-2.0"

// actionBlocks returns the actions of a game as a manifest names them.
func actionBlocks(spec *env.Spec) (out []botfile.Block) {
	for _, b := range spec.Actions {
		out = append(out, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	return out
}
