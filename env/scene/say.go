package scene

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/env"
)

// Ref returns a reference to a seat, for fields that may name none.
func Ref(p env.Player) *env.Player { return &p }

// Max returns a reference to the end of a meter.
func Max(v float64) *float64 { return &v }

// SeatName names a seat as people count them, from 1: "seat 1". Records and programs count from 0.
func SeatName(p env.Player) string { return fmt.Sprintf("seat %d", p+1) }

// Labels returns what a reader calls the actions that a question names: by their names in
// records. A name that is none of them stays as it is.
func (q *Question) Labels(r env.Reading) func(name string) string {
	return func(name string) string {
		if q != nil {
			for i := range q.Choices {
				if q.Choices[i].Name == name {
					return r.Words(q.Choices[i].Label)
				}
			}
		}
		return name
	}
}

// Sentence returns a text with a capital at its beginning.
func Sentence(text string) string {
	if c, n := utf8.DecodeRuneInString(text); n > 0 && env.IsMark(c) {
		return env.Upper(text)
	} else if n > 0 {
		return string(unicode.ToUpper(c)) + text[n:]
	}
	return ""
}

// List joins words with commas and a last "and" or "or".
func List(words []string, last string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
}

// Unit returns the unit of a number of things: "card", "cards".
func Unit(n int, thing string) string {
	if n == 1 {
		return thing
	}
	return thing + "s"
}

// Count returns a number of things in words: "1 card", "4 cards".
func Count(n int, thing string) string {
	return fmt.Sprintf("%d %s", n, Unit(n, thing))
}

// Read puts the words of a reader into a scene: every mark of a seat becomes what the reader
// calls it. The scene is changed.
func Read(sc *Scene, r env.Reading) { read(reflect.ValueOf(sc).Elem(), r) }

func read(v reflect.Value, r env.Reading) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(r.Words(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			read(v.Field(i), r)
		}
	case reflect.Slice:
		for i := range v.Len() {
			read(v.Index(i), r)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			read(v.Elem(), r)
		}
	}
}
