package web

import (
	"bytes"
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files returns the built page: index.html and all that it loads, with paths relative to
// its own folder. The page connects to the WebSocket "ws" beside it.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is embedded
	}
	return files
}

var (
	served   = []byte(`<meta name="ringer-host" content="server">`)
	inside   = []byte(`<meta name="ringer-host" content="browser">`)
	indexing = "dist/index.html"
)

// InsideIndex returns an index.html whose tables are in the visitor's own browser: the
// page then starts host.js as a worker, which loads wasm_exec.js and ringer.wasm beside
// it, and bots/NAME.bot when a bot is needed.
func InsideIndex() []byte {
	index, err := dist.ReadFile(indexing)
	if err != nil {
		panic(err) // dist is embedded
	}
	return bytes.Replace(index, served, inside, 1)
}
