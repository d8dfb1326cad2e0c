package open

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"ringer/agents/mixture"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/internal/disk"
)

// opened is a file that an agent was built from.
type opened struct {
	kind  string // BotKind, or a name of the roster
	name  string // by which the agent asked for it
	where string // its name in messages
	data  []byte

	plays    string           // of a bot: see botfile.Bot.Plays
	network  *network         // of a network
	strategy *script.Strategy // of a strategy, as it is for the game
}

// checksum returns the SHA-256 of the file, and of those beside it in which its weights lie.
func (o *opened) checksum() string {
	if o.network != nil {
		return o.network.checksum()
	}
	return fmt.Sprintf("%x", sha256.Sum256(o.data))
}

// decides returns the SHA-256 of what decides the play of an agent of the file: of a bot its
// weights or its table, and not what its manifest says of the training.
func (o *opened) decides() string {
	if o.plays != "" {
		return o.plays
	}
	return o.checksum()
}

// Files are the files that an agent was built from, also the files of the agents inside it.
// Each is opened once; they stand in the order in which they were asked for.
type Files struct {
	files []*opened
	stays bool // a program plays, so that it cannot be built elsewhere
}

// open returns the file of a kind and a name, which it reads the first time.
func (f *Files) open(kind, name string) (_ *opened, err error) {
	for _, o := range f.files {
		if o.kind == kind && o.name == name {
			return o, nil
		}
	}
	o := &opened{kind: kind, name: name, where: name}
	switch kind {
	case roster.Network:
		if o.network, err = networkFromDisk(name); err == nil {
			o.data = o.network.model
		}
	case roster.Script:
		o.data, err = strategyBytes(name)
	case roster.Mixture:
		o.data, err = disk.ReadFile(name, mixture.MaxTar)
	default:
		o.data, err = BotBytes(name)
	}
	if err != nil {
		return nil, err
	}
	f.files = append(f.files, o)
	return o, nil
}

// ships reports whether every build has the file of a kind and a name.
func ships(kind, name string) bool {
	return kind == BotKind && !IsBotFile(name) || kind == roster.Script && IsStyle(name)
}

// Identity tells an agent from others of its name: the checksum of its file, one of the
// checksums of several, and empty where it opened none.
func (f *Files) Identity() string { return f.sum((*opened).checksum) }

// Play tells an agent from others that play by other weights; seeds of its games are derived
// from it. Two trainings that end in the same weights have the same, however long they took and
// whatever their files say of it.
func (f *Files) Play() string { return f.sum((*opened).decides) }

// sum returns the checksum of the only file, one of the checksums of several, and empty for none.
func (f *Files) sum(of func(*opened) string) string {
	switch len(f.files) {
	case 0:
		return ""
	case 1:
		return of(f.files[0])
	}
	h := sha256.New()
	for _, o := range f.files {
		fmt.Fprintln(h, of(o))
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// besideMark stands between the name of a network's file and the name of one beside it.
const besideMark = "\x00"

// Carried returns the files that another machine needs to build the agent by CarriedAgent,
// by the names under which it asks for them. Every build has those that ship. An agent
// that is a program cannot be carried: ok is false then.
func (f *Files) Carried() (files map[string][]byte, ok bool) {
	files = map[string][]byte{}
	for _, o := range f.files {
		if ships(o.kind, o.name) {
			continue
		}
		files[o.name] = o.data
		if o.network != nil {
			for name, data := range o.network.beside {
				files[o.name+besideMark+name] = data
			}
		}
	}
	return files, !f.stays
}

// FileWord returns the name of an agent, or of a game, as a part of the name of a file: bot(duel)
// is bot-duel.
func FileWord(name string) string {
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name)
	return strings.Trim(word, "-")
}
