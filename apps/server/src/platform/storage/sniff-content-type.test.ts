import assert from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import test from 'node:test'
import { sniffContentType, type SniffedContentType } from './sniff-content-type.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const jpeg = latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0\x43')
const pdf = latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\n')
const webp = latin1('RIFF\x24\0\0\0WEBPVP8L\x17\0\0\0\x2f\0\0\0')
const ifd = (tag: number) => [1, 0, tag & 0xff, tag >> 8, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
const tiff = (tag: number) => Buffer.concat([latin1('II*\0\x08\0\0\0'), Buffer.from(ifd(tag))])
const ftyp = (major: string, ...compatible: string[]) => {
  const brands = Buffer.from(compatible.join(''))
  const head = Buffer.alloc(16)
  head.writeUInt32BE(16 + brands.length, 0)
  head.write(`ftyp${major}`, 4)
  return Buffer.concat([head, brands, latin1('\0\0\0\x08mdat')])
}
const script = '<script>alert(1)</script>'

const files: [what: string, bytes: Uint8Array, type: SniffedContentType | null][] = [
  ['a PDF', pdf, 'application/pdf'],
  ['a PDF 2.0 with Windows line ends', latin1('%PDF-2.0\r\n%\xe2\xe3\xcf\xd3\r\n'), 'application/pdf'],
  ['a PNG', png, 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a JPEG from a camera', latin1('\xff\xd8\xff\xe1\x01\0Exif\0\0II*\0\x08\0\0\0'), 'image/jpeg'],
  ['a WebP', webp, 'image/webp'],
  ['a GIF', gif, 'image/gif'],
  ['a TIFF', tiff(254), 'image/tiff'],
  [
    'a TIFF whose directory lies behind its pictures',
    latin1('MM\0*\0\x10\0\0' + '\0'.repeat(60)),
    'image/tiff',
  ],
  ['a HEIC', ftyp('heic', 'mif1', 'heic'), 'image/heic'],
  ['a HEIC under the general brand', ftyp('mif1', 'mif1', 'heic'), 'image/heic'],
  ['an empty file', Buffer.alloc(0), null],
  ['plain text', latin1('As found: 10.02 mm'), null],
  ['html', latin1(`<!doctype html>${script}`), null],
  ['svg', latin1('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), null],
  ['a shell script', latin1('#!/bin/sh\nrm -rf /\n'), null],
  ['a program', latin1('MZ\x90\0\x03\0\0\0'), null],
  ['a zip archive', latin1('PK\x03\x04\x14\0\0\0\x08\0'), null],
  ['a gzip archive', Buffer.concat([latin1('\x1f\x8b\x08\0\0\0\0\0\0\x03'), deflateSync('x')]), null],
  ['an AVIF', ftyp('avif', 'mif1'), null],
  ['a general HEIF that holds no HEVC picture', ftyp('mif1', 'avif'), null],
  ['a video', ftyp('isom', 'heic'), null],
  ['a camera raw file that begins like a TIFF', tiff(50_706), null],
  ['PostScript', latin1('%!PS-Adobe-3.0'), null],
  ['html in front of a PDF', Buffer.concat([latin1(script), pdf]), null],
  ['html in front of a PNG', Buffer.concat([latin1(script), png]), null],
  ['a byte order mark in front of a PDF', Buffer.concat([latin1('\xef\xbb\xbf'), pdf]), null],
  ['an ID3 tag in front of a PNG', Buffer.concat([latin1('ID3\x04\0\0\0\0\0\0'), png]), null],
  ['a PDF with html behind its header', latin1(`%PDF-1.4\n<HTML><body>${script}`), null],
  ['a script that calls itself a GIF', latin1('GIF89a=1;alert(1)//'), null],
  ['a GIF header with html behind it', latin1(`GIF89a\x01\0\x01\0\0\0\0!${script}`), null],
  ['a JPEG whose comment is html', latin1(`\xff\xd8\xff\xfe\0\x40${script}`), null],
  ['a JPEG whose comment is PHP', latin1('\xff\xd8\xff\xfe\0\x40<?php system($_GET[0]);'), null],
  ['a PNG signature with html behind it', latin1(`\x89PNG\r\n\x1a\n${script}`), null],
  ['a WebP header without a picture', latin1('RIFF\0\0\0\0WEBP<!--'), null],
  ['a PDF header without a version', latin1('%PDF-evil'), null],
]

for (const [what, bytes, type] of files) {
  test(`${what} is taken for ${type ?? 'none of the allowed types'}`, async () => {
    assert.equal(await sniffContentType(bytes), type)
  })
}

test('the beginning of a file, however short, is never detected as another type', async () => {
  for (const whole of [pdf, png, jpeg, webp, gif, tiff(254), ftyp('mif1', 'mif1', 'heic')]) {
    const type = await sniffContentType(whole)
    for (let length = 0; length < whole.length; length++) {
      assert.ok([null, type].includes(await sniffContentType(whole.subarray(0, length))))
    }
  }
})
