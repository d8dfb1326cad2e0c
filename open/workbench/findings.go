package workbench

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
	"sync"

	"ringer/env"
	"ringer/internal/input"
	"ringer/open/reporting"
	"ringer/report/balance"
	"ringer/report/findings"
	"ringer/report/flag"
)

// found holds the games of the findings that somebody looked at. They are played one at a time.
type found struct {
	mu    sync.Mutex
	games map[int]*foundGames // by the number of the finding
}

type foundGames struct {
	game env.Game
	list []reporting.Shown
}

// addFindings adds the page of findings:
//
//	GET /design/findings                  all of them, those of the workbench's game first
//	GET /design/findings/KIND.svg         the chart of a kind
//	GET /design/findings/N/K, …/K.jsonl   the K-th game of the N-th finding, in words and as a replay
func (b *Bench) addFindings(mux *http.ServeMux) {
	mux.HandleFunc("GET "+Root+"findings", b.findingsPage)
	mux.HandleFunc("GET "+Root+"findings/{chart}", b.findingsChart)
	mux.HandleFunc("GET "+Root+"findings/{id}/{game}", b.findingsGame)
}

// page of HTML, written by calls: see report/page.
type document struct{ bytes.Buffer }

// put writes HTML with texts in the places of its verbs.
func (d *document) put(form string, texts ...any) {
	for i, t := range texts {
		if text, ok := t.(string); ok {
			texts[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(d, form, texts...)
}

// begin begins a page below root, which has the styles, with a link back.
func (d *document) begin(title, root, back, name string) {
	d.put("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<title>%s – Ringer</title>\n<link rel=\"stylesheet\" href=\"%spage.css\">\n<link rel=\"icon\" href=\"data:,\">\n<main class=\"found\">\n"+
		"<p><a href=\"%s\">%s</a></p>\n<h1>%s</h1>\n", title, root, back, name, title)
}

func (d *document) send(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	d.end()
	_, _ = w.Write(d.Bytes())
}

func (d *document) end() { d.WriteString("</main>\n</html>\n") }

func (b *Bench) findingsPage(w http.ResponseWriter, _ *http.Request) {
	var d document
	d.begin("What we found in the games that ship", Root, Root, "The workbench")
	d.put("<p>Each is one figure with its 95%% interval, and no sentence claims more than its interval does. The strongest of each kind come first; those of %s are marked. "+
		"Games are played again when you open them: that takes some seconds.</p>\n", b.Game.Spec().Title)
	own := func(f *findings.Finding) bool {
		name, _, _ := strings.Cut(f.Game, "(")
		return name == b.Game.Spec().Name
	}
	for _, kind := range findings.Kinds() {
		if !slices.ContainsFunc(b.Findings, func(f findings.Finding) bool { return f.Kind == kind }) {
			continue
		}
		title, about := kind.Told()
		d.put("<section>\n<h2>%s</h2>\n<p class=\"dim\">%s</p>\n", title, about)
		if findings.Chart(b.Findings, kind) != nil {
			d.put("<img src=\"%sfindings/%s\" alt=\"%s: the figures of the list, with their intervals\">\n", Root, findings.ChartName(kind), title)
		}
		d.put("<ul>\n")
		for i := range b.Findings {
			f := &b.Findings[i]
			if f.Kind != kind {
				continue
			}
			d.put("<li><p>")
			if own(f) {
				d.put("<strong>%s</strong>: %s</p>\n", f.Game, f.Words())
			} else {
				d.put("%s: %s</p>\n", f.Game, f.Words())
			}
			d.put("<div class=\"row\">")
			for k := range findings.Games {
				d.put("<a class=\"button\" href=\"%sfindings/%d/%d\" aria-label=\"%s: game %d\">Game %d</a>", Root, i+1, k+1, f.Subject, k+1, k+1)
			}
			d.put("</div>\n<p><code>%s</code></p></li>\n", f.Command)
		}
		d.put("</ul>\n</section>\n")
	}
	d.send(w)
}

func (b *Bench) findingsChart(w http.ResponseWriter, r *http.Request) {
	for _, kind := range findings.Kinds() {
		if svg := findings.Chart(b.Findings, kind); r.PathValue("chart") == findings.ChartName(kind) && svg != nil {
			w.Header().Set("Content-Type", kindsOfFiles[".svg"])
			w.Header().Set("Content-Security-Policy", inert)
			_, _ = w.Write(svg)
			return
		}
	}
	http.NotFound(w, r)
}

// gamesOf returns the games of a finding.
func (b *Bench) gamesOf(ctx context.Context, id int) (*foundGames, error) {
	b.found.mu.Lock()
	defer b.found.mu.Unlock()
	if g := b.found.games[id]; g != nil {
		return g, nil
	}
	g, list, err := reporting.GamesOf(ctx, b.Trainer.Opener, &b.Findings[id-1], b.Workers)
	if err != nil {
		return nil, err
	}
	if b.found.games == nil {
		b.found.games = map[int]*foundGames{}
	}
	b.found.games[id] = &foundGames{g, list}
	return b.found.games[id], nil
}

func (b *Bench) findingsGame(w http.ResponseWriter, r *http.Request) {
	id := idOf(r)
	text, record := strings.CutSuffix(r.PathValue("game"), ".jsonl")
	k, ok := input.Whole(text)
	if id < 1 || id > len(b.Findings) || !ok || k < 1 || k > findings.Games {
		http.NotFound(w, r)
		return
	}
	f := &b.Findings[id-1]
	games, err := b.gamesOf(r.Context(), id)
	if err != nil {
		reply(w, nil, err)
		return
	}
	if int(k) > len(games.list) {
		http.NotFound(w, r)
		return
	}
	shown := &games.list[k-1]
	name := f.GameNames()[k-1]
	if record {
		w.Header().Set("Content-Type", kindsOfFiles[".jsonl"])
		w.Header().Set("Content-Disposition", "attachment; filename="+name)
		_ = shown.Replay.Write(w)
		return
	}
	story, err := balance.Story(games.game, f.Subject, flag.Example{History: shown.History, At: shown.At})
	if err != nil {
		reply(w, nil, err)
		return
	}
	gameName, _, _ := strings.Cut(f.Game, "(")
	var d document
	d.begin(fmt.Sprintf("%s, game %d", f.Subject, k), Root, Root+"findings", "All findings")
	d.put("<p>%s: %s</p>\n<section>\n<ol>\n", f.Game, f.Words())
	for _, line := range story.Lines {
		d.put("<li>%s</li>\n", line)
	}
	d.put("</ol>\n<p class=\"row\"><a class=\"button\" href=\"%sfindings/%d/%d.jsonl\">The record</a></p>\n<p><code>%s findings %s --replays runs/found</code> <code>%s replay runs/found/%s</code></p>\n</section>\n",
		Root, id, int(k), b.Program, gameName, b.Program, name)
	d.send(w)
}
