import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX, type ExportFormat } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { importFile, uploadForImport } from '../../test/spreadsheets/import-file.ts'
import { fillDemo } from '../demo/fill-workspace.ts'
import { DEMO_TIME_ZONE, wholeProgram } from '../demo/program.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets } from '../platform/secrets.ts'

const app = await startTestApp({}, { worksOnJobs: true })

type Row = Record<string, unknown>

/** Columns that say when and under which ID this server made a row. */
const OF_THIS_SERVER = ['id', 'created_at', 'updated_at', 'retired_at', 'sent_out_on']

async function exported(key: string, format: ExportFormat): Promise<Buffer> {
  const path = `${PUBLIC_API_PREFIX}/exports/instruments?include=retired&format=${format}`
  const response = await fetch(app.origin + path, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

async function registerOf(key: string): Promise<Map<unknown, Row>> {
  const lines = (await exported(key, 'jsonl')).toString().trim().split('\n')
  return new Map(lines.map((line) => JSON.parse(line) as Row).map((row) => [row['asset_tag'], row]))
}

/** Returns a row without those columns. */
const without = (row: Row | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)))

test('a register that was exported imports into an empty workspace with every field, as CSV and as XLSX', async () => {
  const secrets = createSecrets({ present: 'a secret of the tests that nothing else uses' })
  const runtime = { ...app.parts, config: readConfig({}), clock: app.clock, secrets }
  const demo = await fillDemo(runtime, { ...wholeProgram, share: 1 / 5 })
  const register = await registerOf(demo.key)
  assert.equal(register.size, demo.instruments)
  for (const format of ['csv', 'xlsx'] as const) {
    const lab = await openLaboratory(app, { timeZone: DEMO_TIME_ZONE })
    const file = await uploadForImport(app, lab.key, await exported(demo.key, format))
    const request = { options: { create_places: true } }
    const { create, errors } = await importFile(app, lab.key, file, request)
    assert.deepEqual([create, errors], [register.size, []])
    const copy = await registerOf(lab.key)
    for (const [tag, row] of register) {
      const [stated, entered] = [row, copy.get(tag)].map((one) => without(one, OF_THIS_SERVER))
      assert.deepEqual(entered, stated, `${String(tag)} as ${format}`)
    }
    const again = await importFile(app, lab.key, file, request)
    assert.deepEqual([again.unchanged, again.failed], [register.size, 0])
  }
})

test('an instrument that failed its last calibration does not pass because its register was moved', async () => {
  const [from, to] = [await openLaboratory(app), await openLaboratory(app)]
  const { id } = await from.instrument({ asset_tag: 'F-1' })
  await from.calibrate(id, { result: 'PASS' })
  await from.calibrate(id, { result: 'FAIL' })
  const { warnings } = await importFile(
    app,
    to.key,
    await uploadForImport(app, to.key, await exported(from.key, 'csv')),
  )
  assert.deepEqual(
    warnings.map(({ column, code }) => [column, code]),
    [['last_calibration_date', 'import.last_calibration_failed']],
  )
  const statusOf = async (key: string) => (await registerOf(key)).get('F-1')!['compliance_status']
  assert.deepEqual([await statusOf(from.key), await statusOf(to.key)], ['NON_COMPLIANT', 'NOT_CALIBRATED'])
})
