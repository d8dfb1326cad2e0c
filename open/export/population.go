package export

import (
	"ringer/agents/mixture"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/checkpoint"
)

// Mixed is a population that was written as one file: the object of `ringer export --json` of one.
type Mixed struct {
	Bytes   int    `json:"bytes"`
	Game    string `json:"game"`
	Held    int    `json:"held"` // bots inside
	Out     string `json:"out"`
	Players int    `json:"players"`
}

// Population writes the population that the file from names, a text or an archive, with the bots of its
// players as one file, out. o builds the players.
func Population(o *open.Opener, from, out string) (*Mixed, error) {
	data, err := disk.ReadFile(from, mixture.MaxTar)
	if err != nil {
		return nil, input.Bad(err)
	}
	p, archive, err := o.Hold(from, data)
	if err != nil {
		return nil, err
	}
	if data, err = archive.Tar(); err != nil {
		return nil, input.Badf("%s: %w", out, err)
	}
	return &Mixed{Bytes: len(data), Game: p.Game, Held: len(archive.Files), Out: out, Players: len(p.Players)}, checkpoint.WriteFile(out, data)
}
