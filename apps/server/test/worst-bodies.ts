import { enter } from './register.ts'
import type { TestApp, TestResponse, TestWorkspace } from './app.ts'
import type { TestSession } from './session.ts'
import { releasedProcedure } from './workspaces/released-procedure.ts'

/** A body that costs as much as bodies of its operation can, and how to send it. */
export interface WorstBody {
  readonly name: string
  readonly body: string
  readonly send: (body: string) => Promise<TestResponse>
}

let sent = 0

/** A new key for each request, because a replay costs nothing. */
export const once = () => ({ 'idempotency-key': `costs ${(sent += 1)}` })

const LONG = `${'9'.repeat(30)}.${'7'.repeat(29)}3`

/** The maximum number of points of a record, each with numbers at every bound of the computation. */
const longPoints = (rule: string, units: readonly [string, string]) =>
  Array.from({ length: 500 }, (_, index) => ({
    nominal: { value: `${LONG}${index % 2 ? 'e-30' : 'e30'}`, unit: units[0] },
    span: `${LONG}e30`,
    resolution: `${LONG}e-30`,
    tolerance: {
      symmetric: {
        absolute: `${LONG}e-30`,
        percent_of_reading: `${LONG}e-30`,
        percent_of_nominal: `${LONG}e-30`,
        percent_of_span: `${LONG}e-30`,
        counts: `${LONG}e30`,
      },
    },
    as_found: { readings: [LONG, `${LONG}e30`, `${LONG}e-30`] },
    as_left: { readings: [LONG, `${LONG}e30`, '1e-30'] },
    uncertainty: { expanded: `${LONG}e-30`, coverage_factor: `${LONG}e-30`, unit: units[1] },
    decision_rule: rule,
  }))

const manyReadings = Array.from({ length: 500 }, () => ({
  nominal: { value: '1', unit: 'V' },
  tolerance: { symmetric: { absolute: '1e-30' } },
  as_found: { readings: Array.from({ length: 100 }, (_, index) => (index % 2 ? '1e30' : '1e-30')) },
  as_left: { readings: Array.from({ length: 100 }, (_, index) => (index % 2 ? '1e30' : '1e-30')) },
}))

/** Points with the longest numbers and with the most readings. */
const heaviestPoints = [
  { points: manyReadings, decision_rule: 'guard_band_u' },
  { points: longPoints('z540_3_rds', ['Mm^9', 'm^9']) },
  { points: longPoints(`guard_band_r=${LONG}e-30`, ['qm', 'Qm']) },
  { points: longPoints('iso_14253_1', ['V', 'V']) },
]

/** Requests that have such points evaluated, which succeed. */
export function evaluationsOfPoints(admin: TestSession): WorstBody[] {
  return heaviestPoints.map((body) => ({
    name: 'evaluation',
    body: JSON.stringify(body),
    send: (sentBody) => admin.call('POST', '/measurements/evaluate', { body: sentBody }),
  }))
}

/** Requests that record such points, each of another instrument, which succeed. */
export async function recordsOfPoints(
  app: TestApp,
  { key }: TestWorkspace,
  admin: TestSession,
): Promise<WorstBody[]> {
  return await Promise.all(
    heaviestPoints.map(async ({ points }) => {
      const { id } = await enter(app, key)
      const body = { result: 'PASS', out_of_tolerance_impact: 'None', measurements: points }
      return {
        name: 'record',
        body: JSON.stringify(body),
        send: (sentBody: string) =>
          admin.call('POST', `/instruments/${id}/calibrations`, { body: sentBody, headers: once() }),
      }
    }),
  )
}

const contributors = Array.from({ length: 100 }, (_, index) => ({
  name: `c${index}`,
  type: 'A',
  distribution: 'normal',
  degrees_of_freedom: 1000,
  ensemble: 'one series',
}))

const correlations = Array.from({ length: 500 }, (_, index) => ({
  a: `c${index % 100}`,
  b: `c${(index + 1 + Math.floor(index / 100)) % 100}`,
  coefficient: '0.001',
}))

/** Budgets with the most contributors and correlations, alone and at the most points, whose evaluations succeed. */
export async function worstBudgets(admin: TestSession): Promise<WorstBody[]> {
  const valued = contributors.map((each) => ({ ...each, value: LONG, sensitivity: '1e30' }))
  const budget = JSON.stringify({ contributors: valued, correlations, coverage: '99.99' })
  const id = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'
  const taken = contributors.map((each, index) => ({
    ...each,
    value_from: (['readings', 'resolution'] as const)[index % 2],
  }))
  const points = Array.from({ length: 500 }, (_, index) => ({
    nominal: { value: `${index}`, unit: 'V' },
    tolerance: { symmetric: { absolute: '1' } },
    resolution: '0.1',
    repeats: 50,
    budget_id: id,
  }))
  const { points: planned } = await releasedProcedure(admin, {
    points,
    budgets: [{ id, name: 'B', contributors: taken, correlations }],
  })
  const readings = Array.from({ length: 100 }, (_, index) => `1.${index}`)
  const followed = planned.map((point) => ({ point_id: point.id, as_found: { readings } }))
  return [
    {
      name: 'budget',
      body: budget,
      send: (body) => admin.call('POST', '/uncertainty/evaluate', { body }),
    },
    {
      name: 'followed budget',
      body: JSON.stringify({ points: followed }),
      send: (body) => admin.call('POST', '/measurements/evaluate', { body }),
    },
  ]
}

/** Files with the most columns, lines and letters. */
export function worstFiles(
  admin: TestSession,
  ids: { readonly procedure: string; readonly classTable: string },
): WorstBody[] {
  const files = [
    Array.from({ length: 80_000 }, (_, index) => `h${index}`).join(','),
    `from,to,a${' '.repeat(400_000)}b\n1,2,3`,
    `from,to,a${' GO'.repeat(130_000)}b\n1,2,3`,
    `from,to,1\n${'1,2,3\n'.repeat(80_000)}`,
    `${Array.from({ length: 700 }, (_, index) => `h${index}`).join(',')}\n${`${','.repeat(699)}1\n`.repeat(600)}`,
    `nominal,unit\n${'1,V\n'.repeat(120_000)}`,
    '"'.repeat(250_000),
    ','.repeat(450_000),
  ]
  const paths = [`/procedures/${ids.procedure}/draft/points`, `/class-tables/${ids.classTable}/rows`]
  return files.flatMap((csv) =>
    paths.map((path) => ({
      name: path,
      body: JSON.stringify({ csv }),
      send: (body: string) => admin.call('POST', path, { body }),
    })),
  )
}
