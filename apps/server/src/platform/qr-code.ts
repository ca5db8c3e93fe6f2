import { create } from 'qrcode'

/** Dark modules of a QR code as runs along its rows: `[row, first column, length]`. */
export type QrMatrix = { size: number; runs: Array<readonly [row: number, start: number, length: number]> }

/** Returns the matrix of a QR code that remains readable with 15 % of it damaged (level M). */
export function qrMatrix(text: string): QrMatrix {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const runs: Array<readonly [number, number, number]> = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column
      while (column < size && data[row * size + column]) column++
      if (column > start) runs.push([row, start, column - start])
    }
  }
  return { size, runs }
}

/** Returns a QR code as the path of an SVG: its dark modules as rectangles along the rows, one unit each. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, runs } = qrMatrix(text)
  return {
    size,
    path: runs.map(([row, start, length]) => `M${start} ${row}h${length}v1h-${length}z`).join(''),
  }
}
