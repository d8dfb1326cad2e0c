// Command ringer is Ringer with Curio: every command knows the game and its players.
package main

import (
	"embed"
	"ringer/cmd"

	"example.com/curio/collector"
	"example.com/curio/curio"
	"example.com/curio/gated"
	"example.com/curio/reinforce"
)

//go:embed configs docs checkpoints
var files embed.FS

func main() {
	cmd.Main(
		cmd.Game("curio", curio.Defaults, curio.New),
		cmd.Judge("curio", collector.NewJudge),
		cmd.Expert("curio", collector.New, collector.Nerve),
		cmd.Algorithm("reinforce", reinforce.Defaults, reinforce.New),
		cmd.Network(gated.Kind),
		cmd.Files(files),
	)
}
