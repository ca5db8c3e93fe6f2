import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { sharedTestApp, startTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../test/calibrating.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'

const all = { site_ids: null, categories: null, mine: null, language: null }

const app = await sharedTestApp()

/** Makes a feed of a person and returns its address and id. */
async function feedOf(session: TestSession, choice: object = {}): Promise<{ url: string; id: string }> {
  const { status, body } = await session.call('POST', '/calendar-feeds', { body: { ...all, ...choice } })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

interface Read {
  summary: string
  uid: string
  day: string
}

/** Reads a feed as a calendar program does. */
async function read(url: string): Promise<Read[]> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    assert.ok(event.startDate.isDate)
    return { summary: event.summary, uid: event.uid, day: String(event.startDate) }
  })
}

const statusOf = async (url: string) => (await fetch(url)).status

/** An instrument that was calibrated a year before it is due. */
async function due(
  lab: Laboratory,
  assetTag: string,
  calibratedOn: string,
  { siteId, ...further }: Body = {},
): Promise<{ id: string }> {
  const last_calibration_date = calibratedOn.includes('T') ? calibratedOn : `${calibratedOn}T10:00:00Z`
  const body = { asset_tag: assetTag, name: 'Gauge', last_calibration_date, ...further }
  const instrument = await lab.instrument(body)
  if (siteId !== undefined) {
    const admin = await signInAs(app, lab, 'admin')
    const moved = await admin.call('PATCH', `/instruments/${instrument.id}`, { body: { site_id: siteId } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
  }
  return instrument
}

test('a calendar contains what is overdue or due within a year, by the dates of the site, and follows changed due dates', async () => {
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const session = await signInAs(app, lab, 'auditor')
  const { url } = await feedOf(session)
  assert.deepEqual(await read(url), [])
  await due(lab, 'LATE-1', '2025-10-01')
  const soon = await due(lab, 'SOON-1', '2025-12-10')
  // In Auckland it is the next day already.
  const siteId = await lab.site('Elsewhere', 'Pacific/Auckland')
  await due(lab, 'NZ-1', '2025-12-10T13:00:00Z', { siteId })
  await due(lab, 'FAR-1', '2026-01-10', { calibration_interval_value: 24 })
  const events = await read(url)
  assert.deepEqual(
    events.map(({ summary, day }) => [summary, day]),
    [
      ['Calibration overdue: LATE-1 Gauge', '2026-10-01'],
      ['Calibration due: SOON-1 Gauge', '2026-12-10'],
      ['Calibration due: NZ-1 Gauge', '2026-12-11'],
    ],
  )
  await lab.calibrate(soon.id)
  const later = (await read(url)).find(({ summary }) => summary.includes('SOON-1'))
  const { uid, day } = events[1]!
  assert.equal(later!.uid, uid)
  assert.notEqual(later!.day, day)
})

test('a calendar omits other sites, other categories and the work of others as its owner chose', async () => {
  const lab = await openLaboratory(app)
  const session = await signInAs(app, lab, 'technician')
  const siteId = await lab.site('Elsewhere')
  await due(lab, 'A-1', '2025-12-01')
  await due(lab, 'B-1', '2025-12-02', { siteId })
  await due(lab, 'C-1', '2025-12-03', { category: 'Torque' })
  const mine = await due(lab, 'D-1', '2025-12-04')
  const assignment = { instrument_ids: [mine.id], assignee_id: session.personId }
  assert.equal((await session.call('POST', '/assignments', { body: assignment })).status, 200)
  const tagsOf = async (choice: object) => {
    const events = await read((await feedOf(session, choice)).url)
    return events.map(({ summary }) => /[A-D]-1/.exec(summary)?.[0])
  }
  assert.deepEqual(await tagsOf({}), ['A-1', 'B-1', 'C-1', 'D-1'])
  assert.deepEqual(await tagsOf({ site_ids: [siteId] }), ['B-1'])
  assert.deepEqual(await tagsOf({ categories: ['Torque', 'Length'] }), ['C-1'])
  assert.deepEqual(await tagsOf({ mine: 'assigned' }), ['D-1'])
  assert.deepEqual(await tagsOf({ mine: 'assigned', categories: ['Torque'] }), [])
})

test('a calendar is in the chosen language, or else in that of the certificates', async () => {
  const lab = await openLaboratory(app)
  const session = await signInAs(app, lab, 'manager')
  await due(lab, 'A-1', '2025-12-01')
  const german = await feedOf(session, { language: 'de' })
  assert.equal((await read(german.url))[0]!.summary, 'Kalibrierung fällig: A-1 Gauge')
  assert.equal((await read((await feedOf(session)).url))[0]!.summary, 'Calibration due: A-1 Gauge')
})

test('an address is not found once its feed is revoked or its owner has left, and shows no site that the owner can no longer access', async () => {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  const siteId = await lab.site('Elsewhere')
  const person = await signInAs(app, lab, 'technician')
  const { site_id: lost } = await lab.instrument({ asset_tag: 'C-1' })
  await due(lab, 'A-1', '2025-12-01')
  await due(lab, 'B-1', '2025-12-02', { siteId })
  const ofLostSite = await feedOf(person, { site_ids: [lost] })
  const [kept, revoked] = [await feedOf(person), await feedOf(person)]
  assert.deepEqual([(await read(kept.url)).length, (await read(ofLostSite.url)).length], [3, 2])
  const change = (body: object) => admin.call('PATCH', `/users/${person.personId}`, { body })
  assert.equal((await change({ site_ids: [siteId] })).status, 200)
  assert.deepEqual(
    (await read(kept.url)).map(({ summary }) => summary),
    ['Calibration due: B-1 Gauge'],
  )
  assert.deepEqual(await read(ofLostSite.url), [])
  assert.equal((await person.call('DELETE', `/calendar-feeds/${revoked.id}`)).status, 204)
  assert.equal((await change({ is_active: false })).status, 200)
  const forged = `${kept.url.slice(0, -8)}AAAAAAAA`
  const unknown = kept.url.replace(/\.[^.]*\.([^.]*)$/, '.019345b0-2c4e-7d11-9a30-5e8f1b7c6d10.$1')
  const bare = kept.url.split('?')[0]!
  for (const url of [revoked.url, kept.url, forged, unknown, bare, `${bare}?token=x&token=y`]) {
    assert.equal(await statusOf(url), 404, url)
  }
})

test('an address ends with the access of an auditor', async () => {
  const lab = await openLaboratory(app)
  const accessEndsAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
  const { url } = await feedOf(await signInAs(app, lab, 'auditor', { accessEndsAt }))
  assert.equal(await statusOf(url), 200)
  app.clock.advance(60_000)
  assert.equal(await statusOf(url), 404)
})

test('a calendar that has not changed is not sent again, and shared caches store none', async () => {
  const lab = await openLaboratory(app)
  const { url } = await feedOf(await signInAs(app, lab, 'auditor'))
  await due(lab, 'A-1', '2025-12-01')
  const response = await fetch(url)
  const etag = response.headers.get('etag')!
  assert.equal(response.headers.get('cache-control'), 'private, no-cache')
  app.clock.advance(60_000)
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, etag.replace(/"$/, '+gzip"')]) {
    const again = await fetch(url, { headers: { 'if-none-match': tag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  }
  await due(lab, 'B-1', '2025-12-02')
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 200)
})

test('people see only their own feeds, without URLs, and when each was last read', async () => {
  const lab = await openLaboratory(app)
  const [person, other] = [await signInAs(app, lab, 'auditor'), await signInAs(app, lab, 'admin')]
  const { url, ...feed } = await feedOf(person, { categories: ['Torque'], language: 'de' })
  const listed = async () => (await person.call('GET', '/calendar-feeds')).body.data
  assert.deepEqual(await listed(), [feed])
  const at = app.clock.now().toISOString()
  await fetch(url)
  app.clock.advance(59 * 60_000)
  await fetch(url)
  assert.deepEqual(await listed(), [{ ...feed, last_read_at: at }])
  assert.deepEqual((await other.call('GET', '/calendar-feeds')).body.data, [])
  assert.equal((await other.call('DELETE', `/calendar-feeds/${feed.id}`)).status, 404)
  assert.equal(await statusOf(url), 200)
})

test('a feed is refused for sites without access, for unknown choices, and beyond twenty', async () => {
  const lab = await openLaboratory(app)
  const siteId = await lab.site('Elsewhere')
  const person = await signInAs(app, lab, 'technician', { siteIds: [siteId] })
  const own = (await lab.instrument()).site_id
  const post = (body: object) => person.call('POST', '/calendar-feeds', { body })
  const refused = await post({ ...all, site_ids: [own] })
  assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_REQUEST'])
  assert.equal(refused.body.details.field, 'site_ids')
  for (const wrong of [
    { site_ids: [] },
    { categories: [''] },
    { categories: [] },
    { language: 'xx' },
    { mine: 'all' },
  ]) {
    const { status, body } = await post({ ...all, ...wrong })
    assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'], JSON.stringify(wrong))
  }
  assert.equal((await post([])).body.code, 'VALIDATION_ERROR')
  assert.equal((await post({ ...all, categories: ['x'.repeat(2_000_000)] })).body.code, 'PAYLOAD_TOO_LARGE')
  for (let made = 0; made < 19; made += 1) await feedOf(person)
  const statuses = await Promise.all([post(all), post(all)])
  assert.deepEqual(
    statuses.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  )
  assert.match(statuses.find(({ status }) => status === 409)!.body.message, /^You already have 20/)
  assert.equal((await person.call('DELETE', '/calendar-feeds/x')).body.code, 'VALIDATION_ERROR')
})

test('strangers who try addresses are counted', async () => {
  const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '3' })
  const url = `${limited.origin}/calendar.ics?token=x`
  const statuses: number[] = []
  for (let visit = 0; visit < 4; visit += 1) statuses.push(await statusOf(url))
  assert.deepEqual(statuses, [404, 404, 404, 429])
})
