import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { writeCalendar } from './write-calendar.ts'

const due = {
  instrumentId: '019345b0-2c4e-7d11-9a30-5e8f1b7c6d10',
  assetTag: 'TW-014',
  name: 'Torque wrench',
  serialNumber: null,
  siteName: 'Plant',
  location: null,
  dueOn: '2026-12-01',
  isOverdue: false,
  changedAt: new Date('2026-11-21T04:56:39.123Z'),
}

const written = (change: Partial<typeof due>, title = 'Lab') =>
  writeCalendar({
    dueDates: [{ ...due, ...change }],
    title,
    language: 'en',
    base: 'https://x.example/w/1',
  })

const hostile = [
  'Gauge; 0–10 bar, class 1.6',
  'first line\nBEGIN:VEVENT\r\nSUMMARY:second',
  'back\\slash and \\n, \\; \\,',
  '"quoted": colon; ^caret^',
  '🔧 Drehmomentschlüssel 👩🏽‍🔬 ',
  'ü'.repeat(255),
  '👩🏽‍🔬'.repeat(36),
  'x'.repeat(255),
]

const unescaped = (_: string, escaped: string) => (escaped === 'n' ? '\n' : escaped)

for (const text of hostile) {
  test(`a calendar contains ${JSON.stringify(text.slice(0, 40))} unchanged, in lines of at most 75 bytes`, () => {
    const file = written({ name: text, siteName: text }, text)
    assert.ok(file.endsWith('END:VCALENDAR\r\n'))
    for (const line of file.split('\r\n')) {
      assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.ok(!/[\r\n]/.test(line))
    }
    const calendar = new ICAL.Component(ICAL.parse(file))
    const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
    assert.equal(events.length, 1)
    const lines = text.replaceAll('\r\n', '\n')
    assert.equal(events[0]!.summary, `Calibration due: TW-014 ${lines}`)
    assert.equal(events[0]!.location, lines)
    // The parser takes names as they stand, since it knows neither property.
    for (const name of ['name', 'x-wr-calname']) {
      const title = String(calendar.getFirstPropertyValue(name)).replaceAll(/\\(.)/g, unescaped)
      assert.equal(title, `Calibration due dates: ${lines}`)
    }
  })
}

test('an event is an all-day event shown as free, and keeps its UID when its due date changes', () => {
  const read = (file: string) =>
    new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!)
  const before = read(written({}))
  const after = read(written({ dueOn: '2027-02-28', changedAt: new Date('2026-11-21T05:30:00Z') }))
  assert.deepEqual(
    [before, after].map((event) => [event.startDate.isDate, String(event.startDate), String(event.endDate)]),
    [
      [true, '2026-12-01', '2026-12-02'],
      [true, '2027-02-28', '2027-03-01'],
    ],
  )
  assert.equal(before.uid, after.uid)
  assert.ok(after.sequence > before.sequence)
  assert.equal(
    String(after.component.getFirstPropertyValue('last-modified')),
    String(after.component.getFirstPropertyValue('dtstamp')),
  )
  assert.equal(before.component.getFirstPropertyValue('transp'), 'TRANSPARENT')
  assert.equal(
    before.component.getFirstPropertyValue('url'),
    `https://x.example/w/1/instruments/${due.instrumentId}`,
  )
  assert.equal(written({}), written({}))
})

test('an overdue event says so, in each language', () => {
  const input = { dueDates: [{ ...due, isOverdue: true }], title: 'Labor', base: 'https://x.example/w/1' }
  assert.match(writeCalendar({ ...input, language: 'en' }), /SUMMARY:Calibration overdue: TW-014/)
  assert.match(writeCalendar({ ...input, language: 'de' }), /SUMMARY:Kalibrierung überfällig: TW-014/)
})
