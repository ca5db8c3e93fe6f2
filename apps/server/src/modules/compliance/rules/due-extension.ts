import { isFailing } from '@plumbline/contract'

/** The basis that a due extension is looked at against. */
export interface ExtendedBasis {
  readonly result: string
  /** Computed in the workspace's zone, `YYYY-MM-DD`. */
  readonly computedDueDate: string
}

/** A granted extension of the due date. */
export interface GrantedExtension {
  /** The date that it extends to, `YYYY-MM-DD`. */
  readonly until: string
  /** Whether the basis is the record that it was granted on, or a correction of it. */
  readonly isOfBasis: boolean
}

/**
 * Whether the extension holds; its date then is the due date in every zone. It belongs to the record it
 * was granted on and to corrections of it, must be later than the computed due date, and never keeps an
 * instrument whose basis fails from being due at once. Source: decisions, "Due dates and compliance".
 */
export function isExtensionActive(extension: GrantedExtension, basis: ExtendedBasis): boolean {
  return extension.isOfBasis && !isFailing(basis.result) && extension.until > basis.computedDueDate
}
