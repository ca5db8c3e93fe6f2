import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitNotes } from './split-notes.ts'

const noteOf = (workspaceId: string, extension = '') =>
  `lab.example/ledger/${workspaceId}\n5\nAAAA\n${extension}\n\u2014 lab.example/ledger/${workspaceId} c2ln\n`

test('consecutive checkpoints are read one by one, each with its ledger', () => {
  const [one, other] = [noteOf('one'), noteOf('other', 'extension\n')]
  const cosigned = `${noteOf('third')}\u2014 witness.example c2ln\n`
  assert.deepEqual(splitNotes(one), [{ note: one, workspaceId: 'one' }])
  assert.deepEqual(splitNotes(`\n ${one}${other}${cosigned}`.trimStart()), [
    { note: one, workspaceId: 'one' },
    { note: other, workspaceId: 'other' },
    { note: cosigned, workspaceId: 'third' },
  ])
  assert.equal(splitNotes(`\n\n${one}`).length, 1)
})

test('a text with anything else has no checkpoints', () => {
  const note = noteOf('one')
  for (const text of [
    '',
    ' ',
    'text',
    `${note}x`,
    `${note}\n`,
    note.slice(0, -1),
    note.replace('\u2014', '-'),
  ])
    assert.deepEqual(splitNotes(text), [], JSON.stringify(text))
})
