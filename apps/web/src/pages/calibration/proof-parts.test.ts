import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@plumbline/contract'
import { proofParts } from './proof-parts.ts'

test('the parts of a proof are those that the ledger signed', () => {
  const { getLedgerProof, getLedgerCheckpoint } = operations
  const { example: checkpoint } = getLedgerCheckpoint.reply
  const parts = proofParts(getLedgerProof.reply.example)
  assert.deepEqual(
    { ledger: parts.ledger, size: parts.size, root: parts.root },
    { ledger: checkpoint.origin, size: checkpoint.size, root: checkpoint.root },
  )
  assert.equal(parts.index, 6)
  assert.equal(parts.recordHash, '26960b059806edca8d88d7cd8acf9928cdf8ca6e35b96f4cd02334492c362541')
  assert.ok(checkpoint.checkpoint.endsWith(`${parts.signature}\n`))
  assert.ok(parts.signature.startsWith('— '))
  assert.ok(parts.verifierKey.startsWith(checkpoint.origin))
})
