package scene

import "ringer/env"

// Scene holds all that one seat may know of a table.
type Scene struct {
	Layout string     `json:"layout"` // name of the game whose arrangement fits; "plain" for a table in words
	Phase  string     `json:"phase"`  // where in the game it is: "Heist 2 of 3 · stage 1"
	Clock  []Meter    `json:"clock,omitempty"`
	Seats  []Seat     `json:"seats"` // one a player, in seat order
	Zones  []Zone     `json:"zones,omitempty"`
	Map    *Map       `json:"map,omitempty"`
	Ask    *Question  `json:"ask,omitempty"`   // nil: the seat has nothing to decide
	Waits  string     `json:"waits,omitempty"` // for whom or what the table waits, when Ask is nil
	Why    string     `json:"why,omitempty"`   // why the game is over; empty while it is not
	Words  string     `json:"words,omitempty"` // the table in words, for games without a builder and for screen readers
	Notes  []string   `json:"notes,omitempty"` // public facts with no other place
	Past   []string   `json:"past,omitempty"`  // facts about what is over, which the viewer may remember
	Viewer env.Player `json:"viewer"`          // the seat whose scene it is
}

// Meter is a number that people read: money, Heat, wounds, a round.
type Meter struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Short string   `json:"short,omitempty"` // the name where there is little room
	Value float64  `json:"value"`
	Max   *float64 `json:"max,omitempty"`  // where the number has an end
	Unit  string   `json:"unit,omitempty"` // "$", "inches"
	Kind  string   `json:"kind,omitempty"` // "number" (the default), "thermometer" or "pips"
	Good  int      `json:"good,omitempty"` // 1: the seat wants more of it, -1: less, 0: neither
	Text  string   `json:"text,omitempty"` // in place of the number: "3 of 5"
}

// Seat is a player at the table.
type Seat struct {
	Seat   env.Player `json:"seat"`
	Role   string     `json:"role,omitempty"` // "Criminal", "offense"
	Team   string     `json:"team,omitempty"`
	Meters []Meter    `json:"meters,omitempty"`
	Marks  []string   `json:"marks,omitempty"` // "to act", "out", "holds the deal"
	Acts   bool       `json:"acts,omitempty"`  // the table waits for this seat, and everybody knows
}

// Zone is a place where things lie.
type Zone struct {
	ID     string      `json:"id"`
	Title  string      `json:"title"`
	Seat   *env.Player `json:"seat,omitempty"`   // whose it is; nil: everybody's
	Kind   string      `json:"kind"`             // "hand", "row", "column", "lane", "pile", "table", KindList, KindChoices
	In     string      `json:"in,omitempty"`     // id of the zone that holds this one
	Note   string      `json:"note,omitempty"`   // "12 cards left"
	Hidden int         `json:"hidden,omitempty"` // things that lie here face down and are not listed
	Past   bool        `json:"past,omitempty"`   // what lies here is out of the game, or only remembered
	Meters []Meter     `json:"meters,omitempty"`
	Things []Thing     `json:"things,omitempty"`

	// Columns is the number of columns of a board whose cells the things are, row by row; 0: they
	// are no cells.
	Columns int `json:"columns,omitempty"`
}

// Kinds of zones that tables in words write otherwise than others.
const (
	KindList    = "list"    // every thing has a line of its own
	KindChoices = "choices" // what can be chosen, which words leave to the question
)

// Faces of a thing.
const (
	FaceUp    = ""      // everybody sees it
	FaceDown  = "down"  // the viewer does not know it
	FaceMine  = "mine"  // only the viewer knows it
	FaceKnown = "known" // the viewer and some others know it
)

// Thing is a card, a model, a Job, a formation, a die.
type Thing struct {
	ID     string   `json:"id"`               // unique in the scene; it follows the thing from scene to scene only where the viewer may follow it
	Of     string   `json:"of,omitempty"`     // id of an Entry that explains it
	Name   string   `json:"name"`             // "Lookout"; of a thing face down: "a card"
	Short  string   `json:"short,omitempty"`  // what lines say of it, numbers and states and all, where they leave Text out: "Dame (Confidence) spent"; empty: they find words
	Text   string   `json:"text,omitempty"`   // all that it does, in words
	Kind   string   `json:"kind,omitempty"`   // "card", "model", "job", …
	Suit   string   `json:"suit,omitempty"`   // a family of things with a look of its own
	Face   string   `json:"face,omitempty"`   // one of the faces
	Corner string   `json:"corner,omitempty"` // one or two characters of the corner: cost or strength
	Tags   []string `json:"tags,omitempty"`   // words by which other things ask for it: "wheels"
	Icons  []Icon   `json:"icons,omitempty"`
	Meters []Meter  `json:"meters,omitempty"`
	Marks  []string `json:"marks,omitempty"` // states in a word: "exhausted", "in use", "cancelled"
	Now    bool     `json:"now,omitempty"`   // what it does matters at this moment
	Under  string   `json:"under,omitempty"` // id of the thing that it lies on or belongs to
}

// Icon is a sign on a thing, with the words it stands for.
type Icon struct {
	ID    string `json:"id"`              // name of a drawing of the page; one that it lacks is shown as its words
	Words string `json:"words"`           // "$2", "cancels the Scheme"
	Count int    `json:"count,omitempty"` // how many; 0: one
}

// Question holds a decision that the viewer has to make.
type Question struct {
	Kind    string   `json:"kind,omitempty"` // kind of decision, from the spec
	Text    string   `json:"text"`           // what is asked about whom: "Choose a target for Roadblock"
	Help    string   `json:"help,omitempty"` // the rule behind it, in a sentence
	Choices []Choice `json:"choices"`        // every legal action, ascending
}

// Choice is a legal action.
type Choice struct {
	Action env.Action  `json:"action"`
	Name   string      `json:"name"`             // as the game writes it (env.State.ActionString)
	Label  string      `json:"label"`            // in words for a button: "Play Lookout"
	Things []string    `json:"things,omitempty"` // ids of things to click for it, the main one first
	Seat   *env.Player `json:"seat,omitempty"`   // whom it names
	Point  *Point      `json:"point,omitempty"`  // the place on the map that it names
	Group  string      `json:"group,omitempty"`  // a heading for choices of one kind
	Note   string      `json:"note,omitempty"`   // "hits on 4 of 6"
	Final  string      `json:"final,omitempty"`  // what cannot be made good after it: a page asks once more
	Number int         `json:"number,omitempty"` // by which people call it: a bid, a lane, a column from 1; 0: by its seat, or its place in the list
}

// Point is a place on a map, in the map's unit. The origin is the lower left corner, x
// grows to the right and y upwards.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Map is a table seen from above.
type Map struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Unit   string  `json:"unit"`             // "inches"
	Step   float64 `json:"step,omitempty"`   // the distance of neighbouring points, where everything stands on a lattice
	Shapes []Shape `json:"shapes,omitempty"` // terrain and areas, the lowest first
	Bases  []Base  `json:"bases,omitempty"`
}

// Shape is an area or a line of a map.
type Shape struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind"` // "wall", "woods", "water", "reach", "sight", "zone" …
	Name   string      `json:"name,omitempty"`
	Text   string      `json:"text,omitempty"`
	Sign   string      `json:"sign,omitempty"` // a character for it in maps of characters; empty: it is left out there
	Points []Point     `json:"points"`         // a polygon; two points: a line
	Seat   *env.Player `json:"seat,omitempty"`
}

// Base is a thing that stands on a map.
type Base struct {
	Thing  string      `json:"thing"` // id of a Thing
	At     Point       `json:"at"`
	Radius float64     `json:"radius"`
	Seat   *env.Player `json:"seat,omitempty"`
	Marks  []string    `json:"marks,omitempty"`
}

// Entry explains a thing of a game, whether or not it is on the table.
type Entry struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	Text string `json:"text"`
}

// KindDrawing is the kind of entries about what only a drawn table has: shades, lines, the
// corners of cards. Tables in words leave them out.
const KindDrawing = "drawing"

// Rules is a game in short, for people at a table.
type Rules struct {
	Title   string   `json:"title"`
	Goal    string   `json:"goal"`              // how one wins, in a sentence
	Course  []string `json:"course"`            // how the game goes, a sentence or two each, in order
	Signs   []Entry  `json:"signs,omitempty"`   // words and signs of the table
	Entries []Entry  `json:"entries,omitempty"` // cards, Jobs, feats …
}

// Shower is for states that describe their table. People, pages, logs and agents
// that read words see its scene; env.Texter's Text of such a state is Text of its scene.
type Shower interface {
	// Scene returns what seat p may know of the table, and with env.Terminal what somebody sees
	// who may see everything and is nobody at the table: such a scene asks nothing.
	Scene(p env.Player) *Scene
}

// Ruler is for games that say in short how they are played.
type Ruler interface {
	// Rules returns the game in short, with an entry for each of its things.
	Rules() *Rules
}

// Builder makes the scenes of one game.
type Builder interface {
	// Scene returns what seat p may know of a state of the game. Names of people and
	// agents are not in it: seats are numbers.
	Scene(s env.State, p env.Player) *Scene
	// Rules returns the game in short, with an entry for each of its things.
	Rules() *Rules
}

// Opener is a Builder that makes scenes of open tables itself: for readers who see every
// hand and are nobody at the table. Open gives the scenes of other builders.
type Opener interface {
	// Open returns the scene, or nil to leave it to the function Open. Its viewer is
	// env.Terminal, and it asks nothing.
	Open(s env.State) *Scene
}
