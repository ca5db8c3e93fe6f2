import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { operations, type Operation } from '@plumbline/contract'
import { buildPackage, root, run } from './built-package.ts'

/** Maximum size of the complete package, compressed. */
const COMPRESSED_BYTES_MAX = 15_000

const { folder, built } = await buildPackage()

const tsc = (...options: string[]) =>
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], { cwd: folder })

/** The package and its user's code as one file, as a bundler makes it for a platform. */
async function bundle(platform: 'browser' | 'node'): Promise<string> {
  const output = join(folder, `${platform}.js`)
  writeFileSync(join(folder, 'entry.js'), "export * from '@plumbline/sdk'\n")
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs')
  const options = [
    '--platform',
    platform,
    '--format',
    'esm',
    '--minify',
    '--file',
    output,
    '--log-level',
    'silent',
  ]
  await run(process.execPath, [rolldown, 'entry.js', ...options], { cwd: folder })
  return readFileSync(output, 'utf8')
}

test('the package contains JavaScript with its types, README, changelog and license, and nothing else', async () => {
  const cache = join(folder, 'cache')
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--offline', '--cache', cache], {
    cwd: built,
  })
  const packed = JSON.parse(stdout)
  const { files } = (Array.isArray(packed) ? packed[0] : Object.values(packed)[0]) as {
    files: { path: string }[]
  }
  const paths = files.map(({ path }) => path)
  const modules = paths.filter((path) => path.endsWith('.js')).map((path) => path.slice(0, -3))
  assert.ok(modules.includes('index') && modules.includes('browser') && modules.includes('webhooks'))
  assert.ok(modules.includes('cjs/index') && modules.includes('cjs/webhooks'))
  const expected = modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`])
  const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'cjs/package.json']
  assert.deepEqual(paths.toSorted(), [...expected, ...others].toSorted())
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  assert.equal(manifest.private, undefined)
  assert.equal(manifest.dependencies, undefined)
  const sources = paths.map((path) => readFileSync(join(built, path), 'utf8')).join('\n')
  assert.doesNotMatch(sources, /from '(?!\.|node:crypto|@plumbline\/sdk|node:fs\/promises)/)
  assert.doesNotMatch(sources, /require\("(?!\.|node:crypto)/)
})

test('the package names the repository of its publisher in any form of URL, and refuses anything else', async () => {
  const target = join(folder, 'with-repository')
  const build = (repository: string) =>
    run(process.execPath, [join(root, 'packages/sdk/build.ts'), target], {
      env: { ...process.env, SDK_REPOSITORY: repository },
    })
  await build('https://code.example.com/metrology/plumbline.git/')
  const { repository, homepage, bugs } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  assert.deepEqual(
    [repository, homepage, bugs],
    [
      { type: 'git', url: 'git+https://code.example.com/metrology/plumbline.git', directory: 'packages/sdk' },
      'https://code.example.com/metrology/plumbline/tree/HEAD/packages/sdk#readme',
      'https://code.example.com/metrology/plumbline/issues',
    ],
  )
  await assert.rejects(build('metrology/plumbline'), /must be the https address of a repository/)
})

test('it is at most 15 kB compressed, and nothing of Node.js is in the build for browsers', async () => {
  const whole = await bundle('node')
  assert.ok(gzipSync(whole).length <= COMPRESSED_BYTES_MAX, `${gzipSync(whole).length} bytes`)
  const inBrowsers = await bundle('browser')
  assert.deepEqual(inBrowsers.match(/node:|\bBuffer\b|\bprocess\b/g), null)
  assert.ok(inBrowsers.includes('createClient'))
})

test('every entry is there for import and for require', async () => {
  const names = { sdk: 'createClient', 'sdk/client': 'verifyWebhookAsync', 'sdk/webhooks': 'verifyWebhook' }
  const lines = Object.entries(names).map(([entry, name]) => `typeof require('@plumbline/${entry}').${name}`)
  writeFileSync(join(folder, 'required.cjs'), `console.log([${lines.join()}].join())`)
  const required = await run(process.execPath, ['required.cjs'], { cwd: folder })
  assert.equal(required.stdout, 'function,function,function\n')
  writeFileSync(
    join(folder, 'imported.js'),
    `const require = (name) => modules[name]
const modules = {}
for (const name of ['sdk', 'sdk/client', 'sdk/webhooks'].map((each) => '@plumbline/' + each)) modules[name] = await import(name)
console.log([${lines.join()}].join())`,
  )
  const imported = await run(process.execPath, ['imported.js'], { cwd: folder })
  assert.equal(imported.stdout, required.stdout)
})

test('every method has the description of the API reference', () => {
  const types = readFileSync(join(built, 'contract-types.d.ts'), 'utf8')
  for (const [name, { summary, path }] of Object.entries<Operation>(operations)) {
    const [, comment = ''] = new RegExp(`/\\*\\*\\n((?: +\\*.*\\n)+) +\\*/\\n +${name}: `).exec(types) ?? []
    assert.ok(comment.includes(summary) && comment.includes(path), name)
  }
})

test('its types are those of the contract', async () => {
  writeFileSync(
    join(folder, 'same.ts'),
    `import type { ErrorCode as Code, EventData as Events, Operations as Derived } from '${join(root, 'packages/sdk/src/contract-types.ts')}'
import type { ErrorCode, EventData, Operations } from '${join(built, 'contract-types.d.ts')}'
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
type Different = { [Name in keyof Derived | keyof Operations]:
  Name extends keyof Derived & keyof Operations ? (Same<Derived[Name], Operations[Name]> extends true ? never : Name) : Name
}[keyof Derived | keyof Operations]
export const same: Same<Different, never> = true
export const codes: Same<Code, ErrorCode> = true
export const events: Same<Events, EventData> = true
const name: Different = 'listSites'
`,
  )
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createClient, hasCode, isEvent, isKnownEvent, type WebhookEvent } from '@plumbline/sdk'
const client = createClient({ baseUrl: 'https://calibration.example.com' })
export const tag: string | null = (await client.getInstrument({ params: { instrument_id: '' } })).asset_tag
for await (const { due_date } of client.listDue.items()) due_date.slice(0, 4)
export const field = (error: unknown) => hasCode(error, 'VALIDATION_ERROR') && error.details.errors[0]?.loc
export function subjectOf(event: WebhookEvent): string | null {
  if (isEvent(event, 'calibration.due_soon')) return event.data.due.due_date
  if (!isKnownEvent(event)) return event.type
  switch (event.type) {
    case 'calibration.voided': return event.data.void_record.voids_id
    case 'calibration.due_soon':
    case 'calibration.overdue': return event.data.due.asset_tag
    default: return event.data.instrument.asset_tag
  }
}
// @ts-expect-error an operation with a parameter asks for it
void client.getInstrument()
const record = await client.getCalibration({ params: { calibration_id: '' } })
if (record.result === 'PASS') record.result.slice(1)
export const later: typeof record.result = 'A_WORD_OF_LATER'
// @ts-expect-error requests take the words of the contract alone
void client.appendCalibration({ params: { instrument_id: '' }, body: { result: 'A_WORD_OF_LATER' } })
// @ts-expect-error members that the contract does not have
void client.createInstrument({ body: { asset_tag: '', name: '', calibration_interval_value: 1, colour: '' } })
// @ts-expect-error only lists have rows
void client.getLedgerKey.items
`,
  )
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck', 'false']
  const modern = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom']
  const types = ['--types', '', '--allowImportingTsExtensions']
  const asUser = tsc('use.ts', ...strict, ...modern, ...types)
  const compared = tsc(
    'same.ts',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noEmit',
    '--skipLibCheck',
    ...modern,
    ...types,
  )
  const results = await Promise.allSettled([asUser, compared])
  const said = results.map((result) => (result.status === 'rejected' ? String(result.reason.stdout) : ''))
  assert.equal(said[0], '')
  // The last line of same.ts is the one that must fail, which shows that the comparison sees the types.
  assert.match(
    said[1] ?? '',
    /^same\.ts\(\d+,\d+\): error TS2322: Type .* is not assignable to type 'never'\.\s*$/,
  )
})
