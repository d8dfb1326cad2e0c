// Which presses decide something. A second press of a double click, and a key that is held,
// were meant for what stood there before. A press counts from the event that it ends with: a
// click counts by itself, since assistive technology clicks without a pointer and without a key.

const apart = 300 // milliseconds between two presses that both decide

let n = 0 // presses so far
let last = { n: 0, at: -Infinity }
let decided = last
let held = false // a key is

const press = (e: Event) => (last = { n: ++n, at: e.timeStamp })
addEventListener('keydown', (e: KeyboardEvent) => (press(e), (held = e.repeat)), true)
addEventListener('keyup', () => (held = false), true)
addEventListener('pointerdown', () => (held = false), true)
addEventListener('click', press, true)

/** Reports whether the press that is under way may decide something, and notes that it does. */
export function deliberate(): boolean {
  const since = last.at - decided.at
  if (held || (last.n !== decided.n && since >= 0 && since < apart)) return false
  decided = last
  return true
}
