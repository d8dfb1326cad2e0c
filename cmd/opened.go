package cmd

import (
	"crypto/sha256"
	"fmt"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/env"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
)

// opened is a file that an agent was built from.
type opened struct {
	kind  string // bot, roster.Network or roster.Script
	name  string // by which the agent asked for it
	ships bool   // with this build
	data  []byte

	network  *networkFiles    // of a network
	strategy *script.Strategy // of a strategy, as it is for the game
}

// checksum returns the SHA-256 of the file, and of those beside it in which its weights lie.
func (o *opened) checksum() string {
	if o.network != nil {
		return o.network.checksum()
	}
	return fmt.Sprintf("%x", sha256.Sum256(o.data))
}

// noted holds the files that an agent was built from, those of the agents inside it too. Each
// is opened once; they stand in the order in which they were asked for.
type noted struct {
	files []*opened
	stays bool // a program plays, so that it cannot be built elsewhere
}

// once returns the file of a kind and a name, which open reads the first time.
func (n *noted) once(kind, name string, open func() (*opened, error)) (*opened, error) {
	for _, o := range n.files {
		if o.kind == kind && o.name == name {
			return o, nil
		}
	}
	o, err := open()
	if err != nil {
		return nil, err
	}
	o.kind, o.name = kind, name
	n.files = append(n.files, o)
	return o, nil
}

// identity tells an agent from others of its name: the checksum of its file, one of the
// checksums of several, and empty where it opened none.
func (n *noted) identity() string {
	switch len(n.files) {
	case 0:
		return ""
	case 1:
		return n.files[0].checksum()
	}
	h := sha256.New()
	for _, o := range n.files {
		fmt.Fprintln(h, o.checksum())
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// carried returns the files that a worker needs to build the agent, by the names under which it
// asks for them. Every build has those that ship.
func (n *noted) carried() map[string][]byte {
	files := map[string][]byte{}
	for _, o := range n.files {
		if o.ships {
			continue
		}
		files[o.name] = o.data
		if o.network != nil {
			for name, data := range o.network.beside {
				files[o.name+besideMark+name] = data
			}
		}
	}
	return files
}

// sourcesFor returns what the agents of the person at the keyboard are built from, with the
// note of the files that they open.
func sourcesFor(g env.Game) (roster.Sources, *noted) {
	n := &noted{}
	program := programFor(g)
	return roster.Sources{
		Game: g, Adapt: adaptBot,
		Bot: func(name string) (*botfile.Bot, error) {
			o, err := n.once(botKind, name, func() (*opened, error) {
				data, err := botBytes(name)
				return &opened{ships: !isBotFile(name), data: data}, err
			})
			if err != nil {
				return nil, err
			}
			return readBot(name, o.data)
		},
		Network: func(file string) (*onnxrun.Model, error) {
			o, err := n.once(roster.Network, file, func() (*opened, error) {
				network, err := readNetwork(file)
				if err != nil {
					return nil, err
				}
				return &opened{data: network.model, network: network}, nil
			})
			if err != nil {
				return nil, err
			}
			return o.network.read(file)
		},
		Script: func(name string) (*script.Strategy, error) {
			o, err := n.once(roster.Script, name, func() (*opened, error) {
				data, err := scriptBytes(name)
				if err != nil {
					return nil, err
				}
				strategy, err := readStrategy(g, name, data)
				return &opened{ships: isStyle(name), data: data, strategy: strategy}, err
			})
			if err != nil {
				return nil, err
			}
			return o.strategy, nil
		},
		Program: func(command string, limits roster.Limits) (agents.Agent, error) {
			n.stays = true
			return program(command, limits)
		},
	}, n
}
