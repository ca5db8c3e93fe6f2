import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import { verifyConsistency } from '@plumbline/ledger-verify'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { projections } from '../../../projections.ts'
import { verifyLedger } from '../index.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const NAME = 'witness.example/w1'
const COSIGNATURE_TYPE = 0x04
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawKey = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
const keyId = createHash('sha256')
  .update(`${NAME}\n`)
  .update(Buffer.from([COSIGNATURE_TYPE]))
  .update(rawKey)
  .digest()
  .subarray(0, 4)

const get = async (path: string) => (await app.call('GET', path, { key: lab.key })).body
const textOf = (note: string) => note.slice(0, note.indexOf('\n\n') + 1)
const sizeOf = (note: string) => Number(note.split('\n')[1])

/** What a witness signs of a checkpoint at a time (C2SP tlog-cosignature, version 1). */
const cosigned = (note: string, unixSeconds: number) =>
  Buffer.from(`cosignature/v1\ntime ${unixSeconds}\n${textOf(note)}`)

/**
 * A witness as C2SP tlog-witness describes it: it knows the key of a log and the last checkpoint that it signed, and signs another
 * one only where the ledger continues it.
 */
function witnessOf(vkey: string) {
  let last: string | undefined
  return async (note: string, proof: readonly string[], unixSeconds: number): Promise<string> => {
    const earlier = last ?? note
    const verdict = await verifyConsistency({ earlier, later: note, proof: last ? proof : [], vkey })
    if (!verdict.holds) throw new Error(`409 ${last ? sizeOf(last) : 0}`)
    last = note
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(unixSeconds))
    const signature = sign(null, cosigned(note, unixSeconds), privateKey)
    return `\u2014 ${NAME} ${Buffer.concat([keyId, time, signature]).toString('base64')}\n`
  }
}

describe('an independent witness', () => {
  test('cosigns consistent checkpoints, and its signature is kept wherever they are compared', async () => {
    const { vkey } = await get('/ledger/key')
    const witness = witnessOf(vkey)
    const first: string = (await get('/ledger/checkpoint')).checkpoint
    await witness(first, [], 1_790_000_000)
    await lab.instrument()
    const second: string = (await get('/ledger/checkpoint')).checkpoint
    const { proof } = await get(`/ledger/consistency?from=${sizeOf(first)}&to=${sizeOf(second)}`)
    const line = await witness(second, proof, 1_790_000_060)
    const signature = Buffer.from(line.split(' ')[2]!, 'base64')
    assert.ok(verify(null, cosigned(second, 1_790_000_060), publicKey, signature.subarray(12)))
    const note = second + line
    const parts = { ...app.parts, projections }
    const { fault, checkpoints } = await verifyLedger(parts, lab.id, [note])
    assert.deepEqual([fault, checkpoints.outside], [null, 1])
    const verdict = await verifyConsistency({ earlier: first, later: note, proof, vkey })
    assert.equal(verdict.holds, true)
  })

  test('does not sign another history', async () => {
    const { vkey } = await get('/ledger/key')
    const witness = witnessOf(vkey)
    const later: string = (await get('/ledger/checkpoint')).checkpoint
    await witness(later, [], 1_790_000_000)
    const other = await openLaboratory(app)
    const foreign = (await app.call('GET', '/ledger/checkpoint', { key: other.key })).body.checkpoint
    await assert.rejects(witness(foreign, [], 1_790_000_060), /^Error: 409/)
    await assert.rejects(witness(later.replace(/^(.*\n)\d+/, '$11'), [], 1_790_000_060), /^Error: 409/)
  })
})
