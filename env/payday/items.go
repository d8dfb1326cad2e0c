package payday

import "ringer/env"

// The things that fields and blocks have rows and ids of, as in env.Field.Items. An
// objective has a row for each of its slots in the field "officers", and a heister
// those of all columns in what the observation wrapper adds.
const (
	HeisterItems = "heister"
	ColumnItems  = "column"
	placeItems   = "objective"
)

var (
	itemsOfFields = map[string]string{
		"heisters": HeisterItems, "heister_cards": HeisterItems, "heister_loot": HeisterItems, "local_heisters": HeisterItems,
		"officers": placeItems, "places": placeItems, "place_cards": placeItems, "place_heist": placeItems,
		"columns": ColumnItems, "column_loot": ColumnItems, "column_cards": ColumnItems,
	}
	itemsOfBlocks = map[string]string{
		"heister": HeisterItems, "move": HeisterItems, "transfer": HeisterItems,
		"officer": placeItems, "place": placeItems,
		"column": ColumnItems,
	}
)

// nameItems names the things that the rows of fields and the ids of blocks speak of.
func nameItems(fields []env.Field, blocks []env.Block) {
	for i := range fields {
		if name := itemsOfFields[fields[i].Name]; name != "" {
			fields[i].Items = []string{name}
		}
	}
	for i := range blocks {
		blocks[i].Items = itemsOfBlocks[blocks[i].Name]
	}
}
