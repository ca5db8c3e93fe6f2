import type { Phase } from './point-entry.ts'

/** The cell of a point that a column goes to. */
type Column = 'nominal' | 'unit' | 'tolerance' | `${Phase}.${number}`

/** What the heading of a column says that its cells are; a reading belongs to the phase at which the block was put. */
export type Heading = 'nominal' | 'unit' | 'tolerance' | 'reading' | 'found' | 'left'

/** Headings as spreadsheets of laboratories have them, in English and German, as `wordOf` writes them. */
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

/** The columns of a block by its first line: null for one that is not known. Null for a line that is no heading. */
export function readHead(cells: readonly string[]): (Heading | null)[] | null {
  const head = cells.map((cell) => HEADING_OF.get(wordOf(cell)) ?? null)
  // Words in place of readings, GO or OL, and numbers are no headings, so that no line of readings is taken for one.
  return head.some((each) => each !== null) && !cells.some((cell) => /^[±+\-.,\d\s]*\d/.test(cell))
    ? head
    : null
}

/** A heading without the unit in brackets, the number of a repeat, and marks between its words. */
function wordOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[[(].*?[\])]/g, ' ')
    .replaceAll(/[_\-–:.#](?!$)|[:.]$/g, ' ')
    .replace(/\s*#?\d+\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The cell that each column of a block goes to: the second column of readings is the second reading. */
export function columnsOfHead(head: readonly (Heading | null)[], at: string): (Column | null)[] {
  const taken = { found: 0, left: 0 }
  return head.map((heading) => {
    if (heading !== 'reading' && heading !== 'found' && heading !== 'left') return heading
    const phase = heading === 'reading' ? (at.startsWith('left') ? 'left' : 'found') : heading
    return `${phase}.${taken[phase]++}` as const
  })
}
