package checkpoint

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
)

// goodID matches the names of runs.
var goodID = regexp.MustCompile(`^[A-Za-z0-9]{8,64}$`)

// ID returns the name of the run, which no other run has: letters and digits at random, drawn
// when they are first asked for and kept in the folder. They stay when the folder is moved; a
// copy of the folder has them too, until its file is removed.
func (r *Run) ID() (string, error) {
	path := filepath.Join(r.dir, idName)
	text, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		id := rand.Text()
		return id, WriteFile(path, []byte(id+"\n"))
	}
	if err != nil {
		return "", err
	}
	id := bytes.TrimSpace(text)
	if !goodID.Match(id) {
		return "", fmt.Errorf("%s: %.70q: want the name of the run, 8 to 64 letters and digits; where the file is removed, the run gets another", path, id)
	}
	return string(id), nil
}
