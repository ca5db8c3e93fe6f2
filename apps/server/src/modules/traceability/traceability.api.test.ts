import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Traceability, TracedRecord, TracedStandard } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body } from '../../../test/calibrating.ts'
import { signInAs } from '../../../test/session.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app, { keepsEvents: false })

const at = (date: string) => `2026-${date}T10:00:00.000Z`
const external = (number: string): Body => ({
  calibration_type: 'external_certificate',
  certificate_number: number,
  service_provider: 'Eastgate Test House',
})
const instrument = (members: Body = {}) => lab.instrument({ is_reference_standard: true, ...members })
const calibrate = (id: string, date: string, body: Body = {}) =>
  lab.calibrate(id, { performed_at: at(date), ...body })
const withStandard = ({ id }: { id: string }, more: Body = {}): Body => ({
  reference_standard_asset_id: id,
  ...more,
})

const ask = (id: string, query = '', key = lab.key) =>
  app.call('GET', `/instruments/${id}/traceability${query}`, { key })

async function chainOf(id: string, query = ''): Promise<Traceability> {
  const { status, body } = await ask(id, query)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const endsOf = ({ records }: Traceability) => records.map(({ ends }: TracedRecord) => ends)
const standardsOf = ({ records }: Traceability) => records.flatMap(({ standards }) => standards)

describe('GET /instruments/{id}/traceability', () => {
  test('leads from standard to standard until a calibration by another laboratory', async () => {
    const [top, middle, gauge] = [await instrument({ name: 'Top' }), await instrument(), await instrument()]
    await calibrate(top.id, '01-01', external('D-K-1'))
    await calibrate(middle.id, '02-01', withStandard(top, { certificate_number: 'OWN-2' }))
    const record = await calibrate(gauge.id, '03-01', withStandard(middle))
    const chain = await chainOf(gauge.id)
    assert.deepEqual([chain.calibration_id, chain.is_complete, chain.unfit_standards], [record.id, true, 0])
    assert.deepEqual(
      chain.records.map(({ level, instrument: of, certificate_number: number, ends }) => [
        level,
        of.id,
        number,
        ends,
      ]),
      [
        [0, gauge.id, null, null],
        [1, middle.id, 'OWN-2', null],
        [2, top.id, 'D-K-1', 'external'],
      ],
    )
    assert.equal(chain.records[2]!.laboratory, 'Eastgate Test House')
    assert.equal(chain.records[1]!.laboratory, lab.workspace.name)
    const { instrument: named, ...standard } = chain.records[1]!.standards[0]!
    assert.deepEqual([named!.id, named!.name], [top.id, 'Top'])
    assert.deepEqual(standard, {
      name: 'Top',
      certificate_number: 'D-K-1',
      laboratory: 'Eastgate Test House',
      due_date: '2027-01-01',
      condition: 'valid',
      points: null,
      calibration_id: chain.records[2]!.calibration_id,
      ends: null,
    })
  })

  test('has the calibration of each standard that was in effect when it was used', async () => {
    const [standard, gauge] = [await instrument(), await instrument()]
    const first = await calibrate(standard.id, '01-01', external('FIRST'))
    const wrong = await calibrate(standard.id, '02-01', external('WRONG'))
    const record = await calibrate(gauge.id, '03-01', withStandard(standard))
    await calibrate(standard.id, '04-01', external('LATER'))
    const manager = await lab.caller()
    const used = async () => (await chainOf(gauge.id)).records[1]!.calibration_id
    assert.equal(await used(), wrong.id)
    const corrected = await lab.correct(manager, wrong.id, external('RIGHT'))
    assert.equal(await used(), corrected.id)
    await lab.void(manager, corrected.id)
    assert.equal(await used(), first.id)
    await lab.void(manager, record.id)
    const chain = await chainOf(gauge.id)
    assert.deepEqual([chain.calibration_id, chain.records, chain.is_complete], [null, [], false])
    const asked = await chainOf(gauge.id, `?calibration_id=${record.id}`)
    assert.deepEqual(endsOf(asked), [null, 'external'])
  })

  test('names the standards of single points with the points, and each record once', async () => {
    const [top, a, b, gauge] = [
      await instrument(),
      await instrument(),
      await instrument(),
      await instrument(),
    ]
    await calibrate(top.id, '01-01', external('TOP'))
    await calibrate(a.id, '02-01', withStandard(top))
    await calibrate(b.id, '02-02', withStandard(top))
    const point = (standard?: { id: string }): Body => ({
      nominal: { value: '1', unit: 'V' },
      as_found: { readings: ['1'] },
      ...(standard && { standard_asset_id: standard.id }),
    })
    await calibrate(
      gauge.id,
      '03-01',
      withStandard(a, { measurements: [point(b), point(), point(b), point(a)] }),
    )
    const chain = await chainOf(gauge.id)
    assert.equal(chain.records.length, 4)
    assert.equal(chain.is_complete, true)
    assert.deepEqual(
      chain.records[0]!.standards.map(({ instrument: of, points }: TracedStandard) => [of!.id, points]),
      [
        [a.id, null],
        [b.id, [1, 3]],
      ],
    )
  })

  test('states where it ends: no calibration, only a text, no standard, a starting record', async () => {
    const never = await instrument()
    const started = await instrument({ last_calibration_date: at('01-01') })
    const cases: [Body, TracedStandard['ends'][], TracedRecord['ends'][]][] = [
      [withStandard(never), ['never_calibrated'], [null]],
      [
        { reference_standard: 'Blocks', reference_standard_certificate_number: 'D-K-9' },
        ['named_only'],
        [null],
      ],
      [{ reference_standard_certificate_number: 'D-K-9' }, ['named_only'], [null]],
      [{}, [], ['no_standard']],
      [withStandard(started), [null], [null, 'starting_record']],
    ]
    for (const [body, standards, records] of cases) {
      const { id } = await instrument()
      await calibrate(id, '03-01', body)
      const chain = await chainOf(id)
      assert.equal(chain.is_complete, false)
      assert.deepEqual([standardsOf(chain).map(({ ends }) => ends), endsOf(chain)], [standards, records])
    }
  })

  test('counts standards that were not fit for use at the time, and continues', async () => {
    const [overdue, gauge] = [await instrument({ calibration_interval_value: 1 }), await instrument()]
    await calibrate(overdue.id, '01-01', external('OLD'))
    await calibrate(gauge.id, '06-01', withStandard(overdue))
    await calibrate(overdue.id, '07-01', external('NEW'))
    const chain = await chainOf(gauge.id)
    assert.deepEqual([chain.is_complete, chain.unfit_standards], [true, 1])
    const [standard] = standardsOf(chain)
    assert.deepEqual(
      [standard!.condition, standard!.due_date, standard!.certificate_number],
      ['overdue', '2026-02-01', 'OLD'],
    )
    const [unnumbered, plug] = [await instrument(), await instrument()]
    await calibrate(unnumbered.id, '01-01')
    await calibrate(plug.id, '02-01', withStandard(unnumbered))
    assert.equal((await chainOf(plug.id)).unfit_standards, 1)
  })

  test('ends where standards were calibrated with each other at one instant', async () => {
    const [a, b, gauge] = [await instrument(), await instrument(), await instrument()]
    await calibrate(a.id, '02-01', withStandard(b))
    await calibrate(b.id, '02-01', withStandard(a))
    await calibrate(gauge.id, '03-01', withStandard(a))
    const chain = await chainOf(gauge.id)
    assert.equal(chain.records.length, 3)
    assert.deepEqual(
      standardsOf(chain).map(({ ends }) => ends),
      [null, 'circular', 'circular'],
    )
    assert.equal(chain.is_complete, false)
  })

  test('does not lead into sites that are out of reach', async () => {
    const elsewhere = await lab.site('Elsewhere')
    const [standard, gauge] = [await instrument(), await instrument()]
    const manager = await signInAs(app, lab, 'manager')
    const move = { body: { site_id: elsewhere } }
    assert.equal((await manager.call('PATCH', `/instruments/${standard.id}`, move)).status, 200)
    await calibrate(standard.id, '01-01', external('FAR'))
    await calibrate(gauge.id, '03-01', withStandard(standard))
    const { site_id: home } = await lab.read(gauge.id)
    const technician = await signInAs(app, lab, 'technician', { siteIds: [home] })
    const path = `/instruments/${gauge.id}/traceability`
    const { body } = await technician.call('GET', path)
    assert.deepEqual(
      standardsOf(body).map(({ ends }) => ends),
      ['not_visible'],
    )
    assert.equal(body.records.length, 1)
    assert.equal((await chainOf(gauge.id)).is_complete, true)
    const foreign = await technician.call('GET', `/instruments/${standard.id}/traceability`)
    assert.equal(foreign.status, 404)
  })

  test('is refused for unknown calibrations, and for one of another instrument', async () => {
    const [one, other] = [await instrument(), await instrument()]
    const record = await calibrate(other.id, '01-01')
    assert.equal((await ask(one.id, `?calibration_id=${record.id}`)).status, 404)
    assert.equal((await ask(one.id, '?calibration_id=x')).status, 422)
    assert.equal((await ask('x')).status, 422)
    assert.equal((await ask('019345b3-5d07-7e19-b8c4-91a06f2d7e58')).status, 404)
    const stranger = await app.workspace()
    assert.equal((await ask(one.id, '', stranger.key)).status, 404)
  })

  test('follows a chain no further than its levels', async () => {
    let above = await instrument()
    await calibrate(above.id, '01-01', external('TOP'))
    for (let level = 0; level < 31; level += 1) {
      const next = await instrument()
      await lab.calibrate(
        next.id,
        withStandard(above, { performed_at: `2026-02-01T10:${10 + level}:00.000Z` }),
      )
      above = next
    }
    const chain = await chainOf(above.id)
    assert.equal(chain.records.length, 30)
    assert.equal(standardsOf(chain).at(-1)!.ends, 'too_long')
    assert.equal(chain.is_complete, false)
  })
})
