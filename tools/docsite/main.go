// Command docsite writes the documentation as a folder of static pages with search, which
// opens from the disk and asks no server for anything.
//
//	go run ./docsite -root .. -out ../bin/docs
//
// A page of the repository becomes a page of the same path (docs/player.md is
// docs/player.html, README.md is index.html). The pages are those that can be reached by
// links from the front page; docs/README.md gives the navigation.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", "..", "folder of the repository")
	out := flag.String("out", "bin/docs", "folder of the site, made anew; a relative one begins in root")
	flag.Parse()
	if flag.NArg() != 0 {
		fmt.Fprintf(os.Stderr, "docsite: found %q, want no arguments\n", flag.Args())
		os.Exit(2)
	}
	to := *out
	if !filepath.IsAbs(to) {
		to = filepath.Join(*root, to)
	}
	site, err := read(os.DirFS(*root))
	if err == nil {
		err = site.write(to)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "docsite:", err)
		os.Exit(2)
	}
	fmt.Printf("%d pages; open %s\n", len(site.pages), filepath.Join(to, "index.html"))
}
