import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { entryKinds } from '@plumbline/contract'

test('every kind of entry has words in each language', async () => {
  for (const language of ['en', 'de']) {
    const file = new URL(`../src/messages/${language}.json`, import.meta.url)
    const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    assert.deepEqual(
      entryKinds.filter((kind) => !Object.hasOwn(texts, `activity.${kind}`)),
      [],
      language,
    )
  }
})
