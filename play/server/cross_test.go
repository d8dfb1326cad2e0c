package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/cover"
	"ringer/play/replay"
	"ringer/play/scene/scenes"
	"ringer/play/server"
	"ringer/play/session"
)

// crossed names what varies around tables that are played.
var crossed = []cover.Axis{
	{Name: "tables", Values: []string{"1", "4"}},
	// How tables leave the memory, or might leave the folder.
	{Name: "eviction", Values: []string{"none", "sweep", "crowd", "folder"}},
	{Name: "restart", Values: []string{"none", "orderly", "killed"}},
	// Who sits where: one tab in all seats, two tabs in all seats, or a tab in each seat.
	{Name: "tabs", Values: []string{"one", "two", "each"}},
	{Name: "way", Values: []string{"socket", "http"}},
	// What happens to the files: nothing, they are removed or cut while they are played, the
	// folder is away for a while, every third line is written by half.
	{Name: "disk", Values: []string{"well", "removed", "cut", "away", "full"}},
	// Who else is there: nobody, clients that read nothing, one whose game is never built.
	{Name: "others", Values: []string{"nobody", "deaf", "stuck"}},
}

// Whatever happens around tables: no decision that was answered is lost or comes twice, nobody
// is told of other tables or seats, what a seat was told stays as it was, nobody waits for
// another's game, and nothing stays behind.
func TestCrossServer(t *testing.T) {
	cover.Run(t, crossed, 1, nil, func(t *testing.T, pick func(string) string) {
		before := runtime.NumGoroutine()
		w := &world{t: t, pick: pick, dir: filepath.Join(t.TempDir(), "tables"), web: &http.Transport{}}
		w.start()
		w.play()
		w.end()
		await(t, func() bool { return runtime.NumGoroutine() <= before }, "goroutines stay")
	})
}

// await waits until something holds, without a goroutine of its own.
func await(t *testing.T, holds func() bool, says string) {
	for end := time.Now().Add(10 * time.Minute); !holds(); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), says)
	}
}

// world is a server that is played on, with its clients.
type world struct {
	t        *testing.T
	pick     func(string) string
	dir      string
	address  string
	stop     func()
	host     *session.Host
	journals *replay.Journals
	web      *http.Transport
	secrets  atomic.Int64
	appends  atomic.Int64 // of all tables: each is kept by itself
	tries    int          // decisions that were sent

	tabs   []*tab
	others []net.Conn
	tables []*told
}

// told is a table, as its clients know it.
type told struct {
	id    string
	seats []*toldSeat // of people
	over  bool
}

type toldSeat struct {
	seat   int
	key    string
	events []string
	view   crossMessage
	took   []env.Action // that were answered
}

// crossMessage is any message.
type crossMessage struct {
	message
	ID     int    `json:"id"`
	You    int    `json:"you"`
	Record string `json:"record"`
	Events []struct {
		N    int    `json:"n"`
		Text string `json:"text"`
	} `json:"events"`
	Scene struct {
		Ask *struct {
			Choices []struct {
				Action env.Action `json:"action"`
			} `json:"choices"`
		} `json:"ask"`
	} `json:"scene"`
}

// half keeps tables, and writes some lines by half.
type half struct {
	*replay.Journals
	w *world
}

func (h half) Open(name string) (session.Journal, [][]byte, error) {
	one, lines, err := h.Journals.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return &halfJournal{one, h.w, h.w.file(name)}, lines, nil
}

type halfJournal struct {
	*replay.Journal
	w    *world
	path string
}

func (j *halfJournal) Append(line []byte, sync bool) error {
	if n := j.w.appends.Add(1); j.w.pick("disk") != "full" || n%3 != 1 {
		return j.Journal.Append(line, sync)
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(line[:len(line)/2])
	return errors.Join(errors.New("the disk is full"), err, f.Close())
}

func (w *world) file(table string) string { return filepath.Join(w.dir, table+".table.jsonl") }

func (w *world) count() int {
	n, err := strconv.Atoi(w.pick("tables"))
	require.NoError(w.t, err)
	return n
}

// start starts a server on what is kept, and its clients.
func (w *world) start() {
	journals, err := replay.OpenJournals(w.dir)
	require.NoError(w.t, err)
	limits := session.DefaultLimits()
	switch w.pick("eviction") {
	case "crowd":
		limits.Tables = w.count() + 1
	case "folder":
		journals.Most = w.count() + 3
	}
	gate := make(chan struct{})
	host := session.New(session.Config{
		Version: "test", Limits: limits, Keeper: half{journals, w},
		Game: func(text string, rules json.RawMessage) (env.Game, error) {
			if text == "goofspiel" {
				<-gate
			}
			return games.Restore(text, rules)
		},
		Opponents: func(env.Game) []session.Opponent {
			return []session.Opponent{{Agent: "random", Name: "Random", Default: true}}
		},
		Agent:  func(env.Game, string) (agents.Agent, error) { return random.New(), nil },
		Scenes: scenes.Of,
		Seed:   func() uint64 { return 7 },
		Secret: func() string { return fmt.Sprintf("secret%dx", w.secrets.Add(1)) },
	})
	of := server.DefaultLimits()
	of.Queues, of.Queue, of.Rate, of.Burst = 1<<20, 400_000, 1e9, 1e9
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(w.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.New(server.Config{Host: host, Local: true, Limits: of}).Serve(ctx, l) }()
	w.address, w.host, w.journals = l.Addr().String(), host, journals
	w.stop = func() {
		cancel()
		require.NoError(w.t, <-ended, "it ends, whatever is being built")
		close(gate)
		host.Close()
		require.NoError(w.t, journals.Close())
	}
	for range map[string]int{"one": 1, "two": 2, "each": 2}[w.pick("tabs")] {
		w.tabs = append(w.tabs, w.open())
	}
	switch w.pick("others") {
	case "deaf":
		for range 3 {
			conn := rawSocket(w.t, w.address)
			w.others = append(w.others, conn)
			for range 100 {
				if _, err := conn.Write(frame(`{"type":"rules","game":"heat"}`)); err != nil {
					break
				}
			}
		}
	case "stuck":
		conn := rawSocket(w.t, w.address)
		w.others = append(w.others, conn)
		_, err := conn.Write(frame(`{"type":"rules","game":"goofspiel"}`))
		require.NoError(w.t, err)
	}
}

// tab is a client with its place at some seats.
type tab struct {
	w      *world
	conn   *websocket.Conn // nil: plain HTTP
	id     string          // over plain HTTP
	lines  []string        // that came and were not read
	asked  int
	tables map[string][]int // seats where it sits
}

func (w *world) open() *tab {
	tab := &tab{w: w, tables: map[string][]int{}}
	if w.pick("way") == "socket" {
		conn, _, err := websocket.Dial(context.Background(), "ws://"+w.address+"/ws", nil)
		require.NoError(w.t, err)
		conn.SetReadLimit(1 << 22)
		tab.conn = conn
	}
	return tab
}

// next returns the next message, once its table and seat are found to be the tab's own.
func (tab *tab) next() (m crossMessage) {
	w := tab.w
	for len(tab.lines) == 0 {
		if tab.conn == nil {
			tab.post("", "?wait=30")
			continue
		}
		_, line, err := tab.conn.Read(context.Background())
		require.NoError(w.t, err)
		tab.lines = append(tab.lines, string(line))
	}
	line := tab.lines[0]
	tab.lines = tab.lines[1:]
	require.NoError(w.t, json.Unmarshal([]byte(line), &m))
	if m.Type == "joined" {
		for seat := range m.Keys {
			n, err := strconv.Atoi(seat)
			require.NoError(w.t, err)
			if !slices.Contains(tab.tables[m.Table], n) {
				tab.tables[m.Table] = append(tab.tables[m.Table], n)
			}
		}
	}
	for _, s := range w.tables {
		for _, seat := range s.seats {
			if !slices.Contains(tab.tables[s.id], seat.seat) {
				require.NotContains(w.t, line, seat.key, "the key of another seat")
			}
		}
	}
	if m.Type == "view" || m.Type == "events" {
		require.Contains(w.t, tab.tables[m.Table], m.You, "a seat where the tab does not sit")
		w.hear(&m)
	}
	return m
}

// hear notes what a seat is told: what it was told before stays the same.
func (w *world) hear(m *crossMessage) {
	for _, s := range w.tables {
		for _, seat := range s.seats {
			if s.id != m.Table || seat.seat != m.You {
				continue
			}
			if m.Type == "view" {
				s.over = s.over || m.Over
				seat.view = *m
			}
			for _, e := range m.Events {
				require.LessOrEqual(w.t, e.N, len(seat.events)+1, "an event is left out")
				if e.N <= len(seat.events) {
					require.Equal(w.t, seat.events[e.N-1], e.Text)
				} else {
					seat.events = append(seat.events, e.Text)
				}
			}
		}
	}
}

// ask sends a request, and returns its answer.
func (tab *tab) ask(format string, args ...any) crossMessage {
	tab.asked++
	text := strings.TrimSuffix(fmt.Sprintf(format, args...), "}") + fmt.Sprintf(`,"id":%d}`, tab.asked)
	if tab.conn == nil {
		tab.post(text, "")
	} else {
		require.NoError(tab.w.t, tab.conn.Write(context.Background(), websocket.MessageText, []byte(text)))
	}
	for {
		if m := tab.next(); m.ID == tab.asked {
			return m
		}
	}
}

func (tab *tab) post(text, query string) {
	w := tab.w
	r, err := http.NewRequest(http.MethodPost, "http://"+w.address+"/api"+query, strings.NewReader(text))
	require.NoError(w.t, err)
	if tab.id != "" {
		r.Header.Set("Ringer-Client", tab.id)
	}
	res, err := (&http.Client{Transport: w.web}).Do(r)
	require.NoError(w.t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(w.t, err)
	require.Equal(w.t, 200, res.StatusCode, "%s", body)
	tab.id = res.Header.Get("Ringer-Client")
	for line := range strings.Lines(string(body)) {
		tab.lines = append(tab.lines, line)
	}
}

// sit lets a tab sit down where it is to, and reads until it sees the table.
func (w *world) sit(tab *tab, s *told, seat *toldSeat) {
	seat.view.Type = ""
	m := tab.ask(`{"type":"join","table":%q,"key":%q,"after":%d}`, s.id, seat.key, len(seat.events))
	require.Equal(w.t, "joined", m.Type, m.Error)
	for seat.view.Type == "" {
		tab.next()
	}
}

// rise lets a tab leave its seats.
func (w *world) rise(tab *tab) {
	for _, s := range w.tables {
		for _, seat := range s.seats {
			if slices.Contains(tab.tables[s.id], seat.seat) {
				require.Equal(w.t, "done", tab.ask(`{"type":"leave","table":%q,"key":%q}`, s.id, seat.key).Type)
			}
		}
		delete(tab.tables, s.id)
	}
}

// tabsOf returns the tabs that sit in a seat.
func (w *world) tabsOf(seat *toldSeat) []*tab {
	if w.pick("tabs") == "each" {
		return w.tabs[seat.seat : seat.seat+1]
	}
	return w.tabs
}

// look lets all tabs sit down, and returns what the seat to decide sees; nil when the game is
// over.
func (w *world) look(s *told) *toldSeat {
	for {
		for _, seat := range s.seats {
			for _, tab := range w.tabsOf(seat) {
				w.sit(tab, s, seat)
			}
		}
		for _, seat := range s.seats {
			if seat.view.Over {
				return nil
			}
			if seat.view.Scene.Ask != nil {
				return seat
			}
		}
	}
}

// play makes tables, and plays all of them at once to their ends.
func (w *world) play() {
	for n := range w.count() {
		s := &told{}
		tab := w.tabs[0]
		seats := []string{`{"person":"Ann"},{"person":"Bo"}`, `{"person":"Ann"},{"agent":"random"}`}[n%2]
		m := tab.ask(`{"type":"new","game":%q,"seats":[%s],"seed":%d}`, []string{"leduc", "tictactoe"}[n/2%2], seats, n)
		require.Equal(w.t, "joined", m.Type, m.Error)
		s.id = m.Table
		for seat := range 2 {
			if key := m.Keys[strconv.Itoa(seat)]; key != "" {
				s.seats = append(s.seats, &toldSeat{seat: seat, key: key})
			}
		}
		w.tables = append(w.tables, s)
		w.rise(tab) // what it was told until now comes again
	}
	for open := true; open; {
		open = false
		for _, s := range w.tables {
			if seat := w.look(s); seat != nil {
				open = true
				w.disturb(s)
				if w.act(s, seat) {
					w.move()
				}
			}
		}
	}
}

// act takes a decision, and returns whether it was answered; where it was not, it was not
// taken.
func (w *world) act(s *told, seat *toldSeat) bool {
	tabs := w.tabsOf(seat)
	tab := tabs[w.tries%len(tabs)]
	choices := seat.view.Scene.Ask.Choices
	action := choices[w.tries*7%len(choices)].Action
	w.tries++
	step := seat.view.Step
	m := tab.ask(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, s.id, seat.key, step, action)
	if w.pick("disk") == "away" && w.tries%3 == 0 {
		require.NoError(w.t, os.Rename(w.dir+".away", w.dir))
	}
	if m.Type == "error" {
		require.Contains(w.t, m.Error, "taken back")
		require.Contains(w.t, []string{"away", "full"}, w.pick("disk"))
		return false
	}
	require.Equal(w.t, "done", m.Type)
	seat.took = append(seat.took, action)
	m = tab.ask(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, s.id, seat.key, step, action)
	require.Equal(w.t, "error", m.Type, "the second click")
	return true
}

// disturb fills the folder with other tables, and does something to the files of one that is
// played.
func (w *world) disturb(s *told) {
	if w.pick("eviction") == "folder" {
		for _, other := range w.tables {
			w.look(other) // those stay where somebody sits
		}
		for range 5 {
			w.crowd(1)
			w.host.Sweep()
			w.host.Sweep() // the strangers' tables go
		}
	}
	switch w.pick("disk") {
	case "removed":
		if w.tries%2 == 0 {
			require.NoError(w.t, os.Remove(w.file(s.id)))
		}
	case "cut":
		if w.tries%2 == 0 {
			require.NoError(w.t, os.Truncate(w.file(s.id), 20))
		}
	case "away":
		if w.tries%3 == 2 {
			require.NoError(w.t, os.Rename(w.dir, w.dir+".away"))
		}
	}
}

// crowd makes other tables, which nobody plays.
func (w *world) crowd(n int) {
	stranger := w.open()
	for range n {
		m := stranger.ask(`{"type":"new","game":"kuhn","seats":[{"person":"Cy"},{"person":"Di"}]}`)
		require.Equal(w.t, "joined", m.Type, m.Error)
		for seat, key := range m.Keys {
			require.Equal(w.t, "done", stranger.ask(`{"type":"leave","table":%q,"key":%q}`, m.Table, key).Type, seat)
		}
	}
	if stranger.conn != nil {
		_ = stranger.conn.CloseNow()
	}
}

// move takes tables out of the memory, or the server from under them.
func (w *world) move() {
	for _, tab := range w.tabs {
		if e := w.pick("eviction"); e == "sweep" || e == "crowd" {
			w.rise(tab)
		}
	}
	switch w.pick("eviction") {
	case "sweep":
		w.host.Sweep()
		w.host.Sweep()
	case "crowd":
		w.crowd(w.count() + 2)
		tables, _ := w.host.Count()
		require.LessOrEqual(w.t, tables, w.count()+1)
	}
	if w.pick("restart") == "none" || w.tries%4 != 0 {
		return
	}
	if w.pick("restart") == "killed" { // what is on the disk now
		dir := w.dir + "x"
		require.NoError(w.t, os.CopyFS(dir, os.DirFS(w.dir)))
		defer func() { w.start() }()
		defer func() { w.dir = dir }()
	} else {
		defer w.start()
	}
	w.hangUp()
	w.stop()
}

// hangUp ends all connections.
func (w *world) hangUp() {
	for _, tab := range w.tabs {
		if tab.conn != nil {
			_ = tab.conn.CloseNow()
		}
	}
	for _, conn := range w.others {
		_ = conn.Close()
	}
	w.tabs, w.others = nil, nil
	w.web.CloseIdleConnections()
}

// end compares the records with what was answered, leaves all tables and stops the server.
func (w *world) end() {
	for _, s := range w.tables {
		require.Nil(w.t, w.look(s))
		m := w.tabsOf(s.seats[0])[0].ask(`{"type":"record","table":%q,"key":%q}`, s.id, s.seats[0].key)
		require.Equal(w.t, "record", m.Type, m.Error)
		record, err := replay.Read(strings.NewReader(m.Record), "record")
		require.NoError(w.t, err)
		for _, seat := range s.seats {
			var own []env.Action
			for _, step := range record.Steps {
				if int(step.Player) == seat.seat {
					own = append(own, step.Action)
				}
			}
			require.Equal(w.t, seat.took, own)
		}
	}
	for _, tab := range w.tabs {
		w.rise(tab)
	}
	await(w.t, func() bool {
		w.host.Sweep()
		tables, _ := w.host.Count()
		return tables == 0
	}, "tables stay in memory")
	w.hangUp()
	await(w.t, func() bool {
		line := metric(w.t, w.address, "ringer_waiting_bytes")
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		return line == "ringer_waiting_bytes 0\n"
	}, "messages stay")
	w.stop()
}
