import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { liveAreas } from '@plumbline/contract'
import { ManualTimers } from '@plumbline/testing'
import { ChangeStream } from './change-stream.ts'

/** Streams that were opened, as the browser would. */
class Stream extends EventTarget {
  static opened: Stream[] = []
  readonly url: string
  isOpen = true

  constructor(url: string) {
    super()
    this.url = url
    Stream.opened.push(this)
  }

  close(): void {
    this.isOpen = false
  }

  say(name: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
}

const page = Object.assign(new EventTarget(), { hidden: false })
const window = new EventTarget()
const ofBrowser = {
  EventSource: Stream,
  document: page,
  addEventListener: window.addEventListener.bind(window),
}
Object.assign(globalThis, ofBrowser)
// Files that come after it in the same process run as without a browser.
after(() => {
  for (const name of Object.keys(ofBrowser)) Reflect.deleteProperty(globalThis, name)
})

const appearance = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}
const open = () => Stream.opened.filter(({ isOpen }) => isOpen)

let heard: (readonly string[])[]
let stream: ChangeStream
let timers: ManualTimers
beforeEach(() => {
  timers = new ManualTimers()
  page.hidden = false
  Stream.opened = []
  heard = []
  stream = new ChangeStream({
    url: (ageMs) => `/changes?age_ms=${ageMs}`,
    onChange: (areas) => heard.push(areas),
    openAfter: ['online'],
    timers,
  })
  stream.start()
})
afterEach(() => stream.stop())

test('one stream is open; changed data is read again, and at its start everything that may have been missed', () => {
  const [only] = open()
  assert.match(only!.url, /^\/changes\?age_ms=\d+$/)
  only!.say('ready', { missed: false })
  only!.say('alive')
  assert.deepEqual(heard, [])
  only!.say('changed', { changed: ['settings'] })
  only!.say('ready', { missed: true })
  assert.deepEqual(heard, [['settings'], liveAreas])
  stream.stop()
  assert.deepEqual(open(), [])
})

test('after a disconnection another one is opened with growing delays, and immediately when the network is back', () => {
  open()[0]!.say('error')
  assert.equal(open().length, 0)
  timers.advance(1000)
  assert.equal(open().length, 1)
  for (let failures = 0; failures < 6; failures += 1) {
    open()[0]!.say('error')
    while (open().length === 0) timers.advance(1000)
  }
  open()[0]!.say('error')
  timers.advance(14_999)
  assert.equal(open().length, 0)
  window.dispatchEvent(new Event('online'))
  assert.equal(open().length, 1)
  stream.stop()
})

test('a silent stream is closed', () => {
  const [first] = open()
  first!.say('ready', { missed: false })
  timers.advance(20_000)
  first!.say('alive')
  timers.advance(24_999)
  assert.ok(first!.isOpen)
  timers.advance(1)
  assert.ok(!first!.isOpen)
  timers.advance(1000)
  assert.equal(open().length, 1)
  stream.stop()
})

test('a page that is hidden for longer than a moment has no stream until it is looked at', () => {
  appearance(true)
  timers.advance(9000)
  open()[0]!.say('alive')
  appearance(false)
  timers.advance(5000)
  assert.deepEqual([open().length, Stream.opened.length], [1, 1])
  appearance(true)
  timers.advance(10_000)
  assert.equal(open().length, 0)
  timers.advance(3_600_000)
  assert.equal(Stream.opened.length, 1)
  appearance(false)
  assert.deepEqual([open().length, Stream.opened.length], [1, 2])
  stream.stop()
})

test('who has lost access reads again, and opens no other stream before signing in', () => {
  open()[0]!.say('ended')
  assert.deepEqual(heard, [liveAreas])
  timers.advance(3_600_000)
  assert.equal(open().length, 0)
  stream.stop()
})
