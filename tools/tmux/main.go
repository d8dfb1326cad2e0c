package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// gamesPlayed are games of every kind, by their names for ringer play.
var gamesPlayed = []string{
	"kuhn", "leduc", "liarsdice", "goofspiel(players=3)", "tictactoe",
	"heat", "heat(players=3,talk=claims)", "heist", "heist(players=4)", "payday", "fourdowns", "fourdowns(players=2)", "fivepossessions",
	"duel", "duel(models_per_player=3,melee=true,cover=simple)", "duel(players=4)",
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bin := flag.String("bin", "../bin/ringer", "the program")
	vs := flag.String("vs", "random", "the agent in the other seats")
	only := flag.String("only", "", "games that begin so only")
	seed := flag.Uint64("seed", 1, "of the deals and of the choices")
	most := flag.Int("most", 1500, "decisions of a game at most; a longer one is left with q")
	keep := flag.String("keep", "", "folder to keep the screens in")
	flag.Parse()
	program, err := filepath.Abs(*bin)
	if err == nil {
		_, err = os.Stat(program)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	found := 0
	for _, game := range gamesPlayed {
		if !strings.HasPrefix(game, *only) {
			continue
		}
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			p := &player{program: program, game: game, vs: *vs, width: size[0], height: size[1], seed: *seed, most: *most}
			faults, err := p.play(ctx)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s at %d×%d: %v\n", game, p.width, p.height, err)
				os.Exit(2)
			}
			fmt.Printf("%-55s %3d × %2d  %4d decisions  %d faults  %s\n", game, p.width, p.height, p.asked, len(faults), p.last)
			for i, f := range faults {
				if i == 5 {
					fmt.Printf("    … and %d more\n", len(faults)-i)
					break
				}
				fmt.Printf("    %s\n", strings.ReplaceAll(f, "\n", "\n    "))
			}
			found += len(faults)
			if *keep != "" {
				name := fmt.Sprintf("%s-%dx%d.txt", strings.Map(plain, game), p.width, p.height)
				if err := os.WriteFile(filepath.Join(*keep, name), []byte(p.all), 0o600); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(2)
				}
			}
		}
	}
	if found > 0 {
		os.Exit(1)
	}
}

// plain keeps letters and digits of names of files.
func plain(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '=' || r == '_' {
		return r
	}
	return '-'
}
