import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { skipWithout } from '@plumbline/testing'
import { startTestApp } from '../app.ts'
import { buildPackage, root, run } from './built-package.ts'

const INSTALLER = join(root, 'scripts/install-runtimes.sh')
const programs = spawnSync('bash', [INSTALLER, '--path'], { encoding: 'utf8' }).stdout.trim()

/** The command that runs a file on each runtime. */
const runtimes = {
  Node: [process.execPath],
  Deno: [join(programs, 'deno'), 'run', '--allow-all', '--quiet'],
  Bun: [join(programs, 'bun'), 'run'],
} as const

const app = await startTestApp()
const { folder, built } = await buildPackage()
const readme = readFileSync(join(built, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code ?? '')

const without = (name: string, path: string) =>
  skipWithout({ path, name, installer: 'scripts/install-runtimes.sh', requiredBy: 'RUNTIMES_REQUIRED' })

/** An event as it arrives, signed as the contract says. */
function signedEvent(secret: string): { rawBody: string; header: string } {
  const data = { due: { id: 'an instrument', due_date: '2026-11-28' } }
  const rawBody = JSON.stringify({ id: 'an event', type: 'calibration.overdue', created_at: 'now', data })
  const seconds = Math.floor(Date.now() / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return { rawBody, header: `t=${seconds},v1=${digest}` }
}

/** The same example as a CommonJS module. */
function asCommonJs(code: string): string {
  const required = code
    .replaceAll(/^import (\{[^}]*\}) from ('[^']*')$/gm, 'const $1 = require($2)')
    .replaceAll(/^export function (\w+)/gm, 'exports.$1 = $1\nfunction $1')
  assert.doesNotMatch(required, /^(import|export) /m)
  // There is no await at the top level of such a module.
  return `void (async () => {\n${required}\n})()\n`
}

/** Runs the examples one after the other, as a reader does, and compares what they print. */
async function runExamples(
  [program, ...options]: readonly string[],
  cwd: string,
  { extension = 'js', written = (code: string) => code } = {},
): Promise<void> {
  const { key } = await app.workspace()
  const secret = 'whsec_test'
  mkdirSync(cwd)
  const env = {
    PATH: process.env['PATH'],
    PLUMBLINE_URL: app.origin,
    PLUMBLINE_API_KEY: key,
    PLUMBLINE_WEBHOOK_SECRET: secret,
  }
  const write = (name: string, code: string) =>
    writeFileSync(join(cwd, `${name}.${extension}`), written(code))
  const outputOf = async (name: string) =>
    (await run(program!, [...options, `${name}.${extension}`], { cwd, env })).stdout
  assert.equal(examples.length, 9)
  for (const [index, code] of examples.entries()) write(`example-${index}`, code)
  writeFileSync(join(cwd, 'certificate.pdf'), '%PDF-1.7\n%%EOF\n')
  const { rawBody, header } = signedEvent(secret)
  write(
    'receive',
    `import { received } from './example-8.${extension}'
console.log(JSON.stringify(received(${JSON.stringify(rawBody)}, ${JSON.stringify(header)})))`,
  )
  const outputs: string[] = []
  for (let index = 0; index < 8; index += 1) outputs.push(await outputOf(`example-${index}`))
  assert.match(outputs[0] ?? '', /^PASS 2026-/)
  assert.equal(outputs[1], '')
  assert.match(outputs[2] ?? '', /^[0-9a-f-]{36}\n$/)
  assert.equal(outputs[3], '')
  assert.match(outputs[4] ?? '', /PASS\n1 new records\n$/)
  assert.match(outputs[5] ?? '', /^store \S+\nstore \S+\n0 changes\n$/)
  const followed = async (cursor: number) => {
    writeFileSync(join(cwd, 'cursor.json'), String(cursor))
    return outputOf('example-5')
  }
  assert.match(await followed(0), /^store \S+ after instrument\.created\n[^]*\n\d+ changes\n$/)
  assert.match(await followed(1000), /^the server was restored [^\n]+\n$/)
  assert.match(outputs[6] ?? '', /^path\.instrument_id /)
  assert.match(outputs[7] ?? '', /^listSites 1 200 \d+ ms \S+\n$/)
  assert.deepEqual(JSON.parse(await outputOf('receive')), { instrument: 'an instrument', due: '2026-11-28' })
}

for (const [name, command] of Object.entries(runtimes)) {
  test(`the examples of its README run on ${name}`, { skip: without(name, command[0]) }, () =>
    runExamples(command, join(folder, name)),
  )
}

test('the examples of its README run as CommonJS modules', () =>
  runExamples(runtimes.Node, join(folder, 'CommonJS'), { extension: 'cjs', written: asCommonJs }))

test('a bundle for browsers works with what browsers have, and with the key that a proxy adds', async () => {
  const { key } = await app.workspace()
  writeFileSync(
    join(folder, 'page.js'),
    `import { createClient, hasCode, syncInstruments, uploadDocument, verifyWebhookAsync } from '@plumbline/sdk'
globalThis.page = (async () => {
  const plumbline = createClient({ baseUrl: location.origin })
  const made = await plumbline.createInstrument({ body: { asset_tag: 'B-1', name: 'Gauge', calibration_interval_value: 12 } })
  const file = new Blob(['%PDF-1.7\\n%%EOF\\n'], { type: 'application/pdf' })
  const document = await uploadDocument(plumbline, { instrument_id: made.id, file, file_name: 'a.pdf', content_type: 'application/pdf' })
  const store = { load: async () => undefined, save: async () => undefined }
  const rows = []
  await syncInstruments(plumbline, { store, handle: async (page) => void rows.push(...page) })
  const refused = await plumbline.getInstrument({ params: { instrument_id: 'x' } }).catch((error) => error)
  const event = await verifyWebhookAsync(delivery)
  return [document.file_name, rows.length, hasCode(refused, 'VALIDATION_ERROR'), event.type].join()
})()
`,
  )
  await run(
    process.execPath,
    [
      join(root, 'node_modules/rolldown/bin/cli.mjs'),
      'page.js',
      '--platform',
      'browser',
      '--format',
      'iife',
      '--file',
      'bundle.js',
      '--log-level',
      'silent',
    ],
    { cwd: folder },
  )
  const secret = 'whsec_test'
  // As a page sees it: nothing of Node.js, and a proxy of the same origin that adds the key.
  const platform = {
    AbortSignal,
    Blob,
    crypto,
    FormData,
    Headers,
    performance,
    Response,
    URL,
    URLSearchParams,
  }
  const functions = { setTimeout, clearTimeout, TextDecoder, TextEncoder }
  const context = createContext({
    ...platform,
    ...functions,
    location: { origin: app.origin },
    document: {},
    delivery: { ...signedEvent(secret), secret },
    fetch: (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      assert.equal(headers.get('user-agent'), null)
      if (url.startsWith(`${app.origin}/api/`)) headers.set('authorization', `Bearer ${key}`)
      return fetch(url, { ...init, headers })
    },
  })
  runInContext(readFileSync(join(folder, 'bundle.js'), 'utf8'), context)
  assert.equal(await context['page'], 'a.pdf,1,true,calibration.overdue')
})
