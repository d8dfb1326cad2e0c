package workbench

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/internal/input"
)

// Change is one knob at another value.
type Change struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

func (c *Change) String() string { return c.Path + "=" + c.Value }

// Variant is the game with some changes. The first one, of number 0, has none.
type Variant struct {
	ID      int      `json:"id"`
	Name    string   `json:"name"`
	Changes []Change `json:"changes"`

	Game     string   `json:"game"` // as a game string
	SpecHash string   `json:"spec_hash"`
	Words    []string `json:"words"`          // what it changes
	Play     string   `json:"play,omitempty"` // address of the page to play it, below the server's; empty where a page may not open its files
	Commands []string `json:"commands"`       // that say what it changes, and play it

	game env.Game
}

// Fault says why one field of a form is wrong, or the whole form where Path is empty.
type Fault struct {
	Path  string `json:"path,omitempty"`
	Words string `json:"words"`
}

// Faults are all faults of a form.
type Faults []Fault

func (f Faults) Error() string {
	var lines []string
	for _, x := range f {
		lines = append(lines, strings.TrimPrefix(x.Path+": "+x.Words, ": "))
	}
	return strings.Join(lines, "\n")
}

// as returns the faults as an error; nil where there is none.
func (f Faults) as() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// words says a fault of a knob in words, without the path that the field shows already.
func words(err error, path string) string {
	var fault *env.Fault
	if errors.As(err, &fault) && fault.Want != "" {
		return fmt.Sprintf("%s: want %s", fault.Value, fault.Want)
	}
	text := err.Error()
	for _, before := range []string{"changes: ", path + ": "} {
		text = strings.TrimPrefix(text, before)
	}
	return text
}

// Try builds the game with some changes, without keeping it. Its error is Faults, of every field that is wrong.
func (b *Bench) Try(changes []Change) (*Variant, error) {
	var faults Faults
	if len(changes) > mostChanges {
		return nil, Faults{{Words: fmt.Sprintf("%d changes: want at most %d", len(changes), mostChanges)}}
	}
	v := &Variant{Changes: []Change{}, Words: []string{}}
	var items []string
	seen := map[string]bool{}
	for _, c := range changes {
		i := slices.IndexFunc(b.knobs, func(k knobs.Knob) bool { return k.Path == c.Path })
		c.Value = strings.TrimSpace(c.Value)
		switch {
		case len(c.Path) > mostText || i < 0:
			_, err := knobs.Get(b.Game, c.Path[:min(len(c.Path), mostText)])
			if err == nil {
				err = errors.New("want a rule that the form lists")
			}
			faults = append(faults, Fault{c.Path, err.Error()})
		case seen[c.Path]:
			faults = append(faults, Fault{c.Path, "it is changed twice"})
		case c.Value == "" || len(c.Value) > mostText || !utf8.ValidString(c.Value):
			faults = append(faults, Fault{c.Path, fmt.Sprintf("want a value, of at most %d letters", mostText)})
		case input.Shown(c.Value) != c.Value:
			faults = append(faults, Fault{c.Path, "want a value in one line, of letters that can be seen"})
		case c.Value == b.knobs[i].Value: // as it is
		case b.namesFile(c):
			faults = append(faults, Fault{c.Path, "want a name that ships: a page opens no file; name one of your own on the command line, " + b.Program + " design 'GAME(" + c.Path + "=FILE)'"})
		default:
			seen[c.Path] = true
			if _, err := games.Changed(b.Game, c.String()); err != nil {
				faults = append(faults, Fault{c.Path, words(err, c.Path)})
			}
			v.Changes, items = append(v.Changes, c), append(items, c.String())
		}
	}
	if len(faults) > 0 && len(v.Changes) == 0 || len(faults) > 0 && !b.mend(items, &faults) {
		return nil, faults
	}
	return v, b.build(v, items)
}

// namesFile reports whether the value of a parameter may name a file: whoever reaches the page would read in its faults
// what the file holds. Values of cards and other things are texts, and open nothing.
func (b *Bench) namesFile(c Change) bool {
	name, _, _ := strings.Cut(c.Path, "[")
	if !slices.ContainsFunc(b.Game.Spec().Parameters, func(p env.Parameter) bool { return p.Name == name }) {
		return false
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-+.,[] ", r)
	}
	if strings.ContainsFunc(c.Value, func(r rune) bool { return !plain(r) }) {
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(c.Value, func(r rune) bool { return strings.ContainsRune(",[] ", r) }), configs.IsPath)
}

// mend reports whether changes that are refused one by one are no faults, as they go together.
func (b *Bench) mend(items []string, faults *Faults) bool {
	for _, f := range *faults {
		if !slices.ContainsFunc(items, func(item string) bool { return strings.HasPrefix(item, f.Path+"=") }) {
			return false
		}
	}
	_, err := games.Changed(b.Game, items...)
	return err == nil
}

// build fills in what follows from the changes of a variant.
func (b *Bench) build(v *Variant, items []string) (err error) {
	v.game = b.Game
	if len(items) > 0 {
		if v.game, err = games.Changed(b.Game, items...); err != nil {
			return b.blame(items, err)
		}
	}
	spec := v.game.Spec()
	v.Game, v.SpecHash = spec.String(), spec.Hash
	again, err := games.Restore(v.Game, nil) // opens no file, whatever the values are
	onPage := err == nil
	if err != nil && b.ownFiles() {
		again, err = games.New(v.Game)
	}
	if err != nil || again.Spec().Hash != spec.Hash {
		return Faults{{Words: "these values cannot be written into the name of a game: put them into a file of changes, and begin with " + b.Program + " design 'GAME(changes=FILE)'"}}
	}
	list, err := knobs.Diff(b.Game, v.game)
	if err != nil {
		return err
	}
	for _, d := range list {
		v.Words = append(v.Words, clipTo(d.Words, mostWords))
	}
	if onPage {
		v.Play = "/#/g/" + escape(v.Game)
	}
	word := input.ShellWord(v.Game)
	v.Commands = []string{b.Program + " games " + word + " --diff", b.Program + " play " + word + " --web"}
	if len(items) > 0 {
		v.Commands[0] = fmt.Sprintf("%s games %s --diff %s", b.Program, input.ShellWord(b.Game.Spec().String()), input.ShellWord(joined(items)))
	} else {
		v.Commands[0] = fmt.Sprintf("%s games %s --knobs", b.Program, word)
	}
	return nil
}

// mostWords is the number of letters of one change in words.
const mostWords = 200

// ownFiles reports whether the game of the workbench names files of somebody's own, which its name opens.
func (b *Bench) ownFiles() bool {
	_, err := games.Restore(b.Game.Spec().String(), nil)
	return err != nil
}

// joined writes changes as one, as the parameter changes and --change take them.
func joined(items []string) string {
	if len(items) == 1 {
		return items[0]
	}
	return "[" + strings.Join(items, ",") + "]"
}

// blame returns the faults of changes that are refused together, by their fields where an error names them.
func (b *Bench) blame(items []string, err error) error {
	var faults Faults
	var list env.Faults
	if errors.As(err, &list) {
		for _, e := range list {
			var f *env.Fault
			if errors.As(e, &f) && slices.ContainsFunc(items, func(item string) bool { return strings.HasPrefix(item, f.Path+"=") }) {
				faults = append(faults, Fault{f.Path, words(e, f.Path)})
				continue
			}
			faults = append(faults, Fault{Words: words(e, "")})
		}
		return faults
	}
	return Faults{{Words: words(err, "")}}
}

// Add keeps a variant under a name, empty: what it changes. The same changes are the same variant.
func (b *Bench) Add(name string, changes []Change) (*Variant, error) {
	v, err := b.Try(changes)
	if err != nil {
		return nil, err
	}
	if v.Name, err = title(name, v.Words); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, x := range b.variants {
		if x.SpecHash == v.SpecHash {
			return x, nil
		}
	}
	if len(b.variants) >= mostVariants {
		return nil, Faults{{Words: fmt.Sprintf("%d variants are kept: want no more; begin with another folder, by --out", mostVariants)}}
	}
	v.ID = b.variants[len(b.variants)-1].ID + 1
	if err := write(filepath.Join(b.Dir, variantsDir, idName(v.ID)+".json"), v); err != nil {
		return nil, err
	}
	b.variants = append(b.variants, v)
	return v, nil
}

// title returns the name of a variant.
func title(name string, words []string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		name = strings.Join(words, "; ")
		if r := []rune(name); len(r) > mostName {
			name = string(r[:mostName-1]) + "…"
		}
		return name, nil
	}
	if utf8.RuneCountInString(name) > mostName || input.Shown(name) != name {
		return "", Faults{{Path: "name", Words: fmt.Sprintf("want a name of at most %d letters in one line", mostName)}}
	}
	return name, nil
}

// readVariants reads the variants that are kept. Each is built again from its changes.
func (b *Bench) readVariants() error {
	first := &Variant{Name: "as it is", Changes: []Change{}, Words: []string{}}
	if err := b.build(first, nil); err != nil {
		return err
	}
	b.variants = []*Variant{first}
	return readAll(filepath.Join(b.Dir, variantsDir), func(id int) string { return idName(id) + ".json" }, func(id int, kept *Variant) error {
		v, err := b.Try(kept.Changes)
		if err != nil {
			return err
		}
		if v.SpecHash != kept.SpecHash {
			return errors.New("the rules have changed since: want a folder of this version, by --out")
		}
		v.ID, v.Name = id, kept.Name
		b.variants = append(b.variants, v)
		return nil
	})
}

// variant returns the variant of a number; nil where there is none.
func (b *Bench) variant(id int) *Variant {
	for _, v := range b.variants {
		if v.ID == id {
			return v
		}
	}
	return nil
}

// escape writes a text as a part of an address behind #, as encodeURIComponent does.
func escape(text string) string {
	var w strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-_.!~*'()", c) >= 0:
			w.WriteByte(c)
		default:
			fmt.Fprintf(&w, "%%%02X", c)
		}
	}
	return w.String()
}
