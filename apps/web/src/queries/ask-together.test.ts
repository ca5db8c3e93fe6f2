import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STANDARDS_AT_USE_MAX, type StandardAtUse } from '@plumbline/contract'
import { queryInBatch } from './query-in-batch.ts'

const standardOf = (id: string) => ({ instrument_id: id }) as StandardAtUse

/** Queries standards at the same time and returns the requests that are sent. */
async function requestsOf(ids: readonly string[]): Promise<string[][]> {
  const requests: string[][] = []
  const ask = async (asked: readonly string[]) => {
    requests.push([...asked])
    return asked.map(standardOf)
  }
  const found = await Promise.all(ids.map((id) => queryInBatch('key', id, ask)))
  assert.deepEqual(
    found.map((standard) => standard?.instrument_id),
    ids,
  )
  return requests
}

test('standards that are requested together take one request', async () => {
  assert.deepEqual(await requestsOf(['a', 'b', 'c']), [['a', 'b', 'c']])
  assert.deepEqual(await requestsOf(['a']), [['a']])
})

test('more standards than one request may name take several', async () => {
  const ids = Array.from({ length: STANDARDS_AT_USE_MAX + 1 }, (_, index) => String(index))
  assert.deepEqual(
    (await requestsOf(ids)).map(({ length }) => length),
    [STANDARDS_AT_USE_MAX, 1],
  )
})

test('a standard that the server omits is undefined, and a refusal applies to each', async () => {
  const lacking = async () => [standardOf('a')]
  const found = await Promise.all(['a', 'b'].map((id) => queryInBatch('key', id, lacking)))
  assert.deepEqual(found, [standardOf('a'), undefined])
  const refusing = () => Promise.reject(new Error('offline'))
  const refused = await Promise.allSettled(['a', 'b'].map((id) => queryInBatch('key', id, refusing)))
  assert.deepEqual(
    refused.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})
