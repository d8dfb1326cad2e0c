package metrics

import "strings"

// groups says under which tag TensorBoard shows the numbers of a run, by the beginning of
// their names: the first line that fits holds. A name that no line fits is one of
// training.
var groups = []struct{ prefix, tag string }{
	{"win_rate_against_", "eval/win_rate/"},
	{"win_rate_low_against_", "eval/win_rate_low/"},
	{"win_rate_high_against_", "eval/win_rate_high/"},
	{"exploitability", "eval/exploitability"},
	{"normalized_entropy/", "kinds/normalized_entropy/"},
	{"entropy_coefficient/", "kinds/entropy_coefficient/"},
	{"tables_against_", "league/tables/"},
	{"share_against_", "league/share/"},
	{"worst_share_against_past", "league/worst_share/past"},
	{"share_of_seat_", "league/share_of_seat/"},
	{"seconds", "time/seconds"},
	{TrainingSeconds, "time/" + TrainingSeconds},
	{TrainingProcessorSeconds, "time/" + TrainingProcessorSeconds},
	{"process_seconds", "time/process_seconds"},
	{"decisions_per_second", "time/decisions_per_second"},
}

// Names of the seconds that a process has trained a run for, evaluations on the way left out: by
// the clock, and of all processors of the machine that learns.
const (
	TrainingSeconds          = "training_seconds"
	TrainingProcessorSeconds = "training_processor_seconds"
)

// Tag returns the tag of a number of metrics.jsonl: its group, a slash and a name, such
// as eval/win_rate/expert for win_rate_against_expert. The groups are train, eval, league,
// kinds (by kind of decision) and time.
func Tag(name string) string {
	for _, g := range groups {
		if rest, ok := strings.CutPrefix(name, g.prefix); ok {
			return g.tag + rest
		}
	}
	return "train/" + name
}

// tagged returns values under their tags.
func tagged(values []Value) []Value {
	out := make([]Value, len(values))
	for i, v := range values {
		out[i] = Value{Tag(v.Name), v.Value}
	}
	return out
}
