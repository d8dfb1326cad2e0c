// Command wasm holds tables in a browser, in a worker of the page: see play/browser.
package main

import (
	"context"

	"ringer/play/browser"
)

func main() {
	if err := browser.Serve(context.Background()); err != nil {
		panic(err) // the worker reports it, and the page shows it
	}
}
