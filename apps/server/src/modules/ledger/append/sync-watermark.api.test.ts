import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { withinTransaction } from '../../../platform/db/index.ts'
import { setQuarantine } from '../../instruments/index.ts'

const app = await sharedTestApp()

/** The rows and the watermark of a list. */
async function read(key: string, path: string): Promise<{ ids: string[]; watermark: string }> {
  const { status, body, headers } = await app.call('GET', path, { key })
  assert.equal(status, 200)
  return {
    ids: body.data.map(({ id }: { id: string }) => id),
    watermark: headers.get('sync-watermark') ?? '',
  }
}

test('the watermark of a list is the time of the last change that is committed', async () => {
  const lab = await openLaboratory(app)
  app.clock.advance(1000)
  const instrument = await lab.instrument()
  app.clock.advance(1000)
  const record = await lab.calibrate(instrument.id)
  app.clock.advance(60_000)
  const paths = ['/instruments', '/calibrations', `/instruments/${instrument.id}/calibrations`]
  for (const path of paths) assert.equal((await read(lab.key, path)).watermark, record.created_at)
})

test('a client that polls during a commit of one minute does not miss its change', async () => {
  const lab = await openLaboratory(app)
  const slow = await lab.instrument()
  const caller = await lab.caller()
  app.clock.advance(1000)
  const isMade = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const change = app.db.transaction(lab.id, async (tx) => {
    const parts = { ...app, db: withinTransaction(app.db, tx) }
    await setQuarantine(parts, caller, slow.id, { isQuarantined: true, reason: 'Dropped' })
    isMade.resolve()
    await mayCommit.promise
  })
  await isMade.promise
  const madeAt = app.clock.now().toISOString()
  const watermarks: string[] = []
  for (let second = 0; second < 60; second += 10) {
    app.clock.advance(10_000)
    const since = watermarks.at(-1)
    const { watermark } = await read(lab.key, `/instruments${since ? `?updated_since=${since}` : ''}`)
    watermarks.push(watermark)
  }
  mayCommit.resolve()
  await change
  assert.ok(watermarks.every((watermark) => watermark < madeAt))
  const { ids, watermark } = await read(lab.key, `/instruments?updated_since=${watermarks.at(-1)}`)
  assert.deepEqual([ids, watermark], [[slow.id], madeAt])
})
