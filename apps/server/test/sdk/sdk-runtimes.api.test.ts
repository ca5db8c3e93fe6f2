import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
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

for (const [name, [program, ...options]] of Object.entries(runtimes)) {
  describe(`on ${name}`, { skip: without(name, program) }, () => {
    test('the examples of its README run one after the other', async () => {
      const { key } = await app.workspace()
      const secret = 'whsec_test'
      const cwd = join(folder, name)
      mkdirSync(cwd)
      const env = {
        PATH: process.env['PATH'],
        PLUMBLINE_URL: app.origin,
        PLUMBLINE_API_KEY: key,
        PLUMBLINE_WEBHOOK_SECRET: secret,
      }
      assert.equal(examples.length, 9)
      for (const [index, code] of examples.entries()) writeFileSync(join(cwd, `example-${index}.js`), code)
      writeFileSync(join(cwd, 'certificate.pdf'), '%PDF-1.7\n%%EOF\n')
      const { rawBody, header } = signedEvent(secret)
      writeFileSync(
        join(cwd, 'receive.js'),
        `import { received } from './example-8.js'
console.log(JSON.stringify(received(${JSON.stringify(rawBody)}, ${JSON.stringify(header)})))\n`,
      )
      const outputs: string[] = []
      const outputOf = async (file: string) => (await run(program, [...options, file], { cwd, env })).stdout
      for (const file of [0, 1, 2, 3, 4, 5, 6, 7]
        .map((index) => `example-${index}.js`)
        .concat('receive.js')) {
        outputs.push(await outputOf(file))
      }
      assert.match(outputs[0] ?? '', /^PASS 2026-/)
      assert.equal(outputs[1], '')
      assert.match(outputs[2] ?? '', /^[0-9a-f-]{36}\n$/)
      assert.equal(outputs[3], '')
      assert.match(outputs[4] ?? '', /PASS\n1 new records\n$/)
      assert.match(outputs[5] ?? '', /^store \S+\nstore \S+\n0 changes\n$/)
      const followed = async (cursor: number) => {
        writeFileSync(join(cwd, 'cursor.json'), String(cursor))
        return outputOf('example-5.js')
      }
      assert.match(await followed(0), /^store \S+ after instrument\.created\n[^]*\n\d+ changes\n$/)
      assert.match(await followed(1000), /^the server was restored [^\n]+\n$/)
      assert.match(outputs[6] ?? '', /^path\.instrument_id /)
      assert.match(outputs[7] ?? '', /^listSites 1 200 \d+ ms \S+\n$/)
      assert.deepEqual(JSON.parse(outputs[8] ?? ''), { instrument: 'an instrument', due: '2026-11-28' })
    })
  })
}
