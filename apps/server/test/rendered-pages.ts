import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

/** An 8-bit grayscale picture, row by row. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array }

const PNG_HEADER_BYTES = 8
const PAGE_DPI = 60

/**
 * Returns why a test is skipped, for its `skip`: a tool of Debian's poppler-utils or qpdf is not installed. False
 * otherwise.
 */
export function without(tool: string): string | false {
  return spawnSync(tool, ['--help']).error ? `${tool} is not installed` : false
}

/** Returns the output of pdftotext in the file's own order, with normalized white space. */
export function textOf(file: Buffer): string {
  const text = withFile(file, (path) =>
    execFileSync('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-']),
  ).toString()
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** Returns the text of each page, laid out as on the page. */
export function pageTexts(file: Buffer): string[] {
  const text = withFile(file, (path) => execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', path, '-']))
  return text.toString().split('\f').slice(0, -1)
}

/** Returns names and contents of the files attached to a PDF. */
export function attachmentsOf(file: Buffer): Record<string, string> {
  return withFile(file, (path, folder) => {
    const out = mkdtempSync(join(folder, 'attached-'))
    execFileSync('pdfdetach', ['-saveall', '-o', out, path], { stdio: 'ignore' })
    return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
  })
}

/** Returns the problems that qpdf finds; null if there are none. */
export function faultsOf(file: Buffer): string | null {
  return withFile(file, (path) => {
    const checked = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
    return checked.status === 0 ? null : checked.stderr + checked.stdout
  })
}

/** Returns the first page as a small grayscale PNG. */
export function firstPagePng(file: Buffer): Buffer {
  const options = ['-png', '-gray', '-r', String(PAGE_DPI), '-singlefile']
  return withFile(file, (path, folder) => {
    execFileSync('pdftoppm', [...options, path, join(folder, 'page')])
    return readFileSync(join(folder, 'page.png'))
  })
}

/** Decodes an 8-bit grayscale PNG without interlacing, which is the output of pdftoppm. */
export function decodeGreyPng(png: Buffer): GreyPicture {
  const data: Buffer[] = []
  for (let at = PNG_HEADER_BYTES; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue
    data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(data)), width, height) }
}

/** Reverses the filter that each row of a PNG names in its first byte. */
function unfilter(rows: Buffer, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height)
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (pixels[y * width + x] ?? 0))
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (width + 1)] ?? 0
    for (let x = 0; x < width; x++) {
      const [left, up, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)]
      const predictions = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
      pixels[y * width + x] = (rows[y * (width + 1) + 1 + x] ?? 0) + (predictions[filter] ?? 0)
    }
  }
  return pixels
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value))
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner
}

function withFile<T>(file: Buffer, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  try {
    const path = join(folder, 'certificate.pdf')
    writeFileSync(path, file)
    return use(path, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
