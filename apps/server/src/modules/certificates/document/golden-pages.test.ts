import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { createPageSetter } from '../../../platform/typesetting/index.ts'
import type { CertificateData } from './certificate-data.ts'
import { decodeGreyPng, firstPagePng, without, type GreyPicture } from '../../../../test/rendered-pages.ts'
import { bareCertificate, sampleCertificate, samplePng } from './sample-certificates.ts'
import { certificatePages } from './certificate-pages.ts'

// The pages as they should look. After an intended change: UPDATE_GOLDEN=1 node --test, and look at the pictures.

const setPages = createPageSetter()
const typeset = (data: CertificateData) => setPages(certificatePages(data))
const { measurement, conformity: _rule, traceability: _chain, ...sample } = sampleCertificate()

const KINDS: Record<string, CertificateData> = {
  adjusted: {
    ...sampleCertificate({ result: 'PASS_WITH_ADJUSTMENT', restriction: 'Use from 0 mm to 15 mm only.' }),
    laboratory: { ...sample.laboratory, logo: { type: 'png', bytes: samplePng(600, 200) } },
    measurement: {
      ...measurement,
      asFound: { value: '10.0072 mm', deviation: '+0.0072 mm', verdict: 'outside' },
      asLeft: { value: '10.0003 mm', deviation: '+0.0003 mm', verdict: 'within' },
    },
  },
  bare: bareCertificate(),
  external: {
    ...sample,
    language: 'de',
    paper: 'letter',
    customer: '精密仪器有限公司\nΕργαστήριο Μετρολογίας',
    external: { certificateNumber: 'ET-88213/26', provider: 'Eastgate Test House' },
    replaces: { number: 'NM-2026-004688', issuedOn: '2026-11-18' },
  },
}

/** Squares of this many pixels are compared by their mean, so that another version's smoothing makes no difference. */
const SQUARE_PX = 8

/** A hairline moved by a pixel stays under it, a missing word does not. */
const DIFFERENCE_MAX = 24

for (const [kind, data] of Object.entries(KINDS)) {
  test(`a certificate of the kind "${kind}" looks as agreed`, { skip: without('pdftoppm') }, () => {
    const path = new URL(`./golden/${kind}.png`, import.meta.url)
    const png = firstPagePng(typeset(data))
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, png)
    const [golden, page] = [decodeGreyPng(readFileSync(path)), decodeGreyPng(png)]
    assert.deepEqual([page.width, page.height], [golden.width, golden.height])
    const { difference, x, y } = greatestDifference(golden, page)
    assert.ok(difference <= DIFFERENCE_MAX, `differs by ${difference} of 255 at ${x}, ${y}`)
  })
}

test('a missing word is seen', { skip: without('pdftoppm') }, () => {
  const { bare } = KINDS
  assert.ok(bare)
  const other = { ...bare, item: { assetTag: 'MIC-' } }
  const [a, b] = [decodeGreyPng(firstPagePng(typeset(bare))), decodeGreyPng(firstPagePng(typeset(other)))]
  assert.ok(greatestDifference(a, b).difference > DIFFERENCE_MAX)
})

function greatestDifference(a: GreyPicture, b: GreyPicture): { difference: number; x: number; y: number } {
  let greatest = { difference: 0, x: 0, y: 0 }
  for (let y = 0; y < a.height; y += SQUARE_PX) {
    for (let x = 0; x < a.width; x += SQUARE_PX) {
      const difference = Math.abs(meanOf(a, x, y) - meanOf(b, x, y))
      if (difference > greatest.difference) greatest = { difference, x, y }
    }
  }
  return greatest
}

function meanOf({ width, height, pixels }: GreyPicture, left: number, top: number): number {
  let [sum, count] = [0, 0]
  for (let y = top; y < Math.min(top + SQUARE_PX, height); y++) {
    for (let x = left; x < Math.min(left + SQUARE_PX, width); x++) {
      sum += pixels[y * width + x] ?? 0
      count++
    }
  }
  return sum / count
}
