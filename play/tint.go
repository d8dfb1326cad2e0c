package play

import (
	"regexp"
	"strconv"
	"strings"

	"ringer/env"
)

// seatStyles are the colours of the seats, by Okabe and Ito, which people see apart who
// see few colours. A seat is always named beside its colour.
var seatStyles = []style{"38;5;214", "38;5;74", "38;5;36", "38;5;227", "38;5;68", "38;5;202", "38;5;175"}

func seatStyle(p env.Player) style { return seatStyles[int(p)%len(seatStyles)] }

// suitStyles are the colours of suits and skills, by their words.
var suitStyles = map[string]style{
	"orange": "38;5;214", "purple": "38;5;175", "green": "38;5;36", "blue": "38;5;68", "yellow": "38;5;227", "red": "38;5;202",
	"Acrobat": "38;5;214", "Confidence": "38;5;175", "Tech": "38;5;74", "Info": "38;5;227", "Engineering": "38;5;36", "Sleight": "38;5;202",
	"Criminal": "38;5;214", "Police": "38;5;74",
}

const heatStyle style = "38;5;202"

// colourful matches the parts of a line that have a colour: seats, Heat, suits.
var colourful = regexp.MustCompile(`\b[Ss]eat (\d+)\b|\b[Yy]ou\b|\bHeat \d+|\b\d+ Heat\b|●+|\b(?:orange|purple|green|blue|yellow|red|Acrobat|Confidence|Tech|Info|Engineering|Sleight|Criminal|Police)\b`)

// tint colours seats, Heat and suits in a line for the person at seat p.
func (s *screen) tint(line string, p env.Player) string {
	if !s.color {
		return line
	}
	return colourful.ReplaceAllStringFunc(line, func(part string) string {
		if st, ok := suitStyles[part]; ok {
			return s.paint(st, part)
		}
		if i := strings.LastIndexByte(part, ' '); i > 0 && strings.EqualFold(part[:i], "seat") {
			n, err := strconv.Atoi(part[i+1:])
			if err != nil || n < 1 {
				return part
			}
			return s.paint(seatStyle(env.Player(n-1)), part)
		}
		if strings.EqualFold(part, "you") {
			if p < 0 {
				return part
			}
			return s.paint(bold+";"+seatStyle(p), part)
		}
		return s.paint(heatStyle, part)
	})
}

// mapped matches the parts of a row of a map that have a colour: models, which are called
// by the letter of their seat, places to choose, and treasure.
var mapped = regexp.MustCompile(`\[?[A-D](?:\d|_|\b)\]?|·+|\$`)

// tintMap colours a row of a map.
func (s *screen) tintMap(row string) string {
	if !s.color || !strings.Contains(row, "│") {
		return row
	}
	return mapped.ReplaceAllStringFunc(row, func(part string) string {
		switch letter := strings.Trim(part, "[]"); {
		case part[0] == '$':
			return s.paint(bold+";38;5;227", part)
		case strings.HasPrefix(part, "·"):
			return s.paint(accent, part)
		default:
			return s.paint(bold+";"+seatStyle(env.Player(letter[0]-'A')), part)
		}
	})
}
