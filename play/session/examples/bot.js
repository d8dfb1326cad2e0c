// A bot that plays at a table of Ringer: node bot.js GAME GAMES RINGER, all three may be left out.
const { spawn } = require('node:child_process')
const readline = require('node:readline')

const [game = 'heat', games = '1', ringer = 'ringer'] = process.argv.slice(2)
const host = spawn(ringer, ['serve', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = readline.createInterface({ input: host.stdout })[Symbol.asyncIterator]()
const say = (message) => host.stdin.write(JSON.stringify(message) + '\n')

// Returns the next message of a type; others are read over.
async function hear(type) {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('the host has ended')
    const message = JSON.parse(value)
    if (message.type === 'error') throw new Error(message.error)
    if (message.type === type) return message
  }
}

async function main() {
  say({ type: 'hello', protocol: 'ringer-table/1' })
  await hear('welcome')
  say({ type: 'rules', game })
  const { seats, opponents } = await hear('rules')
  const { agent } = opponents.find((o) => o.default)

  for (let n = 1; n <= Number(games); n++) {
    say({ type: 'new', game, seats: [{ person: 'JavaScript' }, ...Array(seats - 1).fill({ agent })] })
    const { table, keys } = await hear('joined')
    let view = await hear('view')
    while (!view.over) {
      const { choices } = view.scene.ask
      const { action } = choices[Math.floor(Math.random() * choices.length)] // your idea goes here
      say({ type: 'act', table, key: keys[0], step: view.step, action })
      view = await hear('view')
    }
    console.log(`game ${n}: ${view.verdict}`)
    say({ type: 'leave', table, key: keys[0] })
  }
  host.stdin.end()
}

main().catch((err) => {
  console.error(err.message)
  process.exit(1)
})
