import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fixture, keptKey, vkey } from './ledger-of.ts'

const command = fileURLToPath(new URL('../src/plumbline-ledger-verify.ts', import.meta.url))
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url))
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-verify-'))
})

after(() => rm(folder, { recursive: true }))

type Run = { status: number | string | null | undefined; out: string; err: string }

function run(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: fixtures }, (error, out, err) => {
      resolve({ status: error === null ? 0 : error.code, out, err })
    })
  })
}

test('an unaltered ledger gives status 0 and a line that says so', async () => {
  const { status, out } = await run(
    'ledger.jsonl',
    '--vkey',
    keptKey,
    '--checkpoint',
    'earlier-checkpoint.txt',
  )
  assert.equal(status, 0)
  assert.match(out, /^The ledger is intact: 11 entries, complete, in order and unaltered\.\n/)
  assert.match(out, /continues the earlier checkpoint of 5 entries/)
  assert.match(out, /with the key that you gave/)
})

test('an unaltered record gives status 0, and a warning about the origin of its key', async () => {
  const { status, out } = await run('record.jsonl')
  assert.equal(status, 0)
  assert.match(out, /^The record is intact: it is entry 6 of the ledger/)
  assert.match(out, /key in the file itself/)
})

test('a ledger that fails verification gives status 1 and names the first wrong entry', async () => {
  const path = join(folder, 'altered.jsonl')
  await writeFile(path, fixture('ledger.jsonl').replace('10.02 mm', '10.01 mm'))
  const { status, out } = await run(path)
  assert.equal(status, 1)
  assert.equal(
    out,
    'The ledger failed verification.\nThe record is not the one that its entry was made for.\nFirst wrong entry: 3\n',
  )
  const json = await run(path, '--json')
  assert.equal(json.status, 1)
  assert.deepEqual(JSON.parse(json.out), {
    what: 'ledger',
    verdict: {
      holds: false,
      fault: {
        kind: 'wrong_payload',
        index: 3,
        sentence: 'The record is not the one that its entry was made for.',
      },
    },
  })
})

test('a ledger signed by another key than the trusted one gives status 1', async () => {
  assert.equal((await run('ledger.jsonl', '--vkey', vkey)).status, 1)
})

const unchecked: [title: string, args: string[], message: RegExp][] = [
  ['no file', [], /Name one file/],
  ['two files', ['ledger.jsonl', 'record.jsonl'], /Name one file/],
  ['a file that is not there', ['nowhere.jsonl'], /ENOENT/],
  ['an unknown option', ['ledger.jsonl', '--force'], /--force/],
  [
    'a checkpoint beside a record',
    ['record.jsonl', '--checkpoint', 'earlier-checkpoint.txt'],
    /cannot|can be/,
  ],
]

for (const [title, args, message] of unchecked) {
  test(`${title} gives status 2 and one line that says why`, async () => {
    const { status, out, err } = await run(...args)
    assert.equal(status, 2)
    assert.equal(out, '')
    assert.match(err, message)
    assert.doesNotMatch(err, /^\w*Error:|\n./)
  })
}

test('help names every option', async () => {
  const { status, out } = await run('--help')
  assert.equal(status, 0)
  for (const option of ['--vkey', '--checkpoint', '--json']) assert.ok(out.includes(option))
})
