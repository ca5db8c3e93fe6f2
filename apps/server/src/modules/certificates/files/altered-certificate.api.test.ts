import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { createLog } from '../../../platform/log.ts'

const logged: Record<string, unknown>[] = []
const log = createLog('error', { write: (line: string) => void logged.push(JSON.parse(line)) })
const app = await startTestApp({}, { log })
const lab = await openLaboratory(app)

/** A certificate that was issued, and where its file lies. */
async function issued() {
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id as string)
  const path = `/calibrations/${record.id}/certificate`
  assert.equal((await app.call('GET', path, { key: lab.key })).status, 200)
  const folder = `certificates/${lab.id}/${record.id}/`
  const [object] = await Array.fromAsync(app.storage.list(folder))
  const key = object!.key
  return { path, key, calibrationId: record.id as string, bytes: await buffer(await app.storage.read(key)) }
}

const replace = (key: string, bytes: Buffer) => app.storage.put(key, bytes, 'application/pdf')

async function refusalOf(path: string): Promise<string> {
  const { status, body } = await app.call('GET', path, { key: lab.key })
  assert.deepEqual([status, body.code], [404, 'CERTIFICATE_UNAVAILABLE'])
  return body.message
}

describe('a certificate whose stored file is not the one that was issued', () => {
  test('is not delivered while one byte of it is altered, and the log says which file', async () => {
    const { path, key, bytes } = await issued()
    const altered = Buffer.from(bytes)
    altered[100]! ^= 1
    await replace(key, altered)
    logged.length = 0
    assert.match(await refusalOf(path), /no longer matches the one that was recorded/)
    assert.match(JSON.stringify(logged), new RegExp(`the object ${key} holds other bytes`))
    await replace(key, bytes)
    const again = await fetch(`${app.origin}/api/public/v1${path}`, {
      headers: { authorization: `Bearer ${lab.key}` },
    })
    assert.ok(Buffer.from(await again.arrayBuffer()).equals(bytes))
  })

  test('is not delivered when its row was altered with it: the ledger decides', async () => {
    const { path, key, calibrationId, bytes } = await issued()
    const other = Buffer.concat([bytes, Buffer.from('\n')])
    await replace(key, other)
    const sha256 = createHash('sha256').update(other).digest()
    await app.asOwner(async (owner) => {
      // Who owns the database can switch off what guards its rows.
      await owner.query('alter table certificates disable trigger user')
      await owner.query(
        `update certificates set sha256 = $3, size_bytes = $4 where workspace_id = $1 and calibration_id = $2`,
        [lab.id, calibrationId, sha256, other.length],
      )
      await owner.query('alter table certificates enable trigger user')
    })
    assert.match(await refusalOf(path), /no longer matches the one that was recorded/)
  })

  test('is reported as missing if there is no file', async () => {
    const { path, key } = await issued()
    await app.storage.delete(key)
    assert.match(await refusalOf(path), /is missing/)
  })
})
