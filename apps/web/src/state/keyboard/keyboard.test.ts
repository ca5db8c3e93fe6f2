import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { KeyBursts } from './key-bursts.ts'
import { instrumentIdIn, namedBy } from './scanned-code.ts'
import { SearchRequest } from './keyboard.ts'

/** Timers that run when the test says so. */
function testTimers() {
  const waiting = new Map<() => void, number>()
  return {
    start: (action: () => void, delayMs: number) => {
      waiting.set(action, delayMs)
      return () => void waiting.delete(action)
    },
    run: () => {
      const actions = [...waiting.keys()]
      waiting.clear()
      for (const action of actions) action()
    },
    delays: () => [...waiting.values()],
  }
}

/** A page on which each letter is a shortcut; `press` types keys with a gap before each. */
function page() {
  const timers = testTimers()
  const bursts = new KeyBursts(timers.start)
  const done: string[] = []
  const scans: (string | undefined)[] = []
  let now = 1000
  const press = (keys: readonly string[], gapMs: number, repeat = false) => {
    for (const key of keys) {
      now += gapMs
      const { ended, scanned } = bursts.take({ key, timeStamp: now, repeat })
      if (ended) scans.push(scanned)
      if (/^[a-z ]$/.test(key)) bursts.whenSingle(() => done.push(key))
    }
  }
  return { press, done, scans, timers }
}

describe('a shortcut of a single key', () => {
  test('runs once no other key has followed within 80 ms', () => {
    const { press, done, timers } = page()
    press(['r'], 500)
    assert.deepEqual(done, [])
    assert.deepEqual(timers.delays(), [80])
    timers.run()
    assert.deepEqual(done, ['r'])
  })

  test('runs for each key that a person types, and immediately while a key is held down', () => {
    const { press, done, timers } = page()
    press(['j', 'j', 'k'], 90)
    timers.run()
    assert.deepEqual(done, ['j', 'j', 'k'])
    press(['j', 'j'], 25, true)
    assert.deepEqual(done.slice(3), ['j', 'j'])
  })

  test('does not run for keys of a burst, whichever letter it begins with', () => {
    const { press, done, scans, timers } = page()
    press(['r', 'a', 'c', 'k', '-', '3', 'Enter'], 12)
    timers.run()
    press(['Shift', 'T', 'Shift', 'R', 'Q', '-', '0', ' ', '2', 'Enter'], 5)
    timers.run()
    assert.deepEqual(done, [])
    assert.deepEqual(scans, ['rack-3', 'TRQ-0 2'])
  })

  for (const gapMs of [35, 60, 79]) {
    test(`does not run for a code that comes slowly, a character each ${gapMs} ms`, () => {
      const { press, done, scans, timers } = page()
      press(['c', 'a', 'l', '-', '0', '1', '8', 'Enter'], gapMs)
      timers.run()
      assert.deepEqual([done, scans], [[], ['cal-018']])
    })
  }

  test('ignores an Enter after two keys struck together, and leaves one typed by a person to the page', () => {
    const { press, scans } = page()
    press(['j', 'k', 'Enter'], 10)
    assert.deepEqual(scans, [undefined])
    press(['s', 'l', 'o', 'w', 'Enter'], 250)
    press(['Enter'], 5)
    assert.deepEqual(scans, [undefined])
  })
})

describe('a request for the palette', () => {
  test('keeps what is typed until its field has the focus, and hands it over once', () => {
    const request = new SearchRequest(testTimers().start)
    assert.equal(request.take('r'), false)
    request.ask()
    for (const key of ['r', 'a', 'x', 'Backspace', 'c', 'k', ' ', 'Shift', '3', 'Enter'])
      assert.equal(request.take(key), true)
    assert.deepEqual(request.focused(), { text: 'rack 3', entered: true })
    assert.deepEqual(request.focused(), { text: '', entered: false })
    assert.equal(request.take('r'), false)
    assert.equal(request.state(), 'open')
  })

  test('ends with Escape, and by itself if no palette opens', () => {
    const timers = testTimers()
    const request = new SearchRequest(timers.start)
    request.ask()
    assert.equal(request.take('Escape'), true)
    assert.equal(request.state(), 'closed')
    request.ask()
    timers.run()
    assert.equal(request.take('r'), false)
  })
})

describe('a scanned code', () => {
  const tagged = (asset_tag: string, serial_number: string | null = null) => ({ asset_tag, serial_number })

  test('from a printed label identifies the instrument by its ID', () => {
    const id = '01a204dc-3fb8-7569-9a26-948a718a4d7d'
    assert.equal(instrumentIdIn(`https://plumb.example/i/${id}`), id)
    assert.equal(instrumentIdIn('https://plumb.example/verify/x'), undefined)
  })

  test('names the instrument with exactly this tag, else with this serial number, and none where several have it', () => {
    const all = [
      tagged('TRQ-002'),
      tagged('TRQ-0021'),
      tagged('A-1', 'trq-002'),
      tagged('B', 'SN'),
      tagged('C', 'sn'),
    ]
    assert.equal(namedBy('trq-002', all), all[0])
    assert.equal(namedBy('TRQ-00', all), undefined)
    assert.equal(namedBy('sn', all), all[4])
    assert.equal(namedBy('Sn', all), undefined)
  })
})
