package server

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// plainPage stands where there is no page.
const plainPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ringer</title>
<p>This is a table server of Ringer. Programs speak <code>ringer-table/1</code> with it, at <code>/ws</code> and <code>/api</code>.</p>
`

// page serves the files of the page. Files whose name has a hash never change, and browsers
// may keep them.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	if s.Page == nil {
		if name != "index.html" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, plainPage)
		return
	}
	file, err := s.Page.Open(name)
	if err == nil {
		defer func() { _ = file.Close() }()
		if info, fault := file.Stat(); fault == nil && info.IsDir() {
			err = fs.ErrNotExist
		}
	}
	data, ok := file.(io.ReadSeeker)
	sum := sha256.New()
	if err == nil && ok {
		_, err = io.Copy(sum, data)
	}
	if err != nil || !ok {
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
			s.refuse(w, http.StatusInternalServerError, "the page cannot be read")
			return
		}
		http.NotFound(w, r)
		return
	}
	kind := mime.TypeByExtension(path.Ext(name))
	switch path.Ext(name) { // not what the machine's tables say
	case ".html":
		kind = "text/html; charset=utf-8"
	case ".js", ".mjs":
		kind = "text/javascript; charset=utf-8"
	case ".css":
		kind = "text/css; charset=utf-8"
	case ".svg":
		kind = "image/svg+xml"
	case ".wasm":
		kind = "application/wasm"
	case ".json", ".webmanifest":
		kind = "application/json"
	}
	if kind == "" {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sum.Sum(nil)[:12]))
	http.ServeContent(w, r, "", time.Time{}, data)
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }

// metrics writes counts in the text format of Prometheus.
func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) {
	tables, used := s.Host.Count()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	for _, m := range []struct {
		name, kind, help string
		value            int64
	}{
		{"ringer_tables", "gauge", "tables in memory", int64(tables)},
		{"ringer_tables_used", "gauge", "tables that somebody watches or that think", int64(used)},
		{"ringer_clients", "gauge", "clients that are connected", int64(s.count())},
		{"ringer_waiting_bytes", "gauge", "bytes of messages that wait for clients", int64(s.backlog.size())},
		{"ringer_arriving_bytes", "gauge", "bytes of long messages that arrive from clients", s.arrivals.bytes.Load()},
		{"ringer_requests_total", "counter", "messages from clients", s.counts.requests.Load()},
		{"ringer_messages_total", "counter", "messages to clients", s.counts.messages.Load()},
		{"ringer_bytes_total", "counter", "bytes of messages to clients", s.counts.bytes.Load()},
		{"ringer_refused_total", "counter", "requests that were refused", s.counts.refused.Load()},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}
