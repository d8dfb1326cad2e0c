package workbench

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"ringer/env"
	"ringer/env/games"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open/reporting"
	"ringer/play/replay"
	"ringer/report/balance"
	"ringer/report/page"
	"ringer/train/checkpoint"
)

// Names in an export. Its files of answers are where the page asks a server for them.
const (
	exportData = "workbench.js"
	filesDir   = "files"
)

// mostGamesShown is the number of records of an answer that the page shows.
const mostGamesShown = 3

// copied holds all that the page of an export shows: see page.js.
type copied struct {
	Date    string              `json:"date"`
	Version string              `json:"version"`
	Bench   *Overview           `json:"bench"`
	Fields  map[string][]Field  `json:"fields"`  // of each group
	Stories map[string][]string `json:"stories"` // by the number of an answer: the pages that tell its games
}

// Export writes a workbench as a folder that any browser reads without a server: the page with its
// variants and answers, to be read only, with their pictures, whole reports and games. Nothing in it says where
// the workbench lies.
//
// A folder that holds anything but an older export is bad input.
func (b *Bench) Export(dir string) error {
	if err := exportFits(dir); err != nil {
		return err
	}
	return b.export(func(name string, text []byte) error {
		at := filepath.Join(dir, filepath.FromSlash(name))
		return input.Bad(errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), checkpoint.WriteFile(at, text)))
	})
}

// exportFits refuses a folder that holds something else.
func exportFits(dir string) error {
	list, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return input.Badf("--export %s: want a folder: %w", dir, err)
	}
	if _, err := os.Stat(filepath.Join(dir, exportData)); err != nil && len(list) > 0 {
		return input.Badf("--export %s: something else is there: want a folder that is empty, or that --export has written", dir)
	}
	return nil
}

// export gives every file of an export to put, the first page last.
func (b *Bench) export(put func(name string, text []byte) error) error {
	out := &copied{Date: time.Now().Format(time.DateOnly), Version: strings.TrimSpace("Ringer " + b.Version), Bench: b.overview(), Fields: map[string][]Field{}, Stories: map[string][]string{}}
	for _, g := range out.Bench.Groups {
		out.Fields[g.Name] = b.fieldsOf(g.Name)
	}
	out.Bench.Folder, out.Bench.Command = "", b.Program+" design "+input.ShellWord(b.Game.Spec().String())
	for i := range out.Bench.Answers {
		if err := b.exportAnswer(&out.Bench.Answers[i], out, put); err != nil {
			return err
		}
	}
	text, err := json.Marshal(out) // which escapes what would end a script
	if err != nil {
		return err
	}
	files := map[string][]byte{exportData: fmt.Appendf(nil, "globalThis.workbench = %s\n", text)}
	for _, name := range []string{"page.css", "page.js"} {
		if files[name], err = pages.ReadFile("page/" + name); err != nil {
			return err
		}
	}
	for _, name := range []string{"page.css", "page.js", exportData} {
		if err := put(name, files[name]); err != nil {
			return err
		}
	}
	index, err := pages.ReadFile("page/index.html")
	if err != nil {
		return err
	}
	const module = `<script type="module" src="page.js"></script>`
	if !bytes.Contains(index, []byte(module)) {
		return errors.New("workbench: the page has no line that loads its script")
	}
	// A browser loads no module from a disk.
	return put("index.html", bytes.Replace(index, []byte(module), []byte(`<script src="`+exportData+`"></script>`+"\n"+`<script src="page.js"></script>`), 1))
}

// zipped serves an export as one file, with everything in a folder.
func (b *Bench) zipped(w http.ResponseWriter, _ *http.Request) {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	folder := "workbench-" + b.Game.Spec().Name + "/"
	err := b.export(func(name string, text []byte) error {
		f, err := z.Create(folder + name)
		if err == nil {
			_, err = f.Write(text)
		}
		return err
	})
	if err = errors.Join(err, z.Close()); err != nil {
		reply(w, nil, err)
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="`+strings.TrimSuffix(folder, "/")+`.zip"`)
	_, _ = w.Write(text.Bytes())
}

// exportAnswer gives the files that an answer names to put, and takes the names of this machine's folders
// from it. An answer that is not finished has none.
func (b *Bench) exportAnswer(a *Answer, out *copied, put func(name string, text []byte) error) error {
	dir := filepath.ToSlash(b.Files(a.ID))
	at := path.Join(filesDir, fmt.Sprint(a.ID))
	a.Commands = append([]string(nil), a.Commands...) // the bench keeps its own
	for i, c := range a.Commands {
		c = strings.ReplaceAll(c, " --out "+input.ShellWord(dir), "")
		a.Commands[i] = strings.ReplaceAll(c, dir, at)
	}
	if a.Records = a.Records[:min(len(a.Records), mostGamesShown)]; a.State != Done {
		a.Records = nil
		if a.State != Failed {
			a.State = Stopped // nobody goes on with it here
		}
		a.Part, a.Now, a.Total, a.Pictures, a.Report = "", 0, 0, nil, ""
		return nil
	}
	var names []string
	for _, p := range a.Pictures {
		names = append(names, p, strings.TrimSuffix(p, ".svg")+page.SmallEnd)
	}
	if a.Report != "" {
		names = append(names, a.Report, reporting.JSONName)
	} else {
		names = append(names, reporting.OverlayName)
	}
	names = append(names, a.Records...)
	root, err := os.OpenRoot(b.Files(a.ID))
	if err != nil {
		return input.Bad(err)
	}
	defer func() { _ = root.Close() }()
	for _, name := range names {
		text, err := readIn(root, name)
		if errors.Is(err, fs.ErrNotExist) && name == reporting.OverlayName {
			continue // the search found nothing
		}
		if err != nil {
			return input.Badf("answer %d: %s: %w", a.ID, name, err)
		}
		if err := put(path.Join(at, name), text); err != nil {
			return err
		}
		if path.Ext(name) != ".jsonl" {
			continue
		}
		story := strings.TrimSuffix(name, ".jsonl") + ".html"
		told, err := tellRecord(text, name, strings.Repeat("../", strings.Count(path.Join(at, name), "/")))
		if err != nil {
			return input.Badf("answer %d: %s: %w", a.ID, name, err)
		}
		if err := put(path.Join(at, story), told); err != nil {
			return err
		}
		id := fmt.Sprint(a.ID)
		out.Stories[id] = append(out.Stories[id], story)
	}
	return nil
}

// mostExported is the size of the largest file of an answer.
const mostExported = 64 * disk.MiB

// readIn reads a regular file below a folder.
func readIn(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > mostExported:
		return nil, fmt.Errorf("want a file of at most %d bytes", mostExported)
	}
	return io.ReadAll(f)
}

// tellRecord returns the page that tells a recorded game from its begin to its end, in the game's words. up
// leads to the page of the workbench.
func tellRecord(text []byte, name, up string) ([]byte, error) {
	r, err := replay.Read(bytes.NewReader(text), name)
	if err != nil {
		return nil, err
	}
	g, err := games.Restore(r.Game, r.Rules)
	if err != nil {
		return nil, err
	}
	var history []env.Action
	for i := range r.Steps {
		history = append(history, r.Steps[i].Action)
	}
	if _, err := r.Play(g, nil); err != nil {
		return nil, err
	}
	lines, err := balance.Telling(g, history)
	if err != nil {
		return nil, err
	}
	var d document
	title := fmt.Sprintf("%s: %s", g.Spec().Title, strings.TrimSuffix(path.Base(name), ".jsonl"))
	d.begin(title, up, up+"index.html", "The workbench")
	d.put("<p>%s, seed %d. In the seats: %s.</p>\n<section>\n<ol>\n", r.Game, r.Seed, strings.Join(r.Agents, ", "))
	for _, line := range lines {
		d.put("<li>%s</li>\n", line)
	}
	d.put("</ol>\n<p class=\"row\"><a class=\"button\" href=\"%s\" download>The record</a></p>\n<p>A Ringer shows it on the table: <code>ringer replay %s</code></p>\n</section>\n", path.Base(name), input.ShellWord(path.Base(name)))
	d.end()
	return d.Bytes(), nil
}
