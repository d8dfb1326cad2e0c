package callexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/callexpr"
	"ringer/internal/input"
)

type args = []callexpr.Arg

func Example() {
	e, err := callexpr.Parse("bot( heat-v1, temperature = 0.5 )")
	fmt.Println(e, err)
	fmt.Println(e.Args[1].Key, e.Args[1].Value)
	// Output:
	// bot(heat-v1,temperature=0.5) <nil>
	// temperature 0.5
}

func TestParse(t *testing.T) {
	for text, want := range map[string]callexpr.Expr{
		"heat":                             {Name: "heat"},
		" heat ( ) ":                       {Name: "heat"},
		"heat(players=4,talk=claims)":      {Name: "heat", Args: args{{"players", "4"}, {"talk", "claims"}}},
		"bot(runs/a=b/x.bot)":              {Name: "bot", Args: args{{"", "runs/a=b/x.bot"}}},
		`bot("a=b, c).bot",k=" x")`:        {Name: "bot", Args: args{{"", "a=b, c).bot"}, {"k", " x"}}},
		"f(g=heat(players=4,x=(1)),h=2)":   {Name: "f", Args: args{{"g", "heat(players=4,x=(1))"}, {"h", "2"}}},
		`f(g(")",1))`:                      {Name: "f", Args: args{{"", `g(")",1)`}}},
		"f(rows=[1,{a=2}],b)":              {Name: "f", Args: args{{"rows", "[1,{a=2}]"}, {"", "b"}}},
		"bot(/tmp/my file (2).bot)":        {Name: "bot", Args: args{{"", "/tmp/my file (2).bot"}}},
		"es-mccfr_2(epsilon = a = b , -3)": {Name: "es-mccfr_2", Args: args{{"epsilon", "a = b"}, {"", "-3"}}},
	} {
		got, err := callexpr.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

func TestFirst(t *testing.T) {
	for text, want := range map[string]string{
		"bot": "", "bot()": "", "bot(a=1)": "", "bot(x)": "x", "bot(a=1,x)": "x", "bot(x,a=1,y)": "x", `bot(a=1,"b=2")`: "b=2",
	} {
		e, err := callexpr.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, e.First(), text)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                  `"": column 1: want a name`,
		"4heat":             `"4heat": column 1: want a name`,
		"heat players":      `"heat players": column 6: want "(" or the end`,
		"heat(players=4":    `"heat(players=4": column 15: want "," or ")"`,
		"heat(players=)":    `"heat(players=)": column 14: want a value`,
		"heat(a=1,)":        `"heat(a=1,)": column 10: want a value`,
		"heat(,a=1)":        `"heat(,a=1)": column 6: want a value`,
		"heat(a=1)b":        `"heat(a=1)b": column 10: want the end`,
		"heat()(a=1)":       `"heat()(a=1)": column 7: want the end`,
		"heat(a=1,b=2,a=3)": `"heat(a=1,b=2,a=3)": column 14: want each argument once: a is given twice`,
		"f(g(1)":            `"f(g(1)": column 7: want "," or ")"`,
		"f(g(1":             `"f(g(1": column 4: want balanced brackets and quotes`,
		"f([1)":             `"f([1)": column 5: want balanced brackets and quotes`,
		"f(1])":             `"f(1])": column 4: want "," or ")"`,
		`f("a)`:             `"f(\"a)": column 3: want a closing quote`,
		`f("")`:             `"f(\"\")": column 3: want a value`,
		"f(\U000f0002)":     `"f(\U000f0002)": column 3: want ` + input.NoMarks,
		`f("\U000f0002")`:   `"f(\"\\U000f0002\")": column 3: want ` + input.NoMarks,
		`f("a"b)`:           `"f(\"a\"b)": column 6: want "," or ")"`,
	} {
		_, err := callexpr.Parse(text)
		assert.EqualError(t, err, want, text)
		var syntax *callexpr.SyntaxError
		assert.ErrorAs(t, err, &syntax, text)
	}
}

// A text that is long, deep or of many arguments is refused, and shown in part.
func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"f(a=" + strings.Repeat("[", 33) + strings.Repeat("]", 33) + ")": "column 37: want at most 32 brackets inside of one another",
		"f(a=" + strings.Repeat("[", 8000) + ")":                         "column 37: want at most 32 brackets inside of one another",
		"f(" + strings.Repeat("1,", 200) + "1)":                          "column 403: want at most 200 arguments",
		"f(a=" + strings.Repeat("x", 8<<10) + ")":                        "column 8193: want the end: at most 8192 characters",
	} {
		_, err := callexpr.Parse(text)
		require.ErrorContains(t, err, want)
		assert.Less(t, len(err.Error()), 500)
	}
	for _, text := range []string{"f(a=" + strings.Repeat("[", 32) + strings.Repeat("]", 32) + ")", "f(" + strings.Repeat("1,", 199) + "1)"} {
		_, err := callexpr.Parse(text)
		require.NoError(t, err)
	}
}

// Whatever is read can be written and read again, and writing is canonical.
func FuzzRoundTrip(f *testing.F) {
	for _, s := range []string{
		"heat", "heat(players=4)", `bot("a=b",x=1)`, "f(g(h(1),2),k=(,))", `f("\x00é",k="")`, "f( a = \"b\" )", `f(k="a"b)`, `f(x"y"=1)`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return // quotes may make it longer than Parse takes
		}
		e, err := callexpr.Parse(text)
		if err != nil {
			return
		}
		again, err := callexpr.Parse(e.String())
		require.NoError(t, err, "%q written as %q", text, e)
		require.Equal(t, len(e.Args), len(again.Args))
		require.Equal(t, e.String(), again.String())
		for i := range e.Args {
			require.Equal(t, e.Args[i], again.Args[i])
		}
	})
}
