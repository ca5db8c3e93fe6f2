import type { ClassTable, GaugeMember, ProcedurePointCreate } from '@plumbline/contract'
import {
  builtInClasses,
  checkClass,
  classLimits,
  columnClass,
  gaugeBlockPoints,
  gaugeBlockSets,
  limitGaugePoints,
  type ClassLimits,
  type GaugeClass,
  type TabledClass,
} from '@plumbline/contract/procedure'
import { decimalOf } from '../../../../components/procedure/tolerance-values.ts'

/** Kinds of gauges whose points can be derived from sizes and a class. */
export const makerKinds = ['blocks', 'plug', 'ring'] as const
export type MakerKind = (typeof makerKinds)[number]

/** Sources of limits other than classes: a custom table, or typed values. */
export const OWN_TABLE = 'own'
export const TYPED = 'typed'
const STORED = 'kept/'

/** The values of the dialog, as typed. */
export interface MakerValues {
  kind: MakerKind
  unit: string
  /** Sizes of blocks, one per line. */
  sizes: string
  go: string
  noGo: string
  designation: string
  /** Key of a built-in class, of a class of a workspace's table, or one of the two above. */
  source: string
  /** Name of a custom class, which is stated at the points. */
  name: string
  deviationUnit: string
  /** Rows of a custom table, one per line: from, to, upper and lower deviation. */
  rows: string
  goUpper: string
  goLower: string
  noGoUpper: string
  noGoLower: string
  resolution: string
  repeats: string
  budget_id: string
}

/** The initial values, which are the most common ones. */
export function emptyMaker(kind: MakerKind): MakerValues {
  const isBlocks = kind === 'blocks'
  return {
    kind,
    unit: 'mm',
    sizes: isBlocks ? gaugeBlockSets[0]!.sizes.join('\n') : '',
    go: '',
    noGo: '',
    designation: '',
    source: isBlocks ? 'iso-3650-1' : TYPED,
    name: '',
    deviationUnit: 'µm',
    rows: '',
    goUpper: '',
    goLower: '',
    noGoUpper: '',
    noGoLower: '',
    resolution: '',
    repeats: '1',
    budget_id: '',
  }
}

/** A class of a workspace's table. */
export interface StoredClass extends TabledClass {
  readonly table: ClassTable
  /** Its name as stated at points, whose limits do not change with the table. */
  readonly note: string
}

/** Why points cannot be created. */
export type MakerProblem =
  | { readonly kind: 'table' | 'limits' | 'sizes' | 'loading' }
  | { readonly kind: 'unknown'; readonly sizes: readonly string[] }

/**
 * Returns the points for the values of the dialog, or why they cannot be created.
 * @param measured the quantity of block points
 * @param storedClass the class that `source` names, if it belongs to a workspace's table; undefined until it is loaded
 */
export function makePoints(
  values: MakerValues,
  measured: string,
  storedClass?: StoredClass,
): { points: ProcedurePointCreate[]; problem: MakerProblem | null } {
  if (!storedClass && isStoredSource(values.source)) return { points: [], problem: { kind: 'loading' } }
  const made =
    values.kind === 'blocks' ? madeOfBlocks(values, measured, storedClass) : madeOfGauge(values, storedClass)
  if ('problem' in made) return { points: [], problem: made.problem }
  if (made.unknown.length > 0) return { points: [], problem: { kind: 'unknown', sizes: made.unknown } }
  const budget_id = values.budget_id === '' ? null : values.budget_id
  return { points: made.points.map((point) => ({ ...point, budget_id })), problem: null }
}

type Made = { points: ProcedurePointCreate[]; unknown: string[] } | { problem: MakerProblem }

function madeOfBlocks(values: MakerValues, measured: string, storedClass: StoredClass | undefined): Made {
  const texts = values.sizes.split(/[\s;]+/).filter((text) => text !== '')
  const sizes = texts.map(decimalOf)
  const table = storedClass ? singleClass(storedClass, values, sizes) : tableOf(values)
  if (table === null) return { problem: { kind: 'table' } }
  return gaugeBlockPoints({ ...particularsOf(values), sizes, table, measured })
}

type Sizes = Readonly<Record<GaugeMember, string>>

function madeOfGauge(values: MakerValues, storedClass: StoredClass | undefined): Made {
  const sizes: Sizes = { GO: decimalOf(values.go), 'NO-GO': decimalOf(values.noGo) }
  if (values.source !== TYPED && (sizes.GO === '' || sizes['NO-GO'] === '')) {
    return { problem: { kind: 'sizes' } }
  }
  const limits = storedClass ? storedLimits(storedClass, values, sizes) : statedLimits(values, sizes)
  if (limits === null) return { problem: { kind: values.source === TYPED ? 'limits' : 'table' } }
  const { points, unknown } = limitGaugePoints({
    ...particularsOf(values),
    kind: values.kind === 'ring' ? 'ring' : 'plug',
    sizes,
    limits,
    note: storedClass?.note ?? null,
    designation: values.designation.trim() || null,
  })
  return { points, unknown: unknown.map((member) => sizes[member]) }
}

function particularsOf({ unit, resolution, repeats }: MakerValues) {
  return {
    unit: unit.trim(),
    resolution: resolution.trim() === '' ? null : decimalOf(resolution),
    repeats: /^\d+$/.test(repeats.trim()) ? Number(repeats) : 1,
  }
}

/** Whether a source is a class of a workspace's table. */
export function isStoredSource(source: string): boolean {
  return source.startsWith(STORED)
}

/** Returns the source of a class of such a table. @param index index of the class in the table */
export function storedSource(tableId: string, index: number): string {
  return `${STORED}${tableId}/${index}`
}

/** Returns the table of a source, and the index of the class; undefined for other sources. */
export function readStoredSource(source: string): { tableId: string; index: number } | undefined {
  if (!isStoredSource(source)) return undefined
  const [tableId = '', index = ''] = source.slice(STORED.length).split('/')
  return { tableId, index: Number(index) }
}

/** Returns a class of a table with the same limits for every gauge; null if members have separate limits. */
function singleClass(
  { table, single, note }: StoredClass,
  { unit, designation }: MakerValues,
  sizes: string[],
): GaugeClass | null {
  if (single === undefined) return null
  return columnClass(table, single, { name: note, designation, unit: unit.trim(), sizes })
}

/** Returns the limits of each member by a class of a table; null for a member whose size the table does not contain. */
function storedLimits(storedClass: StoredClass, values: MakerValues, sizes: Sizes) {
  const { table, members, note } = storedClass
  if (!members) {
    const single = singleClass(storedClass, values, Object.values(sizes))
    return single && { table: single }
  }
  const unit = values.unit.trim()
  const limitsOf = (member: GaugeMember) => {
    const size = sizes[member]
    const asked = { name: note, designation: values.designation, unit, sizes: [size] }
    return classLimits(columnClass(table, members[member], asked), { value: size, unit })
  }
  return { GO: limitsOf('GO'), 'NO-GO': limitsOf('NO-GO') }
}

function statedLimits(values: MakerValues, sizes: Sizes) {
  if (values.source === TYPED) return typedLimits(values, sizes)
  const table = tableOf(values)
  return table && { table }
}

/** Returns the selected class; null for an invalid custom table. */
function tableOf(values: MakerValues): GaugeClass | null {
  if (values.source !== OWN_TABLE) return builtInClasses.find(({ key }) => key === values.source) ?? null
  const table = {
    name: values.name.trim(),
    unit: values.unit.trim(),
    deviation_unit: values.deviationUnit.trim(),
    rows: values.rows
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => rowOf(line)),
  }
  const isSound = table.name !== '' && table.rows.length > 0 && checkClass(table).length === 0
  return isSound ? table : null
}

/** Reads a line of a table: a single deviation applies to both sides, and a dash means no limit. */
function rowOf(line: string): GaugeClass['rows'][number] {
  const [from = '', to = '', upper = '', lower = upper] = line
    .trim()
    .split(/[\t; ]+/)
    .map((cell) => decimalOf(cell.replace(/^[+±]/, '')))
  const limit = (text: string) => (/^[-–−]$/.test(text) ? null : text.replace(/^[-−]/, ''))
  return { from, to, upper: limit(upper), lower: limit(lower) }
}

/** Returns the typed limits of each member in the unit of the sizes; null if they cannot be converted. */
function typedLimits(values: MakerValues, sizes: Sizes): Record<GaugeMember, ClassLimits> | null {
  const limitsOf = (size: string, upper: string, lower: string) => {
    const limit = (text: string) => (text.trim() === '' ? null : decimalOf(text))
    const row = { from: size, to: size, upper: limit(upper), lower: limit(lower) }
    const table = {
      name: '',
      unit: values.unit.trim(),
      deviation_unit: values.deviationUnit.trim(),
      rows: [row],
    }
    return checkClass(table).length === 0 ? classLimits(table, { value: size, unit: table.unit }) : null
  }
  const go = limitsOf(sizes.GO, values.goUpper, values.goLower)
  const noGo = limitsOf(sizes['NO-GO'], values.noGoUpper, values.noGoLower)
  return go && noGo && { GO: go, 'NO-GO': noGo }
}
