package workbench

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"ringer/env/things"
	"ringer/internal/disk"
	"ringer/internal/input"
)

//go:embed page
var pages embed.FS

// Root is where Handler stands on a server.
const Root = "/design/"

// maxBody is the size of the largest request.
const maxBody = 256 * disk.KiB

// Handler serves the page, its API and the files of answers, below Root. Whoever puts it on a network
// guards it: it answers everybody.
//
//	GET  /design/api/bench                   everything but the knobs
//	GET  /design/api/knobs?group=G&find=W    fields of the form
//	POST /design/api/try       {"changes"}   what changes do, and every fault at its field
//	POST /design/api/variants  {"name", "changes"}
//	POST /design/api/ask       a Question
//	GET  /design/api/answers/N               an Answer
//	POST /design/api/answers/N/stop, …/continue
//	GET  /design/files/N/…                   files that an answer names
//	GET  /design/workbench.zip               what Export writes
func (b *Bench) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Root+"{$}", func(w http.ResponseWriter, _ *http.Request) { asset(w, "index.html", "text/html; charset=utf-8") })
	mux.HandleFunc("GET "+Root+"page.js", func(w http.ResponseWriter, _ *http.Request) { asset(w, "page.js", "text/javascript; charset=utf-8") })
	mux.HandleFunc("GET "+Root+"page.css", func(w http.ResponseWriter, _ *http.Request) { asset(w, "page.css", "text/css; charset=utf-8") })
	mux.HandleFunc("GET "+Root+"api/bench", func(w http.ResponseWriter, _ *http.Request) { reply(w, b.overview(), nil) })
	mux.HandleFunc("GET "+Root+"api/knobs", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		list, more := b.Fields(q.Get("group"), q.Get("find"))
		reply(w, map[string]any{"fields": orNone(list), "more": more}, nil)
	})
	mux.HandleFunc("POST "+Root+"api/try", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Changes []Change `json:"changes"`
		}
		if read(w, r, &in) {
			v, err := b.Try(in.Changes)
			reply(w, v, err)
		}
	})
	mux.HandleFunc("POST "+Root+"api/variants", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Name    string   `json:"name"`
			Changes []Change `json:"changes"`
		}
		if read(w, r, &in) {
			v, err := b.Add(in.Name, in.Changes)
			reply(w, v, err)
		}
	})
	mux.HandleFunc("POST "+Root+"api/ask", func(w http.ResponseWriter, r *http.Request) {
		var q Question
		if read(w, r, &q) {
			a, err := b.Ask(q)
			reply(w, a, err)
		}
	})
	mux.HandleFunc("GET "+Root+"api/answers/{id}", b.ofAnswer(b.Answer))
	mux.HandleFunc("POST "+Root+"api/answers/{id}/stop", b.ofAnswer(b.Stop))
	mux.HandleFunc("POST "+Root+"api/answers/{id}/continue", b.ofAnswer(b.Continue))
	mux.HandleFunc("GET "+Root+"files/{id}/{name...}", b.file)
	mux.HandleFunc("GET "+Root+"workbench.zip", b.zipped)
	b.addFindings(mux)
	return mux
}

// Overview is everything of a workbench but the knobs.
type Overview struct {
	Game      string         `json:"game"`
	Title     string         `json:"title"`
	Folder    string         `json:"folder"`
	Command   string         `json:"command"` // that opens it again
	Questions []kind         `json:"questions"`
	Things    []things.Thing `json:"things"`
	Groups    []Group        `json:"groups"`
	Variants  []*Variant     `json:"variants"`
	Answers   []Answer       `json:"answers"`
	Bounds    struct {
		LeastSeconds float64 `json:"least_seconds"`
		MostSeconds  float64 `json:"most_seconds"`
		MostName     int     `json:"most_name"`
	} `json:"bounds"`
}

func (b *Bench) overview() *Overview {
	spec := b.Game.Spec()
	dir := filepath.ToSlash(b.Dir)
	o := &Overview{
		Game: spec.String(), Title: spec.Title, Folder: dir, Command: fmt.Sprintf("%s design %s --out %s", b.Program, input.ShellWord(spec.String()), input.ShellWord(dir)),
		Questions: kinds(), Things: orNone(b.things), Groups: b.groups(), Answers: []Answer{},
	}
	o.Bounds.LeastSeconds, o.Bounds.MostSeconds, o.Bounds.MostName = leastSeconds, mostSeconds, mostName
	b.mu.Lock()
	defer b.mu.Unlock()
	o.Variants = append(o.Variants, b.variants...)
	for _, a := range b.answers {
		o.Answers = append(o.Answers, *a)
	}
	return o
}

// orNone returns a list that JSON writes as one.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func asset(w http.ResponseWriter, name, kind string) {
	text, err := pages.ReadFile("page/" + name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(text)
}

// read reads the object of a request, and answers one that is none.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, Faults{{Words: "want Content-Type: application/json"}})
		return false
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, Faults{{Words: fmt.Sprintf("want a request of at most %d bytes", maxBody)}})
		return false
	}
	if err := input.JSON(text, into); err != nil {
		refuse(w, http.StatusBadRequest, Faults{{Words: err.Error()}})
		return false
	}
	return true
}

// reply writes what a request asked for, or its faults: 400 for a fault of the person who asked.
func reply(w http.ResponseWriter, v any, err error) {
	var faults Faults
	switch {
	case errors.As(err, &faults):
		refuse(w, http.StatusBadRequest, faults)
	case errors.Is(err, errNone):
		refuse(w, http.StatusNotFound, Faults{{Words: err.Error()}})
	case err != nil:
		refuse(w, http.StatusInternalServerError, Faults{{Words: err.Error()}})
	default:
		send(w, http.StatusOK, v)
	}
}

func refuse(w http.ResponseWriter, status int, faults Faults) {
	send(w, status, map[string]any{"faults": faults})
}

func send(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"faults":[{"words":"the answer cannot be written"}]}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n'))
}

// idOf returns the number in the address of a request; 0 where there is none.
func idOf(r *http.Request) int {
	n, ok := input.Whole(r.PathValue("id"))
	if !ok || n < 1 || n > 1e6 {
		return 0
	}
	return int(n)
}

func (b *Bench) ofAnswer(do func(id int) (Answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, err := do(idOf(r))
		reply(w, a, err)
	}
}

// inert lets a page of a report have its styles, and nothing else.
const inert = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// kindsOfFiles are the files that answers name, by their ends, with what a browser takes them for.
var kindsOfFiles = map[string]string{
	".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".csv": "text/csv; charset=utf-8", ".json": "application/json", ".jsonl": "application/x-ndjson",
}

// file serves a file of an answer: of its report, and nothing beside it. No script of one runs.
func (b *Bench) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	kind := kindsOfFiles[path.Ext(name)]
	_, err := b.Answer(idOf(r))
	if err != nil || kind == "" || !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name, ".") {
		http.NotFound(w, r)
		return
	}
	root, err := os.OpenRoot(b.Files(idOf(r)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = root.Close() }()
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", inert)
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", info.ModTime(), f)
}
