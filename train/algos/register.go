package algos

import (
	"regexp"
	"slices"

	"ringer/configs"
	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// Section is the pointer to the settings of an algorithm.
type Section[C any] interface {
	*C
	// Validate reports every fault, with its path in the section.
	Validate() error
}

// Of returns the entry of an algorithm with a name, which is also the name of its section
// in training configurations: the defaults of its settings, and its constructor on the
// first weights, which it copies. Three methods of the settings are called where they are there:
// CheckKinds(kinds []string) error reports those about kinds of decisions that a game does not
// have, by their paths in the section. What the algorithm cannot train is refused by
// CheckRun(train.Setup) error, of settings beside the section, and by CheckGame(*env.Spec) error:
// their faults have the paths of the training configuration, of which game is one, and say why.
func Of[C any, P Section[C]](name string, defaults func() C, build func(C, *models.Weights) (train.Algorithm, error)) Entry {
	settings := func(f *File) P { return f.Own[name].(P) }
	return Entry{
		name:     name,
		section:  func() any { c := defaults(); return P(&c) },
		validate: func(f *File) error { return settings(f).Validate() },
		checkKinds: func(f *File, kinds []string) error {
			if c, ok := any(settings(f)).(interface{ CheckKinds(kinds []string) error }); ok {
				return c.CheckKinds(kinds)
			}
			return nil
		},
		checkRun: func(f *File) error {
			if c, ok := any(settings(f)).(interface{ CheckRun(train.Setup) error }); ok {
				return c.CheckRun(f.setup())
			}
			return nil
		},
		checkGame: func(f *File, spec *env.Spec) error {
			if c, ok := any(settings(f)).(interface{ CheckGame(*env.Spec) error }); ok {
				return c.CheckGame(spec)
			}
			return nil
		},
		build: func(f *File, w *models.Weights) (train.Algorithm, error) { return build(*settings(f), w) },
	}
}

// nameWanted matches the names of algorithms: they are keys of configurations.
var nameWanted = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// Register adds algorithms to the table: Defaults has their settings from then on, and
// a file may name them. It is for the beginning of a program: no other function of this
// package may run beside it. cmd.Main calls it for the algorithms that it is given.
//
// Errors: env.Faults, which name every algorithm whose name is none, or belongs to another
// one or to another key of configurations; the table is then as it was.
func Register(entries ...Entry) error {
	var faults env.Faults
	more := slices.Clone(table)
	for _, e := range entries {
		switch {
		case !nameWanted.MatchString(e.name):
			faults.Add("algorithm", e.name, "a name of lower-case letters and digits, such as reinforce, with _ between words")
		case slices.Contains(configs.Fields(File{}), e.name) || slices.ContainsFunc(more, func(other Entry) bool { return other.name == e.name }):
			faults.Add("algorithm", e.name, "a name that no other algorithm and no key of training configurations has")
		default:
			more = append(more, e)
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	table = more
	return nil
}
