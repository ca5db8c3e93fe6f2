import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOGO_BYTES_MAX } from '@plumbline/contract'
import { checkLogo, LOGO_SIDE_MAX } from './logo.ts'
import { samplePng } from './sample-certificates.ts'

/** A JPEG's head as far as it is read: an application segment, then the frame header. */
function jpegHead({ width = 300, height = 100, components = 3 } = {}): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 8 + 3 * components, 8, 0, 0, 0, 0, components, 0, 0, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), frame])
}

test('a PNG is a logo, whatever it is called', () => {
  const checked = checkLogo(samplePng(600, 200))
  assert.ok(!('fault' in checked))
  assert.deepEqual([checked.logo.type, checked.widthPx, checked.heightPx], ['png', 600, 200])
})

test('a JPEG is a logo, progressive or not', () => {
  const checked = checkLogo(jpegHead())
  assert.ok(!('fault' in checked))
  assert.deepEqual([checked.logo.type, checked.widthPx, checked.heightPx], ['jpeg', 300, 100])
})

const REFUSED: Array<[what: string, bytes: Uint8Array, fault: string]> = [
  ['nothing', new Uint8Array(), 'not_png_or_jpeg'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_png_or_jpeg'],
  ['a PNG cut off in its header', samplePng(10, 10).subarray(0, 20), 'not_png_or_jpeg'],
  ['a JPEG cut off before its size', jpegHead().subarray(0, 12), 'not_png_or_jpeg'],
  ['a picture without an extent', jpegHead({ width: 0 }), 'not_png_or_jpeg'],
  ['too many pixels', jpegHead({ height: LOGO_SIDE_MAX + 1 }), 'too_many_pixels'],
  ['a JPEG in printing inks', jpegHead({ components: 4 }), 'unsupported_colours'],
  ['too many bytes', new Uint8Array(LOGO_BYTES_MAX + 1), 'too_large'],
]

for (const [what, bytes, fault] of REFUSED) {
  test(`${what} is no logo`, () => assert.deepEqual(checkLogo(bytes), { fault }))
}
