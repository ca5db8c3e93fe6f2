import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager')
const stated = {
  opinions: 'The drift suggests a worn spindle.',
  opinions_basis: 'Twelve micrometers of this model',
}
const opinionsOf = ({ opinions, opinions_basis }: any) => ({ opinions, opinions_basis })

describe('opinions and interpretations', () => {
  test('are recorded as sent, whichever way they are entered, and are null otherwise', async () => {
    const { id } = await lab.instrument()
    const sent = await lab.send(id, { result: 'PASS', ...stated })
    assert.deepEqual([sent.status, opinionsOf(sent.body)], [201, stated])
    assert.deepEqual(opinionsOf(await lab.record(sent.body.id)), stated)
    const plain = await lab.calibrate(id)
    assert.deepEqual(opinionsOf(plain), { opinions: null, opinions_basis: null })
    const items = [{ idempotency_key: 'o-1', instrument_id: id, body: { result: 'PASS', ...stated } }]
    const batch = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items } })
    assert.deepEqual(opinionsOf(batch.body.results[0].body), stated)
    const headers = { 'idempotency-key': 'o-2' }
    const body = { result: 'PASS', ...stated }
    const entered = await manager.call('POST', `/instruments/${id}/calibrations`, { headers, body })
    assert.deepEqual([entered.status, opinionsOf(entered.body)], [201, stated])
  })

  test('are in the file of records, in the ledger and among the changes of a correction', async () => {
    const { id } = await lab.instrument()
    const { id: recordId } = await lab.calibrate(id, stated)
    const [head, ...lines] = String((await manager.call('GET', '/exports/calibrations')).body).split(/\r?\n/)
    assert.match(head!, /,opinions,opinions_basis,/)
    assert.ok(lines.some((line) => line.includes(stated.opinions)))
    const corrected = await lab.correct(await lab.caller(), recordId, { opinions: 'None.' })
    const now = await lab.record(corrected.id)
    assert.deepEqual(opinionsOf(now), { opinions: 'None.', opinions_basis: null })
    assert.deepEqual(opinionsOf(await lab.record(recordId)), stated)
    const { body } = await manager.call('GET', `/activity?subject_id=${recordId}`)
    assert.ok(JSON.stringify(body).includes(stated.opinions))
  })

  test('are refused where they are longer than they may be', async () => {
    const { id } = await lab.instrument()
    for (const name of ['opinions', 'opinions_basis']) {
      const { status, body } = await lab.send(id, { result: 'PASS', [name]: 'x'.repeat(4001) })
      assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
      assert.deepEqual(body.details.errors[0].loc, ['body', name])
    }
  })
})
