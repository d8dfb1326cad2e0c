package cmdtest

const Puzzle = `round: 7
columns: [{loot: payday, gone: 1, progress: 1, obstacles: [lobby, {id: steel-gate, up: true}]}]
heisters: [{id: ghost, column: 1}]
hands: {criminal: [pistol]}
`
