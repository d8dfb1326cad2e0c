package docs_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/docs"
	"ringer/env/games"
)

func TestEveryGameHasAPageThatSaysItsRules(t *testing.T) {
	for _, name := range games.Names() {
		page, err := docs.GamePage(name)
		require.NoError(t, err)
		assert.NotEmpty(t, docs.Section(page, ""), "%s: what the game is", name)
		assert.NotEmpty(t, docs.Section(page, "Rules"), "%s: ## Rules", name)
	}
	_, err := docs.GamePage("../docs")
	assert.ErrorContains(t, err, `no page of game "../docs"`)
}

func ExampleSection() {
	page := "# A game\n\nWhat it is.\n\n## Rules\n\nTake turns.\n\n## Spec\n\nTables."
	fmt.Println(docs.Section(page, ""))
	fmt.Println(docs.Section(page, "Rules"))
	fmt.Println(docs.Section(page, "Spec"))
	fmt.Printf("%q\n", docs.Section(page, "History"))
	// Output:
	// What it is.
	// Take turns.
	// Tables.
	// ""
}
