import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { linesOf, verifyFile, type FileVerdict } from '../src/index.ts'
import { fixture, keptKey, vkey } from './ledger-of.ts'

async function linesIn(chunks: readonly Uint8Array[]): Promise<string[]> {
  return Array.fromAsync(linesOf(Readable.from(chunks)))
}

const texts: [title: string, text: string, lines: string[]][] = [
  ['a final line feed', 'a\nb\n', ['a', 'b']],
  ['no final line feed', 'a\nb', ['a', 'b']],
  ['an empty line', 'a\n\nb\n', ['a', '', 'b']],
  ['separators that JSON may hold', 'a\u2028b\u2029c\u0085d\re\n', ['a\u2028b\u2029c\u0085d\re']],
  ['a byte order mark, which is kept', '\ufeffa\n', ['\ufeffa']],
  ['nothing', '', []],
]

for (const [title, text, lines] of texts) {
  test(`a file with ${title} is split at line feeds only`, async () => {
    assert.deepEqual(await linesIn([Buffer.from(text)]), lines)
  })
}

test('lines do not depend on the chunks of a file', async () => {
  await assertProperty(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
      const bytes = Buffer.from(`${text}\n\u{1f4cf}\nwithout an end`)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
        bytes.subarray(place * size, (place + 1) * size),
      )
      assert.deepEqual(await linesIn(pieces), await linesIn([bytes]))
    }),
  )
})

async function openFile(text: string): Promise<FileVerdict> {
  return verifyFile(Readable.from([Buffer.from(text)]), { vkey: keptKey })
}

test('a file is recognized by its content', async () => {
  const pretty = JSON.stringify(JSON.parse(fixture('record.jsonl')), null, 2)
  for (const text of [fixture('record.jsonl'), pretty]) {
    const file = await openFile(text)
    assert.ok(file.what === 'record' && file.verdict.holds && file.keyFrom === 'caller')
  }
  const untold = await verifyFile(Readable.from([Buffer.from(fixture('record.jsonl'))]))
  assert.ok(untold.what === 'record' && untold.verdict.holds && untold.keyFrom === 'file')
  const ledger = await openFile(fixture('ledger.jsonl'))
  assert.ok(ledger.what === 'ledger' && ledger.verdict.holds)
  const parts = JSON.parse(fixture('record.jsonl')) as Record<string, unknown>
  const numbered = JSON.stringify({ ...parts, entry: 1 })
  for (const text of ['', '{}', '{"format":"plumbline-record/1"}', numbered, 'hello\n', '\0']) {
    const unknown = await openFile(text)
    assert.ok(unknown.what === 'unknown' && !unknown.verdict.holds, text)
    assert.equal(unknown.verdict.fault.kind, 'malformed')
  }
})

test('the proof of a record has at most 16 MiB', async () => {
  const proof = fixture('record.jsonl').trimEnd()
  const padded = (length: number) => openFile(`${proof.padEnd(length - 1)}\n`)
  const most = await padded(16 * 1024 * 1024)
  assert.ok(most.verdict.holds)
  const { verdict } = await padded(16 * 1024 * 1024 + 1)
  assert.ok(!verdict.holds)
  assert.equal(verdict.fault.sentence, 'The file is too large for the proof of one record.')
})

test('the key of the caller takes precedence over that of the file', async () => {
  const chunks = Readable.from([Buffer.from(fixture('record.jsonl'))])
  const file = await verifyFile(chunks, { vkey })
  assert.ok(file.what === 'record' && !file.verdict.holds && file.keyFrom === 'caller')
  assert.equal(file.verdict.fault.kind, 'wrong_key')
})

test('a file that is not UTF-8 is refused, not repaired', async () => {
  const bytes = Buffer.concat([Buffer.from(fixture('ledger.jsonl')), Buffer.of(0xff, 0x0a)])
  const { verdict } = await verifyFile(Readable.from([bytes]), { vkey: keptKey })
  assert.ok(!verdict.holds)
  assert.equal(verdict.fault.sentence, 'The file is not text in UTF-8.')
})

test('a checkpoint that does not apply to the proof of a record is refused', async () => {
  const chunks = Readable.from([Buffer.from(fixture('record.jsonl'))])
  await assert.rejects(verifyFile(chunks, { earlier: ['x'] }), /not with the proof of one record/)
})
