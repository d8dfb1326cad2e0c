package shell

// A Page prints what a command shows, part after part. It keeps the first error, as bufio.Writer
// does, and prints nothing after it.
type Page struct {
	t   *Terminal
	Err error
}

// Page returns a page on standard output.
func (t *Terminal) Page() *Page { return &Page{t: t} }

// Printf is Terminal.Printf.
func (p *Page) Printf(format string, args ...any) {
	if p.Err == nil {
		p.Err = p.t.Printf(format, args...)
	}
}

// Prosef is Terminal.Prosef.
func (p *Page) Prosef(format string, args ...any) {
	if p.Err == nil {
		p.Err = p.t.Prosef(format, args...)
	}
}

// Table is Terminal.Table.
func (p *Page) Table(rows [][]string) {
	if p.Err == nil {
		p.Err = p.t.Table(rows)
	}
}
