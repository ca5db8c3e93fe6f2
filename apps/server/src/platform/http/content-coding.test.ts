import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedCoding, compressed } from './content-coding.ts'

const cases: [header: string, coding: string | undefined][] = [
  ['', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;Q=1', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['deflate, zstd, x-gzip', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=nonsense', undefined],
]
for (const [header, coding] of cases) {
  test(`Accept-Encoding: ${header} gets ${coding ?? 'the uncompressed bytes'}`, () => {
    assert.equal(acceptedCoding(header), coding)
  })
}

for (const [title, text] of [
  ['short', '{"name":"Größe 🔧"}'.repeat(100)],
  ['long', '{"name":"Größe 🔧"}'.repeat(10_000)],
] as const) {
  test(`a ${title} text is returned unchanged`, async () => {
    assert.equal(gunzipSync(await compressed(text, 'gzip')).toString(), text)
    assert.equal(brotliDecompressSync(await compressed(text, 'br')).toString(), text)
  })
}
