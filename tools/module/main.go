// Command module gives the whole repository another module path, and merges what comes
// later from a repository that has the old one.
//
//	go run ./module github.com/me/ringer
//	go run ./module -merge upstream/main github.com/me/ringer
//
// The first form writes the path into every go.mod, into the imports of all Go files and
// where texts name a package, and commits that: the commit is generated, and holds nothing
// else. A second call finds what has come with the old path since, and nothing where
// nothing has.
//
// The second form merges a commit in which the old path stands. Both sides of the merge,
// and the commit that they have in common, are compared with the new path in them, so that
// an import that was renamed is no conflict with the line beside it.
//
// Exit status 1 where a merge left conflicts, 2 for bad input; nothing is changed then.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var j job
	flag.StringVar(&j.root, "root", "..", "folder of the repository")
	flag.StringVar(&j.merge, "merge", "", "branch or commit to merge, in which the old path stands, such as upstream/main")
	flag.Parse()
	err := errors.New("want one argument, the new module path, such as github.com/me/ringer")
	var told string
	if flag.NArg() == 1 {
		j.path = flag.Arg(0)
		told, err = j.run(ctx)
	}
	if told != "" {
		fmt.Println(told)
	}
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "module:", err)
	if _, ok := errors.AsType[*conflictError](err); ok {
		os.Exit(1)
	}
	os.Exit(2)
}
