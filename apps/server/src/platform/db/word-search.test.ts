import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp } from '../../../test/app.ts'
import { sql } from './sql.ts'

const app = await sharedTestApp()

/** Letters, accents, and what separates chunks, parts of them, or neither. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'B',
      'é',
      '7',
      'ß',
      'ñ',
      '压',
      '\u0301',
      ' ',
      ',',
      '\u00a0',
      '\u3000',
      '-',
      '/',
      '·',
      '„',
      '٪',
    ),
    {
      maxLength: 40,
    },
  )
  .map((letters) => letters.join(''))

test('a text is found by any part of its words', async () => {
  const queries = app.db.in((await app.workspace()).id)
  await assertProperty(
    fc.asyncProperty(text, async (given) => {
      const missing = await queries.rows(sql`
        select search_beginnings(given) from (values (${given}::text)) as texts (given)
        except
        select search_words(given) from (values (${given}::text)) as texts (given)`)
      assert.deepEqual(missing, [])
    }),
  )
})

test('a text is found by its chunks and by their parts, without accents and in lower case', async () => {
  const queries = app.db.in((await app.workspace()).id)
  const words = async (given: string) =>
    (await queries.rows<{ word: string }>(sql`select word from indexed_words(${given}) order by word`)).map(
      ({ word }) => word,
    )
  assert.deepEqual(await words('CAL-0042 Größe,É/7'), ['0042', '7', 'cal', 'cal0042', 'e', 'e7', 'große'])
  assert.deepEqual(await words(`${'x'.repeat(70)} - /`), ['x'.repeat(64)])
  assert.deepEqual(await words(''), [])
})

test('each word states how many letters it shares with the one before', async () => {
  const queries = app.db.in((await app.workspace()).id)
  const words = await queries.rows(sql`select word, shared from indexed_words(${'cal-0042 calibre mic'})`)
  assert.deepEqual(words, [
    { word: '0042', shared: 0 },
    { word: 'cal', shared: 0 },
    { word: 'cal0042', shared: 3 },
    { word: 'calibre', shared: 3 },
    { word: 'mic', shared: 0 },
  ])
})
