import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** Ranges of code points, first and last inclusive, in ascending order. */
export type Ranges = Array<readonly [first: number, last: number]>

/** The characters that each font family contains. */
export type FontCoverage = { families: Ranges[] }

const CMAP_FORMAT_GROUPS = 12

/**
 * Reads from the fonts of a folder which characters each family contains: those that all of its weights have, so that a
 * text does not lose letters in bold.
 */
export function readFontCoverage(folder: string, excluded: RegExp): FontCoverage {
  const families = new Map<string, Ranges>()
  for (const file of readdirSync(folder).filter((name) => /\.[ot]tf$/.test(name) && !excluded.test(name))) {
    const family = file.slice(0, file.lastIndexOf('-'))
    const ranges = rangesOf(readTable(join(folder, file), 'cmap'))
    const others = families.get(family)
    families.set(family, others ? intersect(others, ranges) : ranges)
  }
  return { families: [...families.values()] }
}

/** Whether a code point is within the ranges. */
export function holds(ranges: Ranges, codePoint: number): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = ranges[middle] ?? [0, 0]
    if (codePoint < first) high = middle - 1
    else if (codePoint > last) low = middle + 1
    else return true
  }
  return false
}

/** Reads one table of an OpenType file without its megabytes of outlines. */
function readTable(path: string, tag: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const read = (position: number, length: number) => {
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, position)
      return bytes
    }
    const directory = read(12, 16 * read(4, 2).readUInt16BE(0))
    for (let record = 0; record < directory.length; record += 16) {
      if (directory.toString('latin1', record, record + 4) !== tag) continue
      return read(directory.readUInt32BE(record + 8), directory.readUInt32BE(record + 12))
    }
    throw new Error(`${path} has no table ${tag}`)
  } finally {
    closeSync(file)
  }
}

/** Returns the characters of a font from its segmented character map, which all fonts of the folder have. */
function rangesOf(cmap: Buffer): Ranges {
  const count = cmap.readUInt16BE(2)
  const maps = Array.from({ length: count }, (_, i) => cmap.readUInt32BE(4 + i * 8 + 4))
  const groups = maps.find((at) => cmap.readUInt16BE(at) === CMAP_FORMAT_GROUPS)
  if (groups === undefined) throw new Error('a font without a character map in groups')
  return groupRanges(cmap, groups)
}

function groupRanges(cmap: Buffer, at: number): Ranges {
  const count = cmap.readUInt32BE(at + 12)
  const groups = Array.from({ length: count }, (_, i) => at + 16 + i * 12)
  return merge(groups.map((group) => [cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4)] as const))
}

function merge(ranges: Ranges): Ranges {
  const merged: Array<[number, number]> = []
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else merged.push([first, last])
  }
  return merged
}

function intersect(a: Ranges, b: Ranges): Ranges {
  return a.flatMap(([firstA, lastA]) =>
    b.flatMap(([firstB, lastB]) => {
      const [first, last] = [Math.max(firstA, firstB), Math.min(lastA, lastB)]
      return first <= last ? [[first, last] as const] : []
    }),
  )
}
