// Package checkpoints holds the bots that ship inside the binary, NAME.bot
// beside this file. Small ones only; runs go to ./runs. NAME.levelN.bot is level N of
// the ladder of opponents that leads to the ringer NAME.
//
// It returns bytes by name and does not know their format: see models/botfile.
package checkpoints

import (
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The pattern matches this file too, so that the package compiles before there
// is any bot.
//
//go:embed *
var files embed.FS

const extension = ".bot"

// Names lists the shipped bots, ringers and levels, in alphabetical order, without the extension.
func Names() []string {
	names := []string{}
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("checkpoints: " + err.Error()) // the embedded folder is always there
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok {
			names = append(names, name)
		}
	}
	return names
}

var levelName = regexp.MustCompile(`\.level[1-9][0-9]*$`)

// Ringers lists the shipped bots that are no levels, in alphabetical order.
func Ringers() []string { return slices.DeleteFunc(Names(), levelName.MatchString) }

// Levels lists the shipped bots that are levels, in alphabetical order.
func Levels() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return !levelName.MatchString(name) })
}

// RingerOf returns the name of a bot without that of its level.
func RingerOf(name string) string { return levelName.ReplaceAllString(name, "") }

// UnknownError says that no bot of a name is shipped.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	known := "none are shipped in this build"
	if len(e.Known) > 0 {
		known = "shipped: " + strings.Join(e.Known, ", ")
	}
	return fmt.Sprintf("no bot %q (%s; or give the path of a .bot file)", e.Name, known)
}

// Open returns the file of a shipped bot, or an *UnknownError.
func Open(name string) (*bytes.Reader, error) {
	if !slices.Contains(Names(), name) {
		return nil, &UnknownError{Name: name, Known: Ringers()}
	}
	data, err := files.ReadFile(name + extension)
	if err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	return bytes.NewReader(data), nil
}
