import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActivityEntry, Page } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { attachDocument } from '../../../../test/documents.ts'

const app = await sharedTestApp()

/** Kinds of the entries of a filter, newest first; the list's count is theirs. */
async function kinds(session: TestSession, query: string): Promise<string[]> {
  const response = await session.call('GET', `/activity?${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  const page = response.body as Page<ActivityEntry>
  assert.equal(page.pagination.total, page.data.length)
  return page.data.map(({ kind }) => kind)
}

/** A laboratory in which everything that can happen to an instrument happened to two of them. */
async function openBusyLaboratory() {
  const lab = await openLaboratory(app)
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn' })
  const caller = await lab.caller({ role: 'manager' })
  const act = async (tag: string) => {
    const { id } = await lab.instrument({ asset_tag: tag })
    await manager.call('PATCH', `/instruments/${id}`, { body: { department: 'Tool room' } })
    const first = await lab.calibrate(id)
    const { status } = await manager.call('GET', `/calibrations/${first.id}/certificate`)
    assert.equal(status, 200)
    await attachDocument(manager, id, 'Photo.png', 'photo')
    await attachDocument(manager, id, 'Provider.png', 'certificate', first.id)
    const corrected = await lab.correct(caller, first.id, { result: 'PASS' })
    await lab.void(caller, corrected.id)
    return { id: id as string, firstId: first.id as string }
  }
  return { lab, manager, one: await act('CAL-1'), other: await act('CAL-2') }
}

describe('the activity of an instrument', () => {
  test('has its entries and those of its records, certificates and documents, newest first, and no others', async () => {
    const { manager, one, other } = await openBusyLaboratory()
    const whole = [
      'calibration.voided',
      'calibration.approved',
      'calibration.corrected',
      'document.registered',
      'document.registered',
      'certificate.issued',
      'calibration.approved',
      'calibration.appended',
      'instrument.updated',
      'instrument.created',
    ]
    const listed = await kinds(manager, `instrument_id=${one.id}`)
    assert.deepEqual(listed, whole)
    assert.deepEqual(await kinds(manager, `instrument_id=${other.id.toUpperCase()}`), listed)
    assert.deepEqual(await kinds(manager, `instrument_id=${other.id}&action=certificate.issued`), [
      'certificate.issued',
    ])
    assert.deepEqual(await kinds(manager, `instrument_id=${one.id}&subject_id=${other.firstId}`), [])
    const ofRecord = await kinds(manager, `subject_id=${one.firstId}`)
    assert.deepEqual(await kinds(manager, `instrument_id=${one.id}&subject_id=${one.firstId}`), ofRecord)
  })

  test('is available in pages, for a period, and as a file', async () => {
    const { manager, one } = await openBusyLaboratory()
    const whole = await kinds(manager, `instrument_id=${one.id}`)
    const second = await manager.call('GET', `/activity?instrument_id=${one.id}&limit=3&offset=3`)
    assert.deepEqual(
      (second.body as Page<ActivityEntry>).data.map(({ kind }) => kind),
      whole.slice(3, 6),
    )
    assert.deepEqual(await kinds(manager, `instrument_id=${one.id}&to=2020-01-01T00:00:00Z`), [])
    const file = await manager.call('GET', `/exports/activity?instrument_id=${one.id}`)
    const [, ...lines] = (file.body as string).trim().split('\r\n')
    assert.deepEqual(
      lines.map((line) => line.split(',')[2]),
      whole,
    )
  })

  test('refuses an invalid ID, and shows nothing of another workspace', async () => {
    const { lab, manager, one } = await openBusyLaboratory()
    for (const path of ['/activity', '/exports/activity']) {
      const refused = await manager.call('GET', `${path}?instrument_id=CAL-1`)
      assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'])
    }
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.deepEqual(await kinds(stranger, `instrument_id=${one.id}`), [])
    const site = await lab.site('Harbour')
    const hidden = [
      await signInAs(app, lab, 'technician'),
      await signInAs(app, lab, 'auditor'),
      await signInAs(app, lab, 'manager', { siteIds: [site] }),
    ]
    for (const session of hidden) {
      for (const path of ['/activity', '/exports/activity']) {
        const response = await session.call('GET', `${path}?instrument_id=${one.id}`)
        assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'])
      }
    }
  })
})
