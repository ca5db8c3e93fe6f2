import { gaugeMembers, type ClassColumn } from '../../app/procedures/class-table.ts'

/** Columns of the row itself; the others belong to classes. */
export const rowColumns = ['designation', 'from', 'to'] as const

/** The content of a class's column: one deviation for both sides, or one of these. */
export const cellParts = ['nominal', 'upper', 'lower'] as const
export type CellPart = (typeof cellParts)[number]

/** A column of a class in a file. */
export interface ClassHead extends ClassColumn {
  readonly part: CellPart | null
}

const HEAD = new RegExp(`^(.*?)(?:\\s+(${gaugeMembers.join('|')}))?(?:\\s+(${cellParts.join('|')}))?$`, 'i')

/** Returns the heading of a column: `0`, `0 upper`, `6H GO`, `6H NO-GO lower`. */
export function headText({ name, member, part }: ClassHead): string {
  return [name, member, part].filter((word) => word !== null).join(' ')
}

/** Returns the meaning of a column heading. */
export function readHead(text: string): ClassHead {
  const [, name = '', member, part] = HEAD.exec(text.trim())!
  return {
    name,
    member: gaugeMembers.find((each) => each === member?.toUpperCase()) ?? null,
    part: cellParts.find((each) => each === part?.toLowerCase()) ?? null,
  }
}

/** Whether a class name can be used in files: its headings, and those of its members, must not have another meaning. */
export function isColumnName(name: string): boolean {
  const { member, part } = readHead(name)
  return member === null && part === null && !rowColumns.some((column) => column === name.toLowerCase())
}
