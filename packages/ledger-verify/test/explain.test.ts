import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { explain } from '../src/explain.ts'
import { verifyFile } from '../src/index.ts'
import { entryFor, fixture, keptEarlier, keptKey, signedLines, vkey } from './ledger-of.ts'

const explained = async (text: string, options: Parameters<typeof verifyFile>[1] = {}) => {
  const { headline, details } = explain(await verifyFile(Readable.from([Buffer.from(text)]), options))
  return [headline, ...details].join('\n')
}

test('an unaltered file is described, with the key that verified it', async () => {
  const ledger = await explained(fixture('ledger.jsonl'), { vkey: keptKey, earlier: [keptEarlier] })
  assert.match(ledger, /^The ledger is intact: 11 entries/)
  assert.match(ledger, /earlier checkpoint of 5 entries/)
  assert.match(ledger, /with the key that you gave/)
  const record = await explained(fixture('record.jsonl'))
  assert.match(record, /^The record is intact: it is entry 6 of the ledger/)
  assert.match(record, /key in the file itself/)
  const single = await explained(`${signedLines([entryFor(0)]).join('\n')}\n`, { vkey })
  assert.match(single, /^The ledger is intact: 1 entry,/)
})

test('each replacement of the key is described, with the entry that states it', () => {
  const { details } = explain({
    what: 'ledger',
    verdict: {
      holds: true,
      facts: {
        origin: 'lab.example/ledger/1',
        size: 4,
        root: 'AAAA',
        firstAt: null,
        lastAt: null,
        continues: [1],
        keyReplacedAt: [1, 3],
        keyFrom: 'caller',
      },
    },
  })
  assert.deepEqual(details.slice(1, -1), [
    'It is empty.',
    'Signed root: AAAA',
    'It continues the earlier checkpoint of 1 entry.',
    'The signing key was replaced by entry 0; both keys signed the first 1 entry.',
    'The signing key was replaced by entry 2; both keys signed the first 3 entries.',
  ])
})

test('an error says what is wrong', async () => {
  assert.match(await explained('hello\n'), /^This file cannot be checked\.\nThe file is neither /)
  const altered = fixture('record.jsonl').replace('B. Ng', 'B. Ny')
  assert.match(await explained(altered), /^The record failed verification\./)
  const { headline, details } = explain({
    what: 'ledger',
    verdict: {
      holds: false,
      fault: {
        kind: 'wrong_root',
        sentence: 'It was replaced.',
        index: null,
        within: { from: 5, before: 11 },
      },
    },
  })
  assert.deepEqual(
    [headline, ...details],
    ['The ledger failed verification.', 'It was replaced.', 'The first wrong entry is between 5 and 10.'],
  )
  const replaced = fixture('ledger.jsonl').replace('10.02 mm', '10.01 mm')
  assert.match(await explained(replaced), /^The ledger failed verification\.[^]*First wrong entry: 3$/)
})
