import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryKinds } from '@plumbline/contract'
import { isEntryKind, kindNamed } from './entry-kind.ts'

test('a word is a kind of entry where it is the name of one, and not that of a member of every object', () => {
  for (const kind of entryKinds) {
    assert.equal(kindNamed(kind), kind)
    assert.ok(isEntryKind(kind))
  }
  for (const word of ['', 'site', 'site.painted', 'toString', 'constructor']) {
    assert.equal(kindNamed(word), undefined)
    assert.ok(!isEntryKind(word))
  }
})
