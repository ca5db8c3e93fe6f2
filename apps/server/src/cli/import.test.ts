import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { openTable } from '../modules/imports/index.ts'

const app = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-import-'))
after(() => rmSync(folder, { recursive: true }))

const host = startCommandHost(folder)
const plumbline = (line: readonly string[]) =>
  host(line, {
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: 'a secret of the tests that nothing else uses',
    DATA_DIR: join(folder, 'data'),
  })

const [register, mapping, failed] = ['register.csv', 'mapping.json', 'failed.csv'].map((name) =>
  join(folder, name),
) as [string, string, string]
const { id } = await app.workspace()
const line = ['import', 'instruments', register, '--workspace', id]
await writeFile(register, 'Tag,Name,Shelf,Interval\nC-1,Caliper,7,12\nC-2,Caliper,8,\n')

test('rows with errors fail the command and are written to a file that can be corrected and imported', async () => {
  for (const more of [['--dry-run'], []]) {
    const { exitCode, stderr } = await plumbline([...line, ...more, '--failed-rows', failed])
    assert.deepEqual([exitCode, stderr], [1, ''])
    assert.match(
      await readFile(failed, 'utf8'),
      /^\uFEFFTag,Name,Shelf,Interval,Reason\r\nC-2,Caliper,8,,"Interval: There is no [^\r]+"\r\n$/,
    )
  }
  await writeFile(register, (await readFile(failed, 'utf8')).replace('8,,', '8,12 months,'))
  const { exitCode, stdout } = await plumbline([...line, '--failed-rows', failed])
  assert.equal(exitCode, 0)
  assert.match(stdout, /^Columns that become custom fields: Shelf\.$/m)
  assert.match(stdout, /^Columns left out: Reason\.$/m)
  assert.match(stdout, /^1 rows: 1 entered, 0 changed, 0 unchanged, 0 left out, 0 with errors\.$/m)
  assert.equal(await readFile(failed, 'utf8'), '\uFEFFTag,Name,Shelf,Interval,Reason\r\n')
})

test('a file of failed rows that is named as a workbook is one', async () => {
  const workbook = join(folder, 'failed.XLSX')
  await writeFile(register, 'Tag;Name;Shelf;Interval\nC-9;Caliper;0099;\n')
  assert.equal((await plumbline([...line, '--dry-run', '--failed-rows', workbook])).exitCode, 1)
  const [head, row] = await Array.fromAsync((await openTable(await readFile(workbook))).rows())
  assert.deepEqual([head?.at(-1), row?.slice(0, 3)], ['Reason', ['C-9', 'Caliper', '0099']])
})

test('a mapping that the file or its kind does not have is refused before anything is entered', async () => {
  const refusals: [content: string, said: RegExp][] = [
    ['{"Shelff": "place"}', /The file has no column Shelff\. Its columns are: Tag, Name, Shelf,/],
    ['{"Shelf": "result"}', /mapping\.json: Shelf can go to one of asset_tag,/],
    ['["place"]', /mapping\.json: state the columns as a JSON object/],
    ['{Shelf', /mapping\.json: state the columns as a JSON object/],
  ]
  for (const [content, refusal] of refusals) {
    await writeFile(mapping, content)
    const { exitCode, stderr } = await plumbline([...line, '--map', mapping])
    assert.match(stderr, refusal)
    assert.equal(exitCode, 1)
  }
})
