import type { ClassTableContent } from '../../app/procedures/class-table.ts'
import type { ClassRow, GaugeClass } from './gauge-class.ts'

/** A class that every workspace has. */
export interface BuiltInClass extends GaugeClass {
  readonly key: string
  /** The standard that states it. */
  readonly source: string
}

/** Upper bounds of nominal lengths in mm (ISO 3650:1998, table 5); the first range begins at 0.5 mm. */
const LENGTHS = '10 25 50 75 100 150 200 250 300 400 500 600 700 800 900 1000'.split(' ')

/** Limit deviations of the length at any point from the nominal length, ± in µm (ISO 3650:1998, table 5). */
const LENGTH_DEVIATIONS = {
  K: '0.20 0.30 0.40 0.50 0.60 0.80 1.00 1.20 1.40 1.80 2.20 2.60 3.00 3.40 3.80 4.20',
  0: '0.12 0.14 0.20 0.25 0.30 0.40 0.50 0.60 0.70 0.90 1.10 1.30 1.50 1.70 1.90 2.00',
  1: '0.20 0.30 0.40 0.50 0.60 0.80 1.00 1.20 1.40 1.80 2.20 2.60 3.00 3.40 3.80 4.20',
  2: '0.45 0.60 0.80 1.00 1.20 1.60 2.00 2.40 2.80 3.60 4.40 5.00 6.00 6.50 7.50 8.00',
} as const

/** Upper bounds of diameters in inches (ASME B89.1.5); the first range begins at 0.010 in. */
const DIAMETERS = '0.825 1.510 2.510 4.510 6.510 9.010 12.010'.split(' ')

/** Gagemakers' tolerances in inches (ASME B89.1.5). */
const GAGE_WIDTHS = {
  XX: '0.00002 0.00003 0.00004 0.00005 0.000065 0.00008 0.00010',
  X: '0.00004 0.00006 0.00008 0.00010 0.00013 0.00016 0.00020',
  Y: '0.00007 0.00009 0.00012 0.00015 0.00019 0.00024 0.00030',
  Z: '0.00010 0.00012 0.00016 0.00020 0.00025 0.00032 0.00040',
  ZZ: '0.00020 0.00024 0.00032 0.00040 0.00050 0.00064 0.00080',
} as const

function rowsOf(
  first: string,
  bounds: readonly string[],
  values: string,
  lower: (width: string) => string,
): ClassRow[] {
  return values.split(' ').map((value, index) => ({
    from: index === 0 ? first : bounds[index - 1]!,
    to: bounds[index]!,
    upper: value,
    lower: lower(value),
  }))
}

/** The classes whose values are stated in standards, by standard and class. */
export const builtInClasses: readonly BuiltInClass[] = [
  ...(['K', '0', '1', '2'] as const).map((grade) => ({
    key: `iso-3650-${grade.toLowerCase()}`,
    name: `ISO 3650, grade ${grade}`,
    source: 'ISO 3650:1998, table 5: limit deviation of the length at any point',
    unit: 'mm',
    deviation_unit: 'µm',
    rows: rowsOf('0.5', LENGTHS, LENGTH_DEVIATIONS[grade], (value) => value),
  })),
  ...(['XX', 'X', 'Y', 'Z', 'ZZ'] as const).map((name) => ({
    key: `asme-b89.1.5-${name.toLowerCase()}`,
    name: `ASME B89.1.5, class ${name}`,
    source:
      'ASME B89.1.5: tolerance of plain gages; a plug is larger as GO and smaller as NO-GO, a ring the reverse',
    unit: 'in',
    deviation_unit: 'in',
    // A width: the kind of gauge determines on which side it lies.
    rows: rowsOf('0.010', DIAMETERS, GAGE_WIDTHS[name], () => '0'),
  })),
]

/** The classes of a standard as a class table, from which a workspace can start its own. */
export interface BuiltInTable extends ClassTableContent {
  readonly key: string
}

/** The built-in classes as tables, by standard. */
export const builtInTables: readonly BuiltInTable[] = [
  tableOf('iso-3650', 'ISO 3650', 'ISO 3650:1998, table 5', 'ISO 3650, grade '),
  tableOf('asme-b89.1.5', 'ASME B89.1.5', 'ASME B89.1.5', 'ASME B89.1.5, class '),
]

function tableOf(key: string, name: string, source: string, prefix: string): BuiltInTable {
  const classes = builtInClasses.filter((each) => each.key.startsWith(key))
  const [{ unit, deviation_unit, rows }] = classes as [BuiltInClass]
  return {
    key,
    name,
    source,
    unit,
    deviation_unit,
    classes: classes.map((each) => ({ name: each.name.replace(prefix, ''), member: null })),
    rows: rows.map(({ from, to }, index) => ({
      designation: null,
      from,
      to,
      limits: classes.map((each) => {
        const { upper, lower } = each.rows[index]!
        return { nominal: null, upper, lower }
      }),
    })),
  }
}
