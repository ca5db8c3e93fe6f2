import { LOGO_BYTES_MAX } from '@plumbline/contract'
import type { LaboratoryLogo } from './certificate-data.ts'

/** 2000 × 2000 pixels are 600 dpi over 85 mm; decoded they take 16 MB. */
export const LOGO_SIDE_MAX = 2000

/** Why a file cannot be a logo. */
export type LogoFault = 'too_large' | 'not_png_or_jpeg' | 'too_many_pixels' | 'unsupported_colours'

/** A printable logo, with its size in pixels. */
export type CheckedLogo = { logo: LaboratoryLogo; widthPx: number; heightPx: number }

type Picture = { type: 'png' | 'jpeg'; widthPx: number; heightPx: number; components?: number }

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CMYK_COMPONENTS = 4

/** Checks an uploaded logo by its bytes alone, never by a name or declared type. */
export function checkLogo(bytes: Uint8Array): CheckedLogo | { fault: LogoFault } {
  if (bytes.byteLength > LOGO_BYTES_MAX) return { fault: 'too_large' }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const picture = readPng(buffer) ?? readJpeg(buffer)
  if (!picture || picture.widthPx < 1 || picture.heightPx < 1) return { fault: 'not_png_or_jpeg' }
  if (picture.components === CMYK_COMPONENTS) return { fault: 'unsupported_colours' }
  if (Math.max(picture.widthPx, picture.heightPx) > LOGO_SIDE_MAX) return { fault: 'too_many_pixels' }
  const { type, widthPx, heightPx } = picture
  return { logo: { bytes, type }, widthPx, heightPx }
}

function readPng(bytes: Buffer): Picture | undefined {
  const headerEnd = 24
  if (bytes.length < headerEnd || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'png', widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) }
}

/** Walks the segments of a JPEG up to its frame header, which contains the size. */
function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrameHeader(marker)) {
      const [heightPx, widthPx] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { type: 'jpeg', widthPx, heightPx, components: bytes[at + 9] ?? 0 }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15 without the tables DHT, JPG and DAC, which share their range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
