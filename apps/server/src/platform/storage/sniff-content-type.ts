/** Types that can be detected by their bytes and in which browsers execute no code (decisions, section 10). */
export const sniffedContentTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/heic',
] as const
export type SniffedContentType = (typeof sniffedContentTypes)[number]

/** Number of bytes at the beginning of a file that are enough to detect its type. */
export const SNIFF_BYTES = 4100

/**
 * Detects the type of a file by its first SNIFF_BYTES bytes; returns null if it is not an accepted type. Two checks
 * must agree: ours of the structure at byte 0, and that of the library file-type, which knows related types such as
 * camera raw files that begin like a TIFF. A file that also reads as a page or a script at its beginning is refused,
 * whatever else it is.
 */
export async function sniffContentType(firstBytes: Uint8Array): Promise<SniffedContentType | null> {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength)
  const type = sniffedContentTypes.find((candidate) => beginsAs[candidate](bytes))
  if (!type || holdsMarkup(bytes)) return null
  // Loaded with the first file, so that other commands start sooner.
  const { fileTypeFromBuffer } = await import('file-type')
  const second = await fileTypeFromBuffer(bytes)
  return second === undefined || second.mime === type || second.mime === relatives[type] ? type : null
}

/**
 * Names that file-type has for some of our types. It returns nothing for a TIFF whose directory is beyond the first
 * bytes, so a missing result is no objection.
 */
const relatives: Partial<Record<SniffedContentType, string>> = {
  'image/png': 'image/apng',
  'image/heic': 'image/heif',
}

const hasText = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text

/** Checks of the structure at byte 0. A PDF whose header comes later is usually one half of a polyglot. */
const beginsAs: Record<SniffedContentType, (bytes: Buffer) => boolean> = {
  'application/pdf': (bytes) => /^%PDF-[12]\.\d[\r\n \t]/.test(bytes.toString('latin1', 0, 9)),
  'image/png': (bytes) => hasText(bytes, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  'image/jpeg': isJpeg,
  'image/webp': (bytes) => hasText(bytes, 'RIFF') && /^WEBPVP8[ LX]$/.test(bytes.toString('latin1', 8, 16)),
  'image/gif': isGif,
  'image/tiff': (bytes) => hasText(bytes, 'II*\0') || hasText(bytes, 'MM\0*'),
  'image/heic': isHeic,
}

/** Start of image, then a marker segment that can come first (ITU-T T.81, annex B). */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 6 || !hasText(bytes, '\xff\xd8\xff')) return false
  const marker = bytes[3]!
  const isFirstSegment =
    (marker >= 0xe0 && marker <= 0xef) || [0xfe, 0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2].includes(marker)
  return isFirstSegment && bytes.readUInt16BE(4) >= 2
}

/** Flag of the screen descriptor for a color table, whose size is in the low bits. */
const GIF_HAS_COLOURS = 0x80

/** Screen descriptor and color table, then an image, an extension or the end (GIF89a, section 11 on). */
function isGif(bytes: Buffer): boolean {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return false
  const flags = bytes[10]!
  const coloursLength = flags & GIF_HAS_COLOURS ? 3 * 2 ** ((flags & 0x07) + 1) : 0
  return [0x21, 0x2c, 0x3b].includes(bytes[13 + coloursLength] ?? 0)
}

/** Brands of single images coded with HEVC (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = ['heic', 'heix']

/** A file type box that names an HEVC image, as its own brand or in addition to the general one. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || !hasText(bytes, 'ftyp', 4)) return false
  const brandsEnd = Math.min(bytes.readUInt32BE(0), bytes.length)
  const major = bytes.toString('latin1', 8, 12)
  if (HEIC_BRANDS.includes(major)) return true
  const compatible = bytes.toString('latin1', 16, brandsEnd).match(/.{4}/gs) ?? []
  return major === 'mif1' && compatible.some((brand) => HEIC_BRANDS.includes(brand))
}

/** How far browsers search for a page in bytes of unknown type (WHATWG MIME Sniffing, section 5.2). */
const MARKUP_SEARCH_BYTES = 1445

const MARKUP = /<(?:!doctype html|html|head|body|script|svg|iframe|img|object|embed|\?php)\b/i

function holdsMarkup(bytes: Buffer): boolean {
  return MARKUP.test(bytes.toString('latin1', 0, MARKUP_SEARCH_BYTES))
}
