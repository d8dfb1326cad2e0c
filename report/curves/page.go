package curves

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/input"
	"ringer/internal/numbers"
)

// Page returns one HTML file without links to others: for each metric its finding, the
// curves by decisions and by time, a table, and the data.
func Page(title, made string, metrics []Metric) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
:root{color-scheme:light dark;--paper:#fbf8f1;--ink:#2b2a27;--dim:#5c584f;--rule:#d9d3c5;--link:#005a8c}
@media (prefers-color-scheme:dark){:root{--paper:#1d2226;--ink:#ece7da;--dim:#b4ad9e;--rule:#3a4248;--link:#7cc4f5}}
@media print{:root{--paper:#fff;--ink:#000;--dim:#333;--rule:#ccc}details{display:none}figure{break-inside:avoid}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1440px;margin:0 auto;padding:24px 16px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px}h2{font-size:20px;margin:40px 0 12px}
p{max-width:75ch;margin:0 0 12px;color:var(--dim)}a{color:var(--link)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%%,600px),1fr));gap:16px}
figure{margin:0;border:1px solid var(--rule);border-radius:8px;overflow:hidden}
figure svg{display:block;width:100%%;height:auto}figure svg.small{display:none}
@media (max-width:640px){figure svg{display:none}figure svg.small{display:block}}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums;margin:12px 0}
th,td{padding:4px 12px 4px 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child{text-align:left;white-space:normal;min-width:160px}
.data{display:inline-block;min-height:44px;padding:10px 0}
</style></head><body><main>
<h1>%s</h1><p>%s</p>
`, html.EscapeString(title), html.EscapeString(title), html.EscapeString(made))
	for i := range metrics {
		m := &metrics[i]
		fmt.Fprintf(&b, "<section><h2>%s</h2>\n<div class=\"charts\">\n", html.EscapeString(m.Finding()))
		for _, axis := range []string{ByDecisions, ByTime} {
			for _, c := range m.Charts(axis) {
				c.Title = map[string]string{ByDecisions: "By decisions", ByTime: "By time of training"}[axis] // the finding stands above
				b.WriteString("<figure>\n" + string(c.SVG(680)) + strings.Replace(string(c.SVG(360)), "<svg ", `<svg class="small" `, 1) + "</figure>\n")
			}
		}
		b.WriteString("</div>\n" + m.table())
		fmt.Fprintf(&b, "<a class=\"data\" download=\"%s.csv\" href=\"data:text/csv;base64,%s\">Data of these curves (CSV)</a></section>\n",
			html.EscapeString(fileName(m.Name)), base64.StdEncoding.EncodeToString([]byte(CSV([]Metric{*m}))))
	}
	b.WriteString("</main></body></html>\n")
	return b.String()
}

// fileName returns a metric's name without what file names may not hold.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
}

// table returns the last figures of a metric as HTML.
func (m *Metric) table() string {
	var b strings.Builder
	b.WriteString("<div class=\"scroll\"><table><thead><tr><th>configuration</th><th>seeds</th><th>decisions</th><th>last on the way</th><th>report at the end</th></tr></thead><tbody>\n")
	for i := range m.Curves {
		c := &m.Curves[i]
		last, final := "", ""
		if n := len(c.Points); n > 0 {
			last = ShowFigure(m.Name, c.Points[n-1].Figure)
		}
		if c.Final != nil {
			final = ShowFigure(m.Name, c.Final.Figure)
		}
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%d</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			html.EscapeString(c.Label), len(c.Runs), numbers.Count(int(math.Round(c.Last().Decisions))), last, final)
	}
	b.WriteString("</tbody></table></div>\n")
	return b.String()
}

// CSV returns the points of curves, a line each. Figures that are not known are empty.
func CSV(metrics []Metric) string {
	rows := [][]string{{"metric", "configuration", "seeds", "at", "step", "decisions", "seconds", "mean", "low", "high"}}
	for i := range metrics {
		for k := range metrics[i].Curves {
			c := &metrics[i].Curves[k]
			write := func(at string, p Point) {
				rows = append(rows, []string{
					metrics[i].Name, c.Label, fmt.Sprint(len(c.Runs)), at, fmt.Sprint(p.Step), number(p.Decisions), number(p.Seconds),
					number(p.Value), number(p.Low), number(p.High),
				})
			}
			for _, p := range c.Points {
				write("training", p)
			}
			if c.Final != nil {
				write("report", *c.Final)
			}
		}
	}
	return input.CSV(rows)
}

func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.6g", v)
}

// Stack returns the pictures of all metrics, one below the other, as one SVG.
func Stack(metrics []Metric, axis string) []byte {
	var charts []*chart.Lines
	for i := range metrics {
		charts = append(charts, metrics[i].Charts(axis)...)
	}
	return chart.Stack(charts, 760)
}
