import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../test/calibrating.ts'
import { findTouched, type Reach } from './index.ts'

const app = await sharedTestApp()

const day = (date: string) => `2026-${date}T10:00:00.000Z`

/** A laboratory with named instruments, and what a standard touched as `instrument@day:level`. */
async function laboratory(...names: string[]) {
  const lab = await openLaboratory(app, { keepsEvents: false })
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await lab.instrument({ name, is_reference_standard: true })).id)
  const nameOf = (id: string) => names.find((name) => ids.get(name) === id)
  const touched = async (standard: string, reach: Partial<Reach> = {}) => {
    const whole = { standardId: ids.get(standard)!, from: null, to: null, ...reach }
    const found = await findTouched(app.db.in(lab.id), whole)
    return found.map(
      ({ instrumentId, performedAt, level, viaId }) =>
        `${nameOf(viaId)}>${nameOf(instrumentId)}@${performedAt.slice(5, 10)}:${level}`,
    )
  }
  return { lab, ids, touched, use: using(lab, ids) }
}

/** Calibrates one instrument with others on a day; the first is the standard of the record, others those of points. */
const using =
  (lab: Laboratory, ids: Map<string, string>) =>
  async (name: string, date: string, standards: string[] = [], body: object = {}): Promise<string> => {
    const [first, ...more] = standards
    const measurements = more.map((standard) => ({
      nominal: { value: '10', unit: 'V' },
      tolerance: { symmetric: { absolute: '1' } },
      as_found: { readings: ['10.1'] },
      standard_asset_id: ids.get(standard),
    }))
    const record = await lab.calibrate(ids.get(name)!, {
      performed_at: day(date),
      ...(first === undefined || first === '' ? {} : { reference_standard_asset_id: ids.get(first) }),
      ...(measurements.length === 0 ? {} : { measurements }),
      ...body,
    })
    return record.id
  }

describe('what was calibrated with a standard', () => {
  test('was calibrated with it in the period, in the record or at single points, bounds included', async () => {
    const { use, touched } = await laboratory('A', 'B', 'C', 'D', 'E')
    await use('B', '01-09', ['A'])
    await use('C', '01-10', ['A'])
    await use('D', '01-20', ['', 'A'])
    await use('E', '01-21', ['A'])
    const within = { from: day('01-10'), to: day('01-20') }
    assert.deepEqual(await touched('A', within), ['A>C@01-10:1', 'A>D@01-20:1'])
    assert.equal((await touched('A')).length, 4)
  })

  test('is, level by level, what these calibrated until their next calibration that passed', async () => {
    const { use, touched } = await laboratory('A', 'B', 'C', 'D', 'E', 'F')
    await use('B', '01-10', ['A'])
    await use('C', '01-09', ['B']) // before
    await use('C', '01-11', ['B'])
    await use('D', '01-12', ['C'])
    await use('B', '01-13', [], { result: 'FAIL', notes: 'Bent' })
    await use('E', '01-14', ['B']) // a failure says nothing of what B is now
    await use('B', '01-15')
    await use('F', '01-16', ['B']) // B had passed since
    const shown = await touched('A', { to: day('01-10') })
    assert.deepEqual(shown, ['A>B@01-10:1', 'B>C@01-11:2', 'B>E@01-14:2', 'C>D@01-12:3'])
  })

  test('has each calibration once, on its lowest level, and ends where standards calibrated each other at one instant', async () => {
    const { use, touched } = await laboratory('A', 'B', 'C')
    await use('B', '01-10', ['A'])
    await use('C', '01-10', ['A', 'B'])
    await use('A', '01-10', ['C'])
    assert.deepEqual(await touched('A', { to: day('01-10') }), ['A>B@01-10:1', 'A>C@01-10:1', 'C>A@01-10:2'])
  })

  test('omits what is not in effect, and has corrections instead of what they correct', async () => {
    const { lab, use, touched } = await laboratory('A', 'B', 'C', 'D')
    const wrong = await use('B', '01-10', ['A'])
    const voided = await use('C', '01-10', ['A'])
    const manager = await lab.caller()
    await lab.void(manager, voided)
    await lab.correct(manager, wrong, { result: 'PASS', notes: 'Without a standard' })
    await lab.settings({ approvalPolicy: 'review' })
    const waiting = await use('D', '01-12', ['A'])
    assert.deepEqual(await touched('A'), [])
    await lab.approve(manager, waiting)
    assert.deepEqual(await touched('A'), ['A>D@01-12:1'])
  })

  test('stays within the workspace', async () => {
    const { lab, ids, use, touched } = await laboratory('A', 'B')
    await use('B', '01-10', ['A'])
    assert.equal((await touched('A')).length, 1)
    const other = await openLaboratory(app, { keepsEvents: false })
    const reach = { standardId: ids.get('A')!, from: null, to: null }
    assert.deepEqual(await findTouched(app.db.in(other.id), reach), [])
    assert.equal((await findTouched(app.db.in(lab.id), reach)).length, 1)
  })
})
