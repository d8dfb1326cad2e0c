package games

// DeckFolders lists the folders of configs/games that hold decks shared by
// several games and are no game themselves.
func DeckFolders() []string { return []string{playDesign} }
