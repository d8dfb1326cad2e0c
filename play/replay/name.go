package replay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// FreeName returns the name of a replay file that does not exist, base and an extension.
func FreeName(base string) (string, error) {
	const extension = ".replay.jsonl"
	for n := 1; ; n++ {
		name := base + extension
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, extension)
		}
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		} else if err != nil {
			return "", err
		}
	}
}
