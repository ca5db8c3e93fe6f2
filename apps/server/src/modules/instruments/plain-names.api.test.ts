import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { signInAs } from '../../../test/session.ts'
import { aName } from '../../cli/command.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const { key } = workspace
const admin = await signInAs(app, workspace, 'admin')

let made = 0
const gauge = (members: object = {}) => ({
  asset_tag: `T-${(made += 1)}`,
  name: 'Gauge',
  calibration_interval_value: 12,
  ...members,
})

const create = (body: object) => app.call('POST', '/instruments', { key, body })

/** A new instrument by each way in. */
const ways: [string, (body: object) => Promise<{ status: number; body: any }>][] = [
  ['public API', create],
  ['app', (body) => admin.call('POST', '/instruments', { body })],
  [
    'batch',
    async (body) => {
      const items = [{ idempotency_key: `k-${(made += 1)}`, body }]
      const response = await app.call('POST', '/instruments/batch', { key, body: { items } })
      // A batch is refused as a whole where an item has another form.
      const [item] = response.body.results ?? []
      return item ? { status: item.status, body: item.body ?? item.error } : response
    },
  ],
]

const DECOMPOSED = 'Pru\u0308f'
const COMPOSED = 'Pr\u00fcf'

describe('asset tag and serial number', () => {
  test('are stored in Unicode NFC, and accepted and found in either form', async () => {
    for (const [way, send] of ways) {
      const tag = `-${(made += 1)}`
      const { status, body } = await send(
        gauge({ asset_tag: DECOMPOSED + tag, serial_number: `${DECOMPOSED}S${tag}` }),
      )
      assert.equal(status, 201, way)
      assert.deepEqual([body.asset_tag, body.serial_number], [COMPOSED + tag, `${COMPOSED}S${tag}`], way)
      for (const spelling of [DECOMPOSED, COMPOSED]) {
        const query = (name: string, text: string) =>
          app.call('GET', `/instruments?${name}=${encodeURIComponent(text)}`, { key })
        assert.equal((await query('asset_tag', spelling + tag)).body.pagination.total, 1, way)
        assert.equal((await query('serial_number', `${spelling}S${tag}`)).body.pagination.total, 1, way)
        assert.equal((await send(gauge({ asset_tag: spelling + tag }))).status, 409, way)
      }
    }
    const { body } = await create(gauge())
    const changed = await app.call('PATCH', `/instruments/${body.id}`, {
      key,
      body: { serial_number: `${DECOMPOSED}-9` },
    })
    assert.equal(changed.body.serial_number, `${COMPOSED}-9`)
  })

  test('cannot contain invisible characters', async () => {
    const unseen = [
      '\n',
      '\t',
      '\u200b',
      '\u200e',
      '\u2060',
      '\u00ad',
      '\ufeff',
      '\u202e',
      '\u0085',
      '\u007f',
    ]
    for (const [way, send] of ways) {
      for (const character of unseen) {
        for (const field of ['asset_tag', 'serial_number']) {
          const { status, body } = await send(gauge({ [field]: `A${character}1` }))
          assert.equal(status, 422, `${way}, ${field}, U+${character.codePointAt(0)!.toString(16)}`)
          assert.ok(
            body.details.errors.some(
              (each: any) => each.type === 'invalid_text' && each.loc.at(-1) === field,
            ),
          )
        }
      }
    }
    assert.equal((await create(gauge({ serial_number: ' A 1\n' }))).body.serial_number, 'A 1')
  })
})

describe('a name', () => {
  test('cannot contain control or bidirectional characters, but may contain joiners', async () => {
    const { body: site } = await admin.call('POST', '/sites', { body: { name: 'Plant' } })
    const sends: [string, (name: string) => Promise<{ status: number }>][] = [
      ...ways.map(([way, send]): [string, (name: string) => Promise<{ status: number }>] => [
        way,
        (name) => send(gauge({ name })),
      ]),
      ['site', (name) => admin.call('POST', '/sites', { body: { name } })],
      ['location', (name) => admin.call('POST', '/locations', { body: { site_id: site.id, name } })],
      ['view', (name) => admin.call('POST', '/views', { body: { name, is_shared: false, state: {} } })],
      ['key', (name) => admin.call('POST', '/api-keys', { body: { name, scope: 'read' } })],
      [
        'procedure',
        (title) => admin.call('POST', '/procedures', { body: { code: `C-${(made += 1)}`, title } }),
      ],
    ]
    for (const [what, send] of sends) {
      for (const character of ['\n', '\u0007', '\u0085', '\u202a', '\u202e', '\u2066', '\u2069']) {
        assert.equal(
          (await send(`A${character}b`)).status,
          422,
          `${what}, U+${character.codePointAt(0)!.toString(16)}`,
        )
      }
      // Persian and emoji need joiners; a name in Hebrew may carry marks of direction.
      for (const name of ['می\u200cخواهم', '👩\u200d🔧', 'שלום\u200f']) {
        assert.equal((await send(name)).status, 201, `${what}, ${name}`)
      }
    }
    assert.throws(() => aName('A\u202eb'), /invisible/)
    assert.equal(aName(' Plant '), 'Plant')
  })
})

describe('the time of a calibration', () => {
  const before = ['0026-11-20T00:00:00Z', '1899-12-30T00:00:00Z', '1900-01-01T23:59:59.999Z']

  test('of a new instrument is not before 1900-01-02', async () => {
    for (const [way, send] of ways) {
      for (const at of before) {
        const { status, body } = await send(gauge({ last_calibration_date: at }))
        assert.equal(status, 422, `${way}, ${at}`)
        assert.deepEqual(body.details.errors[0].loc, ['body', 'last_calibration_date'])
        assert.match(body.details.errors[0].msg, /1900/)
      }
      assert.equal((await send(gauge({ last_calibration_date: '1900-01-02T00:00:00Z' }))).status, 201, way)
    }
  })

  test('of a record is not either', async () => {
    const { body: instrument } = await create(gauge())
    const record = (at: string) => ({ result: 'PASS', performed_at: at })
    for (const at of before) {
      const one = await app.call('POST', `/instruments/${instrument.id}/calibrations`, {
        key,
        headers: { 'idempotency-key': at },
        body: record(at),
      })
      assert.deepEqual([one.status, one.body.details.errors[0].loc], [422, ['body', 'performed_at']], at)
      const items = [{ instrument_id: instrument.id, idempotency_key: at, body: record(at) }]
      const batch = await app.call('POST', '/calibrations/batch', { key, body: { items } })
      assert.equal(batch.body.results[0].status, 422, at)
      const { body: now } = await admin.call('POST', `/instruments/${instrument.id}/calibrations`, {
        headers: { 'idempotency-key': `now ${at}` },
        body: { result: 'PASS' },
      })
      const correction = { ...record(at), correction_reason: 'A slip of the pen' }
      assert.equal(
        (await admin.call('POST', `/calibrations/${now.id}/correct`, { body: correction })).status,
        422,
      )
    }
  })
})
