import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bundleCheckpointLine,
  bundleEntryLine,
  bundleHeaderLine,
  recordProofFile,
  recordProofText,
} from './ledger-bundle.ts'

test('an exported ledger consists of lines of canonical JSON, each with its type', () => {
  assert.equal(
    bundleHeaderLine({ origin: 'o', vkey: 'k', size: 2 }),
    '{"format":"plumbline-ledger/1","origin":"o","size":2,"vkey":"k"}\n',
  )
  const formerKeys = [{ vkey: 'f', checkpoint: 'c', more: 'm' }]
  assert.equal(
    bundleHeaderLine({ origin: 'o', vkey: 'k', size: 2, formerKeys }),
    '{"format":"plumbline-ledger/1","former_keys":[{"checkpoint":"c","vkey":"f"}],"origin":"o","size":2,"vkey":"k"}\n',
  )
  assert.equal(
    bundleEntryLine({ entry: '{"a":1}', payload: '{}' }),
    '{"entry":"{\\"a\\":1}","payload":"{}"}\n',
  )
  assert.equal(bundleCheckpointLine('o\n'), '{"checkpoint":"o\\n"}\n')
})

test('the proof of a record has the same members as a value and as a file', () => {
  const parts = { entry: 'e', payload: 'p', proof: 'r', vkey: 'k' }
  assert.deepEqual(recordProofFile(parts), { format: 'plumbline-record/1', ...parts })
  assert.equal(
    recordProofText(parts),
    '{"entry":"e","format":"plumbline-record/1","payload":"p","proof":"r","vkey":"k"}\n',
  )
})
