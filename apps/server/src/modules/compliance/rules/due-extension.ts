import { isFailing } from '@plumbline/contract'

/** The basis against which a due extension is checked. */
export interface ExtendedBasis {
  readonly result: string
  /** Computed in the workspace's time zone, `YYYY-MM-DD`. */
  readonly computedDueDate: string
}

/** A granted extension of the due date. */
export interface GrantedExtension {
  /** The extended due date, `YYYY-MM-DD`. */
  readonly until: string
  /** Whether the basis is the record on which it was granted, or a correction of it. */
  readonly isOfBasis: boolean
}

/**
 * Whether the extension is active, in which case its date is the due date in every time zone. It belongs to the
 * record on which it was granted and to corrections of it, must be later than the computed due date, and never
 * prevents an instrument whose basis fails from being due immediately. Source: decisions, "Due dates and compliance".
 */
export function isExtensionActive(extension: GrantedExtension, basis: ExtendedBasis): boolean {
  return extension.isOfBasis && !isFailing(basis.result) && extension.until > basis.computedDueDate
}
