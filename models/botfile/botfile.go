package botfile

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ringer/internal/input"
	"ringer/models"
)

// Members of the archive.
const (
	ManifestName = "manifest.json"
	WeightsName  = "weights.safetensors"
	PolicyName   = "policy.onnx"
	TableName    = "policy.jsonl"
)

// memberNames are the members of each kind, in the order in which they are
// written.
var memberNames = map[string][]string{
	KindNetwork: {ManifestName, WeightsName, PolicyName},
	KindBare:    {ManifestName, WeightsName},
	KindTable:   {ManifestName, TableName},
}

var allNames = []string{ManifestName, WeightsName, PolicyName, TableName}

// Keys of the metadata of an ONNX model that tell at which temperatures a bot plays its decisions: JSON of
// Temperatures, and the temperature of the probabilities themselves. Only a bot with Manifest.Temperatures has them.
const (
	TemperaturesKey = "temperatures"
	TemperatureKey  = "temperature"
)

// Limits on what Read accepts.
const (
	MaxSize     = 1 << 29 // of the whole file, in bytes
	maxManifest = 1 << 20

	// maxDirectory bounds the zip directory: three members take some 200 bytes.
	// Package archive/zip holds every entry that it finds in memory.
	maxDirectory = 1 << 12
)

// Bot is the contents of a file: Weights or Table, never both.
type Bot struct {
	Manifest Manifest
	Weights  *models.Weights

	// Half says that the weights are in half precision. Read sets it; Write rounds them.
	Half bool

	// ReturnScale is the return for which the weights' value is 1. Write takes it for the
	// ONNX model, whose values are then returns; Read leaves it 0, which leaves them as the
	// weights have them.
	ReturnScale float64

	// Policy is the ONNX model as it was read. Write makes a new one from the
	// weights.
	Policy []byte

	weights []byte // the member that Policy refers to, as it was read

	Table *Table
}

// FormatError says why a file is not a bot.
type FormatError struct {
	Member string // of the archive; "" for the archive itself
	Reason string
}

func (e *FormatError) Error() string {
	if e.Member == "" {
		return "not a bot file: " + e.Reason
	}
	return "not a bot file: " + e.Member + ": " + e.Reason
}

func refuse(member, reason string, args ...any) error {
	return &FormatError{Member: member, Reason: fmt.Sprintf(reason, args...)}
}

// Write writes a bot. It fills the parts of the manifest that follow from the
// rest: format, kind, network and checksums. The same bot gives the same bytes.
// A manifest with gaps, weights that are not finite and a table that is no
// policy are refused before anything is written. A network that has no ONNX form makes
// a bare bot. The weights of a bare bot, and of one with Half, are rounded to
// half precision; one that is too large for that is refused.
func Write(w io.Writer, bot Bot) error {
	m := bot.Manifest
	m.Format, m.Network = Format, nil
	switch {
	case (bot.Weights == nil) == (bot.Table == nil):
		return errors.New("botfile: want either weights or a table")
	case bot.Table != nil:
		m.Kind = KindTable
	default:
		m.Network = bot.Weights.Network
		if m.Kind != KindBare {
			m.Kind = KindNetwork
		}
		if !m.Network.HasONNX() {
			m.Kind = KindBare
		}
	}
	if err := m.validate(); err != nil {
		return fmt.Errorf("botfile: manifest: %w", err)
	}
	members, err := bot.encode(&m)
	if err != nil {
		return fmt.Errorf("botfile: %w", err)
	}
	names := memberNames[m.Kind]
	m.Checksums = map[string]string{}
	total := 0
	for i, data := range members {
		m.Checksums[names[1+i]] = checksum(data)
		total += len(data)
	}
	manifest, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("botfile: manifest: %w", err)
	}
	if total += len(manifest); len(manifest) > maxManifest || total > MaxSize-1<<16 {
		return fmt.Errorf("botfile: manifest of %d bytes, %d in all: want at most %d and %d", len(manifest), total, maxManifest, MaxSize-1<<16)
	}
	archive := zip.NewWriter(w)
	for i, data := range slices.Concat([][]byte{append(manifest, '\n')}, members) {
		// A fixed time, and no compression: floats hardly shrink, and other
		// versions of the compressor would give other bytes.
		member, err := archive.CreateHeader(&zip.FileHeader{
			Name: names[i], Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err != nil {
			return fmt.Errorf("botfile: %w", err)
		}
		if _, err := member.Write(data); err != nil {
			return fmt.Errorf("botfile: %w", err)
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("botfile: %w", err)
	}
	return nil
}

// encode returns the members after the manifest, which must be valid.
func (bot *Bot) encode(m *Manifest) ([][]byte, error) {
	if bot.Table != nil {
		if err := bot.Table.validate(m.actions()); err != nil {
			return nil, err
		}
		table, err := bot.Table.encode()
		return [][]byte{table}, err
	}
	if err := bot.Weights.Finite(); err != nil {
		return nil, err
	}
	about := map[string]string{"bot": m.Name, "game": m.Game, "spec_hash": m.SpecHash, "licence": m.Licence}
	if m.Temperatures != nil {
		apart, err := json.Marshal(m.Temperatures)
		if err != nil {
			return nil, err
		}
		about[TemperaturesKey], about[TemperatureKey] = string(apart), fmt.Sprint(m.Training.At())
	}
	var weights, policy bytes.Buffer
	write, size := bot.Weights.Write, 4
	if bot.Half || m.Kind == KindBare {
		write, size = bot.Weights.WriteHalf, 2
	}
	if err := write(&weights, about); err != nil || m.Kind == KindBare {
		return [][]byte{weights.Bytes()}, err
	}
	// The model refers to the weights beside it, which halves the file.
	data := &models.ONNXData{File: WeightsName, From: int64(weights.Len() - size*len(bot.Weights.Flat)), Half: bot.Half}
	var options []models.ONNXOption
	if bot.ReturnScale != 0 {
		options = append(options, models.InReturns(bot.ReturnScale))
	}
	if err := models.WriteONNX(&policy, bot.Weights, data, about, options...); err != nil {
		return nil, err
	}
	return [][]byte{weights.Bytes(), policy.Bytes()}, nil
}

// Plays returns the SHA-256 of what decides the bot's play: its weights, and its temperatures by kind and
// seat, or its table, without its name and all that its manifest says of the training.
func (bot *Bot) Plays() (string, error) {
	h := sha256.New()
	if bot.Table == nil {
		err := bot.Weights.Write(h, nil)
		if t := bot.Manifest.Temperatures; t != nil && err == nil {
			err = json.NewEncoder(h).Encode([]any{t, bot.Manifest.Training.At()})
		}
		return hex.EncodeToString(h.Sum(nil)), err
	}
	table, err := bot.Table.encode()
	return checksum(table), err
}

// Read reads a bot from a file of the given size. It returns a *FormatError
// with the first reason when the file is truncated, damaged, too large, or not
// what Write makes.
func Read(r io.ReaderAt, size int64) (*Bot, error) {
	m, members, err := open(r, size)
	if err != nil {
		return nil, err
	}
	bot := &Bot{Manifest: *m}
	m = &bot.Manifest
	if m.Kind == KindTable {
		table, err := checked(members[TableName], m)
		if err != nil {
			return nil, err
		}
		if bot.Table, err = decodeTable(table, m.actions()); err != nil {
			return nil, err
		}
		return bot, nil
	}
	weights, err := checked(members[WeightsName], m)
	if err != nil {
		return nil, err
	}
	if m.Kind == KindNetwork {
		bot.weights = weights
		if bot.Policy, err = checked(members[PolicyName], m); err != nil {
			return nil, err
		}
	}
	// The manifest of a small file may describe a network that would take all
	// memory.
	if floats := int64(m.Network.Parameters()) * 2; floats > int64(len(weights)) {
		return nil, refuse(WeightsName, "%d bytes: the network of the manifest has %d bytes of weights", len(weights), floats)
	}
	if bot.Weights, bot.Half, err = models.ReadHalfWeights(bytes.NewReader(weights), m.Network); err != nil {
		return nil, refuse(WeightsName, "%v", err)
	}
	return bot, nil
}

// ReadManifest reads the manifest of a bot's file of the given size, and of the other members
// only their names and sizes: it tells in little time what a bot plays. It returns the errors
// of Read.
func ReadManifest(r io.ReaderAt, size int64) (*Manifest, error) {
	m, _, err := open(r, size)
	return m, err
}

// open returns the manifest of a file and its members of the manifest's kind, by name.
func open(r io.ReaderAt, size int64) (*Manifest, map[string]*zip.File, error) {
	if size > MaxSize {
		return nil, nil, refuse("", "%d bytes: want at most %d", size, int64(MaxSize))
	}
	if err := checkDirectory(r, size); err != nil {
		return nil, nil, err
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, nil, refuse("", "no zip archive, or truncated (%v)", err)
	}
	members, err := list(archive, size)
	if err != nil {
		return nil, nil, err
	}
	data, err := contents(members[ManifestName])
	if err != nil {
		return nil, nil, err
	}
	m := &Manifest{}
	if err := m.parse(data); err != nil {
		return nil, nil, err
	}
	names := memberNames[m.Kind]
	for _, name := range names {
		if members[name] == nil {
			return nil, nil, refuse(name, "is missing")
		}
	}
	if len(members) != len(names) {
		return nil, nil, refuse("", "%d members: want %q", len(members), names)
	}
	return m, members, nil
}

// checkDirectory checks the end record of the archive, which stands where Write puts
// it: the directory before it is small and begins where the record says.
func checkDirectory(r io.ReaderAt, size int64) error {
	const length = 22
	var end [length]byte
	if size < length {
		return refuse("", "no zip archive, or truncated (%d bytes)", size)
	}
	if _, err := r.ReadAt(end[:], size-length); err != nil && !errors.Is(err, io.EOF) {
		return refuse("", "%v", err)
	}
	if string(end[:4]) != "PK\x05\x06" {
		return refuse("", "no zip archive, or truncated (its last %d bytes are not the end of one)", length)
	}
	directory, from := int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	if directory > maxDirectory || from+directory+length != size {
		return refuse("", "a zip directory of %d bytes at %d in a file of %d: want at most %d bytes, right before the end record", directory, from, size, maxDirectory)
	}
	return nil
}

// list returns the members by name after checking that they are of the format,
// stored, and of sizes that the file can hold.
func list(archive *zip.Reader, size int64) (map[string]*zip.File, error) {
	members := map[string]*zip.File{}
	for _, f := range archive.File {
		switch {
		case !slices.Contains(allNames, f.Name):
			return nil, refuse(f.Name, "unknown member: want %q", allNames)
		case members[f.Name] != nil:
			return nil, refuse(f.Name, "is there twice")
		case !f.Mode().IsRegular():
			return nil, refuse(f.Name, "is no regular file")
		case f.Method != zip.Store || f.Flags&1 != 0:
			return nil, refuse(f.Name, "compressed or encrypted: want it stored")
		case f.UncompressedSize64 != f.CompressedSize64 || f.UncompressedSize64 > uint64(size):
			return nil, refuse(f.Name, "%d bytes in a file of %d", f.UncompressedSize64, size)
		case f.Name == ManifestName && f.UncompressedSize64 > maxManifest:
			return nil, refuse(f.Name, "%d bytes: want at most %d", f.UncompressedSize64, maxManifest)
		}
		members[f.Name] = f
	}
	if members[ManifestName] == nil {
		return nil, refuse(ManifestName, "is missing")
	}
	return members, nil
}

// contents reads a member whole. The zip reader checks its CRC.
func contents(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, refuse(f.Name, "%v", err)
	}
	defer r.Close()
	data := bytes.NewBuffer(make([]byte, 0, f.UncompressedSize64+bytes.MinRead)) // no larger than the file: see list
	if _, err := data.ReadFrom(io.LimitReader(r, int64(f.UncompressedSize64)+1)); err != nil {
		return nil, refuse(f.Name, "damaged or truncated (%v)", err)
	}
	return data.Bytes(), nil
}

// checked reads a member and compares it with its checksum in the manifest.
func checked(f *zip.File, m *Manifest) ([]byte, error) {
	data, err := contents(f)
	if err != nil {
		return nil, err
	}
	if sum := checksum(data); sum != m.Checksums[f.Name] {
		return nil, refuse(f.Name, "sha256 %s: the manifest says %s", sum, m.Checksums[f.Name])
	}
	return data, nil
}

// parse reads the manifest strictly: the format first, so that a newer file is
// refused as newer and not for a key that this version does not know.
func (m *Manifest) parse(data []byte) error {
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return refuse(ManifestName, "%v", err)
	}
	if version.Format != Format {
		return refuse(ManifestName, "format %d: this version of Ringer reads format %d", version.Format, Format)
	}
	if err := input.JSON(data, m); err != nil {
		return refuse(ManifestName, "%v", err)
	}
	if err := m.validate(); err != nil {
		return refuse(ManifestName, "%v", err)
	}
	names := memberNames[m.Kind]
	for _, name := range names[1:] {
		if !isHash(m.Checksums[name]) {
			return refuse(ManifestName, "no sha256 of %s", name)
		}
	}
	if len(m.Checksums) != len(names)-1 {
		return refuse(ManifestName, "checksums of %d members: want %d", len(m.Checksums), len(names)-1)
	}
	return nil
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
