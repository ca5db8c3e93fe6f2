import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deliveryFailures, earlierFailures, refusals } from '@plumbline/contract'
import { readFailure } from './read-failure.ts'

const folder = new URL('../../messages/', import.meta.url)

test('every sentence of the delivery log is shown by its own message, with its values, as earlier versions wrote it too', () => {
  for (const [name, sentence] of [...Object.entries(deliveryFailures), ...Object.entries(earlierFailures)]) {
    const values: Record<string, string> = {}
    const filled = sentence.replaceAll(/\{(\w+)\}/g, (_match, placeholder: string) => {
      values[placeholder] = placeholder === 'code' ? 'EMFILE' : '503'
      return values[placeholder]
    })
    assert.deepEqual(readFailure(filled), { key: `deliveryFailure.${name}`, values })
  }
  assert.deepEqual(readFailure(refusals['webhook.host_not_public']), {
    key: 'refusal.webhook.host_not_public',
    values: {},
  })
  assert.deepEqual(readFailure('The host resolves to an address that is not public.'), {
    key: 'refusal.webhook.host_not_public',
    values: {},
  })
  assert.equal(readFailure('Something of a later version.'), undefined)
})

for (const file of readdirSync(folder)) {
  test(`${file} has each of them`, () => {
    const catalogue = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>
    const present = Object.keys(catalogue).filter((key) => key.startsWith('deliveryFailure.'))
    assert.deepEqual(
      present,
      Object.keys(deliveryFailures).map((name) => `deliveryFailure.${name}`),
    )
  })
}
