package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/internal/console"

	"ringer/env/scene"
)

// A page is everything that a person sees at a decision: a heading, the table, the question
// and the choices. It is laid out for a screen of any size.
type page struct {
	title    string // heading, at the left
	note     string // heading, at the right
	table    *seen
	question string
	choices  []string
	numbers  []int  // by which the choices are called; nil: from 1
	hidden   []bool // choices that the picture shows; nil: none
	prompt   string // what to type for hidden choices; empty: none
	from     int    // the first choice of the list that is shown
}

// laid is a page in lines.
type laid struct {
	table    []row
	question []string
	choices  []string
	next     int  // the first choice of the next part of the list; 0: this part is the last
	cut      bool // rows of the table are left out
}

// row is a line of the table: a part of a picture, and words to its right.
type row struct{ picture, words string }

const (
	leastWords   = 28 // width of words beside a picture
	leastPicture = 12 // width of a picture beside words
	leastChoices = 3  // rows of choices
	leastTable   = 6  // rows of words beside many choices

	roomForPictures = 34 // rows of a screen that has some to spare beside a picture
)

// layOut lays a page out for a width and a height; height 0: as high as it gets. spare is
// the number of rows that are good to keep free for what happened before.
func (p *page) layOut(width, height, spare int) laid {
	l := laid{question: wrapAll([]string{p.question}, width)}
	if p.question == "" {
		l.question = nil
	}
	if height <= 0 {
		whole := *p
		whole.hidden, whole.prompt = nil, ""
		l.table = p.tableOf(width, 0, 0)
		l.choices, l.next = whole.list(width, 0, false)
		return l
	}
	narrow := p.table.picture != nil && height < roomForPictures // every row that is free is one more of the picture
	if p.table.picture != nil {
		spare = min(spare, max(0, height-roomForPictures))
	}
	// A heading, an empty row below the table, and the prompt.
	free := max(height-3-len(l.question), leastChoices+leastTable)
	// The words of a page without a picture are as high for any room.
	tables := map[[2]int][]row{}
	tableOf := func(rows, fold int) []row {
		key := [2]int{rows, fold}
		if p.table.picture == nil {
			key[0] = 0
		}
		if tables[key] == nil {
			tables[key] = p.tableOf(width, rows, fold)
		}
		return tables[key]
	}
	for fold := range scene.Levels + 1 {
		for _, spare := range []int{spare, 0} {
			for _, inColumns := range []bool{narrow, true} {
				choices, next := p.list(width, 0, inColumns)
				if next != 0 || len(choices) > free-spare {
					continue
				}
				table := tableOf(free-spare-len(choices), fold)
				if len(table)+len(choices) <= free-spare {
					l.table, l.choices = table, choices
					return l
				}
			}
		}
	}
	all, _ := p.list(width, 0, true)
	least := min(len(all), leastChoices)
	if p.table.picture != nil { // which takes all the room that it gets
		least = min(len(all), height/4)
	}
	words := tableOf(free-least, scene.Levels)
	rows := min(len(all), max(least, free-len(words)))
	l.choices, l.next = p.list(width, rows, true)
	how := "press Enter"
	if l.next != 0 || p.from > 0 {
		how = "type table"
	}
	l.table, l.cut = clip(tableOf(free-rows, scene.Levels), width, free-len(l.choices), how)
	return l
}

// clip cuts the last rows of a table that is too long, and says how many and how to see them.
func clip(table []row, width, rows int, how string) ([]row, bool) {
	rows = max(rows, 1)
	if len(table) <= rows {
		return table, false
	}
	cut := slices.Clone(table[:rows])
	more := fmt.Sprintf("… %d more lines: %s", len(table)-rows+1, how)
	if console.Columns(more) > less(width, console.Columns(cut[rows-1].picture)) {
		more = "… " + how
	}
	if cut[rows-1].picture == "" {
		cut[rows-1] = row{words: more}
	} else {
		cut[rows-1].words = more
	}
	return cut, true
}

// tableOf returns the picture and the words: side by side where there is room, else one below
// the other. rows is the
// room; 0: any. level says how far the words are shortened.
func (p *page) tableOf(width, rows, level int) []row {
	var table []row
	if p.table.picture == nil {
		for _, line := range wrapAll(p.table.words(level), width) {
			table = append(table, row{words: line})
		}
		return table
	}
	beside := rows > 0 && width-leastWords-2 >= leastPicture
	room, high := width, rows
	switch {
	case beside:
		room = width - leastWords - 2
	case rows > 0: // the words below it want some too
		high = max(1, rows/2)
	}
	picture := p.table.picture(room, high)
	if !beside {
		for _, line := range picture {
			table = append(table, row{picture: line})
		}
		for _, line := range wrapAll(p.table.words(level), width) {
			table = append(table, row{words: line})
		}
		return table
	}
	widest := 0
	for _, line := range picture {
		widest = max(widest, console.Columns(line))
	}
	left := less(width, widest+2)
	lines := wrapAll(p.table.words(level), left)
	for i := range max(len(picture), len(lines)) {
		var r row
		if i < len(picture) {
			r.picture = picture[i]
		}
		r.picture += strings.Repeat(" ", widest+2-console.Columns(r.picture))
		if i < len(lines) {
			r.words = lines[i]
		}
		table = append(table, r)
	}
	return table
}

// wrapAll wraps every line.
func wrapAll(lines []string, width int) []string {
	var out []string
	for _, line := range lines {
		out = append(out, console.Fit(line, width, 2)...)
	}
	return out
}

// list returns numbered choices, at most rows rows of them (0: any), from page.from on, and
// the first one of the next part. Many choices, or all where inColumns is set, stand in columns
// where they fit.
func (p *page) list(width, rows int, inColumns bool) (lines []string, next int) {
	var shown []int
	for i := range p.choices {
		if p.hidden == nil || !p.hidden[i] {
			shown = append(shown, i)
		}
	}
	start, _ := slices.BinarySearch(shown, p.from)
	shown = shown[start:]
	digits, widest := 1, 0
	for i := range p.choices {
		digits = max(digits, len(strconv.Itoa(p.number(i))))
	}
	for _, i := range shown {
		widest = max(widest, console.Columns(p.choices[i]))
	}
	cell := widest + digits + 4
	across := 1
	if inColumns || len(shown) > 9 {
		across = max(1, (width+1)/cell)
	}
	if len(p.choices) == 1 {
		return console.Fit(fmt.Sprintf("  %d ", p.number(0))+p.choices[0]+" (Enter takes it)", width, 2), 0
	}
	if p.prompt != "" {
		lines = console.Fit("  "+p.prompt, width, 2)
	}
	if across == 1 {
		for _, i := range shown {
			number := fmt.Sprintf("  %*d ", digits, p.number(i))
			entry := console.Fit(p.choices[i], less(width, len(number)), 2)
			if rows > 0 && next == 0 && len(lines)+len(entry) > rows-1 && i != shown[len(shown)-1] && i != shown[0] {
				next = i
				break
			}
			for j, part := range entry {
				if j == 0 {
					lines = append(lines, number+part)
				} else {
					lines = append(lines, strings.Repeat(" ", len(number))+part)
				}
			}
		}
	} else {
		high := (len(shown) + across - 1) / across
		if room := rows - len(lines); rows > 0 && high > room {
			high = max(1, room-1)
			if high*across < len(shown) {
				next = shown[high*across]
				shown = shown[:high*across]
			}
		}
		for r := range high {
			var b strings.Builder
			for i := r; i < len(shown); i += high {
				entry := p.choices[shown[i]]
				fmt.Fprintf(&b, "  %*d %s", digits, p.number(shown[i]), entry)
				if i+high < len(shown) {
					b.WriteString(strings.Repeat(" ", widest-console.Columns(entry)+1))
				}
			}
			lines = append(lines, b.String())
		}
	}
	if next != 0 || p.from > 0 {
		lines = append(lines, console.Fit(fmt.Sprintf("  Enter shows %s of %d", moreOf(next), len(p.choices)), width, 2)...)
	}
	return lines, next
}

// number returns the number by which a choice is called.
func (p *page) number(i int) int {
	if p.numbers == nil {
		return i + 1
	}
	return p.numbers[i]
}

func moreOf(next int) string {
	if next == 0 {
		return "the first"
	}
	return "more"
}
