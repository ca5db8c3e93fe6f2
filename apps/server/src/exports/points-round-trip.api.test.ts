import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PUBLIC_API_PREFIX, type ExportFormat } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../test/calibrating.ts'
import { importFile, uploadForImport } from '../../test/spreadsheets/import-file.ts'
import { fillDemo } from '../demo/fill-workspace.ts'
import { DEMO_TIME_ZONE, wholeProgram } from '../demo/program.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets } from '../platform/secrets.ts'

const app = await startTestApp({}, { worksOnJobs: true })

type Row = Record<string, any>

async function exported(key: string, query: string): Promise<Buffer> {
  const response = await fetch(`${app.origin}${PUBLIC_API_PREFIX}/exports/${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

async function rowsOf(key: string, query: string): Promise<Row[]> {
  const text = (await exported(key, `${query}${query.includes('?') ? '&' : '?'}format=jsonl`)).toString().trim()
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Row)
}

/** Members by which a workspace refers to its own objects, and the accreditation, which no import states. */
const OF_WORKSPACE = ['calibration_id', 'instrument_id', 'standard_asset_id', 'point_id', 'accredited']

/** Returns an uncertainty without the budget from which its values were computed. */
function withoutBudget(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('budget_id' in value)) return value
  const { budget_id: _budget, ...values } = value
  return values
}

/** The rows of the points of records in effect, by record and position. */
async function pointsOf(key: string): Promise<Map<string, Row>> {
  const rows = await rowsOf(key, 'calibrations?points=true')
  const inEffect = rows.filter(
    (row) => row['record_status'] === 'current' && row['approval_status'] === 'approved',
  )
  return new Map(
    inEffect.map((row) => [
      [row['asset_tag'], row['performed_at'], row['certificate_number'], row['position']].join(' '),
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          OF_WORKSPACE.includes(name) ? [] : [[name, withoutBudget(value)]],
        ),
      ),
    ]),
  )
}

/** Imports the register, the records without points and the points of a workspace into an empty one. */
async function movedTo(lab: Laboratory, key: string, format: ExportFormat) {
  const upload = async (query: string) => uploadForImport(app, lab.key, await exported(key, `${query}&format=${format}`))
  const register = await importFile(app, lab.key, await upload('instruments?include=retired'), {
    options: { create_places: true },
  })
  assert.equal(register.failed, 0)
  const records = await importFile(app, lab.key, await upload('calibrations?'), { kind: 'calibrations' })
  const points = await importFile(app, lab.key, await upload('calibrations?points=true'), {
    kind: 'calibrations',
    options: format === 'xlsx' ? { sheet: 'Points' } : {},
  })
  return { records, points }
}

const demo = async () => {
  const secrets = createSecrets({ present: 'a secret of the tests that nothing else uses' })
  const runtime = { ...app.parts, config: readConfig({}), clock: app.clock, secrets }
  return fillDemo(runtime, { ...wholeProgram, share: 1 / 5 })
}

test('x', async () => {
  const { key } = await demo()
  const before = await pointsOf(key)
  for (const format of ['csv', 'xlsx'] as const) {
    const lab = await openLaboratory(app, { timeZone: DEMO_TIME_ZONE })
    const { records, points } = await movedTo(lab, key, format)
    console.log(records.rows, records.create, records.unchanged, records.skip, records.failed, records.errors.slice(0, 5), records.warnings.slice(0, 3))
    console.log(points.rows, points.create, points.unchanged, points.skip, points.failed, points.errors.slice(0, 5), points.warnings.slice(0, 3))
    const after = await pointsOf(lab.key)
    console.log(before.size, after.size)
    const diff: Record<string, number> = {}
    let shown = 0
    for (const [name, row] of before) {
      const copy = after.get(name)
      if (!copy) { diff['missing'] = (diff['missing'] ?? 0) + 1; if (shown++ < 3) console.log('missing', name); continue }
      for (const column of Object.keys(row)) {
        try { assert.deepEqual(copy[column], row[column]) } catch {
          diff[column] = (diff[column] ?? 0) + 1
          if (diff[column]! < 3) console.log(name, column, copy[column], row[column])
        }
      }
    }
    console.log(diff)
  }
})
