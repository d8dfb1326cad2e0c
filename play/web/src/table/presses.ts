// Which presses decide something. A second press of a double click, and a key that is held,
// were meant for what stood there before.

const apart = 300 // milliseconds between two presses that both decide

let last = { at: -Infinity, held: false }
let decided = -Infinity

addEventListener('pointerdown', (e: PointerEvent) => (last = { at: e.timeStamp, held: false }), true)
addEventListener('keydown', (e: KeyboardEvent) => (last = { at: e.timeStamp, held: e.repeat }), true)

/** Reports whether the press that is under way may decide something, and notes that it does. */
export function deliberate(): boolean {
  if (last.held || (last.at !== decided && last.at - decided < apart)) return false
  decided = last.at
  return true
}
