package mixture

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Held is a population in one file, a tar archive: its text, and the files of bots by the names by
// which its players call them, NAME.bot.
type Held struct {
	Text  []byte
	Files map[string][]byte
}

const (
	textName  = "population.yaml" // the first of the archive
	extension = ".bot"
	mostHeld  = 256

	// MaxTar is the size of the largest archive, in bytes.
	MaxTar = 64 << 20
)

var (
	fileName   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,80}\.bot$`)
	notInNames = regexp.MustCompile(`[^A-Za-z0-9_-]+`)
)

// IsTar reports whether a file is such an archive, rather than the text of a population.
func IsTar(data []byte) bool { return len(data) > 262 && string(data[257:262]) == "ustar" }

// ReadTar reads an archive. Its files share the memory of data.
func ReadTar(data []byte) (*Held, error) {
	if len(data) > MaxTar {
		return nil, fmt.Errorf("%d bytes: want at most 64 MiB", len(data))
	}
	h := &Held{Files: map[string][]byte{}}
	from := bytes.NewReader(data)
	for r := tar.NewReader(from); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("no tar archive, or truncated: %w", err)
		}
		// The bytes of a regular file follow its head as they are.
		at := len(data) - from.Len()
		_, twice := h.Files[head.Name]
		switch first := h.Text == nil; {
		case head.Typeflag != tar.TypeReg || head.Size > int64(len(data)-at):
			return nil, fmt.Errorf("%q: want a plain file", head.Name)
		case first && head.Name == textName:
			h.Text = data[at : at+int(head.Size)]
		case first:
			return nil, fmt.Errorf("%q: want %s first", head.Name, textName)
		case !fileName.MatchString(head.Name) || twice:
			return nil, fmt.Errorf("%q: want files of bots, NAME.bot, each once", head.Name)
		case len(h.Files) == mostHeld:
			return nil, fmt.Errorf("more than %d files of bots", mostHeld)
		default:
			h.Files[head.Name] = data[at : at+int(head.Size)]
		}
	}
	if h.Text == nil {
		return nil, fmt.Errorf("an archive without %s", textName)
	}
	return h, nil
}

// Hold adds the file of a bot, and returns the name by which players call it: one like name, that no
// other file has.
func (h *Held) Hold(name string, data []byte) string {
	word := strings.Trim(notInNames.ReplaceAllString(strings.TrimSuffix(path.Base(name), extension), "-"), "-")
	word = fmt.Sprintf("%.60s", word)
	if word == "" {
		word = "bot"
	}
	called := word + extension
	for n := 2; ; n++ {
		if old, taken := h.Files[called]; !taken || bytes.Equal(old, data) {
			break
		}
		called = fmt.Sprintf("%s-%d%s", word, n, extension)
	}
	if h.Files == nil {
		h.Files = map[string][]byte{}
	}
	h.Files[called] = data
	return called
}

// Tar writes the archive: the same bytes for the same population.
func (h *Held) Tar() ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	names := []string{}
	for name := range h.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range append([]string{textName}, names...) {
		data := h.Files[name]
		if name == textName {
			data = h.Text
		}
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data)), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := w.Write(data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if out.Len() > MaxTar {
		return nil, fmt.Errorf("%d bytes: want at most 64 MiB", out.Len())
	}
	return out.Bytes(), nil
}
