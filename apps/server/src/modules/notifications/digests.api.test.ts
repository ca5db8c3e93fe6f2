import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs } from '../../../test/session.ts'
import { notifyPeople } from './index.ts'

test('a digest is sent once on its day from its hour on, of what is due at the sites of the person; none if nothing is due', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const siteId = await lab.site('Elsewhere')
  const [one, other, nobody] = [
    await signInAs(app, lab, 'manager'),
    await signInAs(app, lab, 'auditor', { siteIds: [siteId] }),
    await signInAs(app, lab, 'technician'),
  ]
  // 21 November is a Saturday.
  const digest = { weekdays: [7], hour: 7, lead_days: 30, site_ids: null, categories: null, mine: null }
  for (const person of [one, other]) {
    const { status, body } = await person.call('PATCH', '/notification-settings', { body: { digest } })
    assert.deepEqual([status, body.digest], [200, digest])
  }
  await lab.instrument({ asset_tag: 'LATE-1', last_calibration_date: '2025-10-01T10:00:00Z' })
  await lab.instrument({ asset_tag: 'SOON-1', last_calibration_date: '2025-12-10T10:00:00Z' })
  await lab.instrument({ asset_tag: 'FAR-1', last_calibration_date: '2026-10-10T10:00:00Z' })
  for (const at of [
    '2026-11-21T08:00:00Z',
    '2026-11-22T05:59:00Z',
    '2026-11-22T06:00:00Z',
    '2026-11-22T07:00:00Z',
  ]) {
    app.clock.set(at)
    await Promise.all([notifyPeople(app.parts), notifyPeople(app.parts)])
  }
  const [mail, ...more] = receiver.to(one.email)
  assert.deepEqual(
    [more.length, receiver.to(other.email).length, receiver.to(nobody.email).length],
    [0, 0, 0],
  )
  assert.match(mail!.subject!, /^2 instruments are due in /)
  assert.match(mail!.text!, /Overdue[^]*LATE-1[^]*1 October 2026 · 52 days overdue[^]*Due[^]*SOON-1/)
  assert.ok(!mail!.text!.includes('FAR-1'))
  const list = mail!.headers.get('list') as unknown as Record<string, { url?: string }>
  assert.equal((await fetch(list['unsubscribe']!.url!, { method: 'POST' })).status, 200)
  assert.equal((await one.call('GET', '/notification-settings')).body.digest, null)
  app.clock.set('2026-11-29T07:00:00Z')
  await notifyPeople(app.parts)
  assert.equal(receiver.to(one.email).length, 1)
})

test('a digest requires valid weekdays, hour and number of days', async () => {
  const app = await startTestApp()
  const person = await signInAs(app, await app.workspace(), 'auditor')
  for (const wrong of [
    { weekdays: [] },
    { weekdays: [8] },
    { hour: 24 },
    { lead_days: -1 },
    { site_ids: [] },
    { categories: [] },
    { mine: 'all' },
  ]) {
    const digest = {
      weekdays: [1],
      hour: 7,
      lead_days: 30,
      site_ids: null,
      categories: null,
      mine: null,
      ...wrong,
    }
    const { status } = await person.call('PATCH', '/notification-settings', { body: { digest } })
    assert.equal(status, 422, JSON.stringify(wrong))
  }
})

test('a digest can be limited to categories and to what concerns the person, and to both', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  const [one, manager] = [await signInAs(app, lab, 'technician'), await signInAs(app, lab, 'manager')]
  const last_calibration_date = '2025-10-01T10:00:00Z'
  const enter = (asset_tag: string, members: object = {}) =>
    lab.instrument({ asset_tag, last_calibration_date, ...members })
  await enter('OTHER-1')
  await enter('LENGTH-1', { category: 'Length' })
  await enter('MASS-1', { category: 'Mass' })
  const own = await enter('OWN-1', { category: 'Mass' })
  const work = await enter('WORK-1')
  await manager.call('PATCH', `/instruments/${own.id}`, { body: { responsible_id: one.personId } })
  const assigned = { instrument_ids: [work.id], assignee_id: one.personId }
  await manager.call('POST', '/assignments', { body: assigned })
  const cases: [choice: object, tags: string[]][] = [
    [{}, ['LENGTH-1', 'MASS-1', 'OTHER-1', 'OWN-1', 'WORK-1']],
    [{ categories: ['Length', 'Mass'] }, ['LENGTH-1', 'MASS-1', 'OWN-1']],
    [{ mine: 'responsible' }, ['OWN-1']],
    [{ mine: 'assigned' }, ['WORK-1']],
    [{ mine: 'assigned_or_responsible' }, ['OWN-1', 'WORK-1']],
    [{ mine: 'assigned_or_responsible', categories: ['Mass'] }, ['OWN-1']],
    [{ mine: 'assigned', categories: ['Mass'] }, []],
  ]
  let sent = 0
  for (const [choice, tags] of cases) {
    const every = { weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 0, lead_days: 0, site_ids: null }
    const digest = { ...every, categories: null, mine: null, ...choice }
    const { status } = await one.call('PATCH', '/notification-settings', { body: { digest } })
    assert.equal(status, 200)
    app.clock.advance(24 * 60 * 60_000)
    await notifyPeople(app.parts)
    const mails = receiver.to(one.email).filter(({ subject }) => subject?.includes(' due in '))
    const mail = mails[sent]
    sent = mails.length
    assert.deepEqual([...new Set(mail?.text?.match(/\w+-1\b/g))].toSorted(), tags, JSON.stringify(choice))
    if (mail)
      assert.match(
        mail.subject!,
        new RegExp(tags.length === 1 ? '^1 instrument is ' : `^${tags.length} instruments are `),
      )
  }
})

test('a digest is sent at its hour in the zone of its sites, and of the workspace if they have several', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const tokyo = await lab.site('Tokyo', 'Asia/Tokyo')
  const [there, everywhere] = [await signInAs(app, lab, 'manager'), await signInAs(app, lab, 'manager')]
  const instrument = await lab.instrument({ last_calibration_date: '2025-10-01T10:00:00Z' })
  await there.call('PATCH', `/instruments/${instrument.id}`, { body: { site_id: tokyo } })
  const digest = { weekdays: [7], hour: 7, lead_days: 0, categories: null, mine: null }
  const choose = (person: typeof there, site_ids: string[] | null) =>
    person.call('PATCH', '/notification-settings', { body: { digest: { ...digest, site_ids } } })
  await choose(there, [tokyo])
  await choose(everywhere, null)
  const countsAt = async (at: string) => {
    app.clock.set(at)
    await notifyPeople(app.parts)
    return [there, everywhere].map(({ email }) => receiver.to(email).length)
  }
  // 22 November is a Sunday, which begins nine hours earlier in Tokyo than in UTC.
  assert.deepEqual(await countsAt('2026-11-21T21:59:00Z'), [0, 0])
  assert.deepEqual(await countsAt('2026-11-21T22:00:00Z'), [1, 0])
  assert.deepEqual(await countsAt('2026-11-22T06:00:00Z'), [1, 1])
})
