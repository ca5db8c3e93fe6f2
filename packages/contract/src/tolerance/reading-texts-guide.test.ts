import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { saysNotAdjusted } from './not-adjusted.ts'
import { toleranceVerdict } from './tolerance-verdict.ts'

const guide = readFileSync(new URL('../../../../docs/reading-texts.md', import.meta.url), 'utf8')

test('every example of the guide is read as it says', () => {
  const rows = [...guide.matchAll(/^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| (in|out|not_comparable) \|$/gm)]
  assert.ok(rows.length > 45, `${rows.length} examples were found`)
  for (const [row, nominalValue, tolerance, asFoundReading, verdict] of rows) {
    assert.equal(toleranceVerdict({ nominalValue, tolerance, asFoundReading }).verdict, verdict, row)
  }
})

test('the response that the guide shows is that of its request', () => {
  const [request, response] = [/-d '(\{[\s\S]*?\})'/, /```json\n([\s\S]*?)```/].map(
    (pattern) => JSON.parse(pattern.exec(guide)![1]!) as Record<string, string>,
  )
  const { verdict, reason } = toleranceVerdict({
    nominalValue: request!['nominal_value'],
    tolerance: request!['tolerance'],
    asFoundReading: request!['as_found_reading'],
    unitOfMeasure: 'mm',
  })
  assert.deepEqual(response, { tolerance_verdict: verdict, tolerance_verdict_reason: reason })
})

test('the signs for "not adjusted" that the guide names are taken as such', () => {
  const [section = ''] = /## Which reading counts[\s\S]*?Any other text/.exec(guide) ?? []
  const signs = [...section.matchAll(/`([^`]+)`/g)].map(([, sign]) => sign!)
  assert.ok(signs.length > 15)
  for (const sign of signs) assert.ok(saysNotAdjusted(sign), sign)
})
