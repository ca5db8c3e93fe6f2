import type { Phase } from './point-entry.ts'

/** The cell of a point for which a column contains values. */
type Column = 'nominal' | 'unit' | 'tolerance' | `${Phase}.${number}`

/** The meaning of a column by its heading; `reading` belongs to the phase into which the block was pasted. */
export type Heading = 'nominal' | 'unit' | 'tolerance' | 'reading' | 'found' | 'left'

/** Common headings in laboratory spreadsheets, in English and German, normalized by `wordOf`. */
const HEADINGS: Readonly<Record<Heading, readonly string[]>> = {
  nominal: listed(
    'nominal, nominal value, set point, setpoint, set value, target, target value, test point, ' +
      'nennwert, nennmaß, nennmass, sollwert, soll, prüfpunkt, messpunkt',
  ),
  unit: listed('unit, units, uom, einheit'),
  tolerance: listed('tolerance, tol, ±, +/-, toleranz, grenzabweichung'),
  reading: listed(
    'reading, readings, measured, measured value, measurement, indication, actual, value, ' +
      'messwert, messwerte, istwert, ist, anzeige, ablesung, wert',
  ),
  found: listed('as found, found, wie vorgefunden, vorgefunden, vor justage, vor justierung'),
  left: listed('as left, left, wie hinterlassen, hinterlassen, nach justage, nach justierung'),
}

function listed(words: string): readonly string[] {
  return words.split(', ')
}

const HEADING_OF = new Map(
  (Object.keys(HEADINGS) as Heading[]).flatMap((heading) =>
    HEADINGS[heading].map((word) => [word, heading] as const),
  ),
)

/** Returns the columns of a block from its first line, null for unknown ones; null if the line is not a heading. */
export function readHead(cells: readonly string[]): (Heading | null)[] | null {
  const head = cells.map((cell) => HEADING_OF.get(wordOf(cell)) ?? null)
  // A line with numbers is not a heading, nor are words that replace readings, such as GO or OL.
  return head.some((each) => each !== null) && !cells.some((cell) => /^[±+\-.,\d\s]*\d/.test(cell))
    ? head
    : null
}

/** Normalizes a heading: removes the unit in brackets, the number of a repetition, and punctuation. */
function wordOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[[(].*?[\])]/g, ' ')
    .replaceAll(/[_\-–:.#](?!$)|[:.]$/g, ' ')
    .replace(/\s*#?\d+\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the target cell of each column: the second column of readings is the second reading. */
export function columnsOfHead(head: readonly (Heading | null)[], at: string): (Column | null)[] {
  const taken = { found: 0, left: 0 }
  return head.map((heading) => {
    if (heading !== 'reading' && heading !== 'found' && heading !== 'left') return heading
    const phase = heading === 'reading' ? (at.startsWith('left') ? 'left' : 'found') : heading
    return `${phase}.${taken[phase]++}` as const
  })
}
