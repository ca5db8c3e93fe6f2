import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import jsQR from 'jsqr'
import type { CertificateVerification, QrCode } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { signInAs } from '../../../test/session.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager')
const auditor = await signInAs(app, lab, 'auditor')

async function recorded() {
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id as string)
  return record.id as string
}

const path = (id: string) => `/calibrations/${id}/certificate/verification`
const pageOf = async (id: string) =>
  ((await auditor.call('GET', path(id))).body as CertificateVerification).page

/** Pixels a module is drawn with. */
const SCALE = 4

/** Modules of light around the code. */
const QUIET = 4

/** What a reader reads of a code that is drawn as its path says. */
function readCode({ size, path: drawn }: QrCode): string | undefined {
  const side = (size + 2 * QUIET) * SCALE
  const colours = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = (Number(y) + QUIET) * SCALE; row < (Number(y) + QUIET + 1) * SCALE; row += 1) {
      const start = (row * side + (Number(x) + QUIET) * SCALE) * 4
      for (let at = start; at < start + Number(length) * SCALE * 4; at += 4) colours.fill(0, at, at + 3)
    }
  }
  return (jsQR as unknown as typeof jsQR.default)(colours, side, side)?.data
}

describe('the public page of a certificate', () => {
  test('is shown with its address as a code that a reader reads, and opens for everybody', async () => {
    const id = await recorded()
    await auditor.call('GET', `/calibrations/${id}/certificate`)
    const page = await pageOf(id)
    assert.ok(page)
    assert.match(page.url, /\/verify\/[0-9a-f]{32}$/)
    assert.equal(readCode(page.qr), page.url)
    const opened = await fetch(app.origin + new URL(page.url).pathname)
    assert.equal(opened.status, 200)
    assert.ok((await opened.text()).includes(page.certificate_number))
  })

  test('is not found before the certificate is issued, and a request does not issue it', async () => {
    const id = await recorded()
    assert.equal(await pageOf(id), null)
    assert.equal(await pageOf(id), null)
  })

  test('keeps its URL when the record is voided', async () => {
    const id = await recorded()
    await auditor.call('GET', `/calibrations/${id}/certificate`)
    const before = await pageOf(id)
    const body = { reason: 'The wrong instrument was measured.' }
    assert.equal((await manager.call('POST', `/calibrations/${id}/void`, { body })).status, 201)
    assert.deepEqual(await pageOf(id), before)
  })

  test('is not shown to those who do not reach the record', async () => {
    const id = await recorded()
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await stranger.call('GET', path(id))).body.code, 'NOT_FOUND')
    const elsewhere = await signInAs(app, lab, 'technician', { siteIds: [await lab.site('Leipzig')] })
    assert.equal((await elsewhere.call('GET', path(id))).body.code, 'NOT_FOUND')
  })
})
