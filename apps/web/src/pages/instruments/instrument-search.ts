import { responsibleGaps, type ResponsibleGap } from '@plumbline/contract'

/** State of the table in the URL. */
export interface InstrumentSearch {
  q?: string
  status?: string
  compliance?: string
  location?: string
  due_before?: string
  quarantined?: true
  retired?: true
  category?: string
  department?: string
  manufacturer?: string
  /** ID of the person, or the kind of gap. */
  responsible?: string
  /** None but reference standards. */
  reference?: true
  /** Label of a custom field that must be stated. */
  custom?: string
  /** The value of that field. */
  custom_value?: string
  sort?: string
  page?: number
  /** The view that the table was opened with. */
  view?: string
  /** Keys of the optional columns that are shown; if missing, the user's stored selection. */
  columns?: string
  site?: string | undefined
}

/** What is narrowed otherwise; what is undefined is let go of. */
export type Change = { [Name in keyof InstrumentSearch]?: InstrumentSearch[Name] | undefined }

/** The state of the table, and what changes it. */
export interface FilterProps {
  search: InstrumentSearch
  onChange: (change: Change) => void
}

/** What narrows the table to fewer instruments, let go of. */
export const noNarrowing: Change = {
  q: undefined,
  status: undefined,
  compliance: undefined,
  location: undefined,
  due_before: undefined,
  quarantined: undefined,
  category: undefined,
  department: undefined,
  manufacturer: undefined,
  responsible: undefined,
  reference: undefined,
  custom: undefined,
  custom_value: undefined,
}

/** Returns the gap that a filter by responsible person selects; undefined for a person. */
export function gapOf(responsible: string | undefined): ResponsibleGap | undefined {
  return responsibleGaps.find((gap) => gap === responsible)
}
