/**
 * Barcode scanners send characters closer together than this, also over Bluetooth and remote desktops (35 to 60 ms were
 * seen). A fast typist may do so too: whatever looks like a code goes to the search, and is never a shortcut.
 */
const BURST_GAP_MS = 80

/** Some scanners send the Enter at the end of a code after a short delay. */
const END_GAP_MS = 200

/** Two keys pressed together by accident are not a code. */
const SCAN_CHARACTERS_MIN = 3

/** The properties of a key press that burst detection needs. */
export interface PressedKey {
  readonly key: string
  readonly timeStamp: number
  readonly repeat: boolean
}

/** The effect of a key: `ended` if it ended a burst, with the code if one was scanned. */
export interface BurstEnd {
  readonly ended: boolean
  readonly scanned?: string
}

/** Starts a timer and returns a function that stops it. */
export type StartTimer = (action: () => void, delayMs: number) => () => void

/**
 * Distinguishes single keys from bursts of keys, by the times at which they were pressed. A shortcut of one key waits until
 * no other key has followed it within the gap.
 */
export class KeyBursts {
  #text = ''
  #lastAt = Number.NEGATIVE_INFINITY
  #mayWait = false
  #waiting: (() => void)[] = []
  #stopTimer = () => {}
  readonly #startTimer: StartTimer

  constructor(startTimer: StartTimer) {
    this.#startTimer = startTimer
  }

  /** Processes a key that was pressed outside fields. */
  take({ key, timeStamp, repeat }: PressedKey): BurstEnd {
    if (key === 'Enter') return this.#end(timeStamp)
    if (key.length === 1) this.#add(key, timeStamp, repeat)
    // Scanners press the shift key for capitals.
    else if (key !== 'Shift') this.clear()
    return { ended: false }
  }

  /** Runs the action of the last key, unless the key belongs to a burst. */
  whenSingle(action: () => void): void {
    if (this.#text.length > 1) return
    if (!this.#mayWait) return action()
    this.#waiting.push(action)
    this.#stopTimer()
    this.#stopTimer = this.#startTimer(() => this.#runWaiting(), BURST_GAP_MS)
  }

  /** Forgets the previous keys; a shortcut that is waiting still runs. */
  clear(): void {
    this.#text = ''
    this.#mayWait = false
  }

  #add(key: string, timeStamp: number, repeat: boolean): void {
    const isNext = !repeat && this.#text !== '' && timeStamp - this.#lastAt < BURST_GAP_MS
    if (isNext) {
      this.#drop()
      this.#text += key
    } else {
      // A busy page receives keys late: the previous key was a single one.
      this.#runWaiting()
      this.#text = key === ' ' ? '' : key
      // The space bar has its own effects in browsers, and scanners do not repeat keys.
      this.#mayWait = !repeat && key !== ' '
    }
    this.#lastAt = timeStamp
  }

  #end(timeStamp: number): BurstEnd {
    const text = this.#text.trim()
    const ended = this.#text.length > 1 && timeStamp - this.#lastAt < END_GAP_MS
    this.clear()
    if (!ended) return { ended }
    return text.length < SCAN_CHARACTERS_MIN ? { ended } : { ended, scanned: text }
  }

  #runWaiting(): void {
    const actions = this.#waiting
    this.#drop()
    for (const action of actions) action()
  }

  #drop(): void {
    this.#stopTimer()
    this.#waiting = []
  }
}
