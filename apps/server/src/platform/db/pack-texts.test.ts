import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { packTexts, raw, sql } from './index.ts'

const app = await startTestApp()

test('packed texts arrive as they were sent', async () => {
  const texts = [
    '',
    'plain',
    '{"a":"\\"quoted\\" \\\\ back"}',
    '±5 µm, 測定, 😀',
    '',
    '\n\t',
    'x'.repeat(100_000),
  ]
  const packed = packTexts(texts)
  const rows = await app.db.global.rows<{ text: string }>(sql`
    select ${packed.unpacked(raw('sent.start'), raw('sent.length'))} as text
    from unnest(${packed.starts}::integer[], ${packed.lengths}::integer[]) with ordinality
      as sent (start, length, ordinality)
    order by sent.ordinality`)
  assert.deepEqual(
    rows.map(({ text }) => text),
    texts,
  )
})
