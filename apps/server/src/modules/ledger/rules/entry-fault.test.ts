import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEntry } from './entry.ts'
import { entryFault, isPayloadOf, type FoundAt, type FoundEntry } from './entry-fault.ts'
import { leafHash } from './merkle-tree.ts'

const expected: FoundAt = {
  workspaceId: '0197c0de-0000-7000-8000-000000000001',
  index: 4,
  lastAt: '2026-11-21T08:00:00.000Z',
}
const AT = '2026-11-21T08:00:00.001Z'

const sealed = (id: string, at = AT) =>
  sealEntry(
    {
      kind: 'site.updated',
      actor: { type: 'system', id: 'cli' },
      // The text of another member stands within an id, escaped.
      subject: { type: 'site', id },
      payload: { name: 'North' },
    },
    { ...expected, at, nonce: Buffer.alloc(16) },
  )

const rowOf = ({ entry, payload, leafHash: leaf }: ReturnType<typeof sealed>, at = AT): FoundEntry => ({
  index: 4,
  at,
  kind: 'site.updated',
  actorType: 'system',
  actorId: 'cli',
  subjectType: 'site',
  subjectId: 's',
  entry,
  payload,
  leafHash: leaf,
})
const row = rowOf(sealed('s'))

test('a row whose columns, text, payload and leaf agree has no fault', () => {
  assert.equal(entryFault(row, expected), undefined)
  assert.ok(isPayloadOf(row))
  const atOnce = rowOf(sealed('s', expected.lastAt), expected.lastAt)
  assert.equal(entryFault(atOnce, expected), undefined)
})

const rewritten = row.entry.replace('"id":"cli"', '"id":"cla"')
const faults: [changes: Partial<FoundEntry>, where: Partial<FoundAt>, sentence: string][] = [
  [{ index: 6 }, {}, 'It is missing: the next one that is there has the index 6.'],
  [
    { index: '9007199254740993' },
    {},
    'It is missing: the next one that is there has the index 9007199254740993.',
  ],
  [{ index: 3 }, {}, 'A row with the index 3 stands beside those that the ledger counts.'],
  [{ index: '4' }, {}, 'A row with the index 4 stands beside those that the ledger counts.'],
  [
    { at: '2026-11-21T09:00:00.000Z' },
    {},
    `Its at is 2026-11-21T09:00:00.000Z by its row and ${AT} by its text.`,
  ],
  [{ kind: 'site.created' }, {}, 'Its kind is site.created by its row and site.updated by its text.'],
  [{ kind: 'unknown' }, {}, 'Its kind is unknown by its row and site.updated by its text.'],
  [{ actorType: 'user' }, {}, 'Its actor type is user by its row and system by its text.'],
  [{ actorId: 'x' }, {}, 'Its actor id is x by its row and cli by its text.'],
  [{ subjectType: 'location' }, {}, 'Its subject type is location by its row and site by its text.'],
  [{ subjectId: 'x' }, {}, 'Its subject id is x by its row and s by its text.'],
  [{ entry: rewritten }, {}, 'Its actor id is cli by its row and cla by its text.'],
  [
    { entry: row.entry.replace('"index":4', '"index":5') },
    {},
    'Its index is 4 by its row and 5 by its text.',
  ],
  [{ entry: '{}' }, {}, 'Its text is not the canonical text of an entry.'],
  [{ leafHash: leafHash('other') }, {}, 'Its leaf hash is not that of its text.'],
  [
    {},
    { lastAt: '2026-11-21T08:00:00.002Z' },
    `Its instant ${AT} is before that of the entry before it, 2026-11-21T08:00:00.002Z.`,
  ],
  [
    {},
    { workspaceId: '0197c0de-0000-7000-8000-000000000002' },
    'Its workspace is 0197c0de-0000-7000-8000-000000000002 by its row and 0197c0de-0000-7000-8000-000000000001 by its text.',
  ],
]
for (const [changes, where, sentence] of faults) {
  test(`a fault is found: ${sentence}`, () => {
    const [found, at] = [
      { ...row, ...changes },
      { ...expected, ...where },
    ]
    assert.equal(entryFault(found, at), sentence)
  })
}

test('a replaced payload is found with its row and on its own', () => {
  const other = { ...row, payload: row.payload.replace('North', 'South') }
  assert.equal(entryFault(other, expected), 'Its payload is not the one whose hash stands in its text.')
  assert.ok(!isPayloadOf(other))
})

test('text in another member is not taken for the hash of a payload', () => {
  const id = '"payload_sha256":"0000'
  const cunning = { ...rowOf(sealed(id)), subjectId: id }
  assert.ok(isPayloadOf(cunning))
})
