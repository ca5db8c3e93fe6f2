import type { RefusalKey, RefusalReason } from '../shared/refusals.ts'

/** Path from the whole request to a member: `['measurements', 3, 'tolerance', 'upper', 'counts']`. */
export type IssuePath = readonly (string | number)[]

/** A problem that prevents a point from being computed: its location and reason. */
export interface MeasurementIssue {
  readonly path: IssuePath
  /** The same as the `type` of validation errors. */
  readonly type: 'missing' | 'pattern' | 'value_error'
  readonly reason: RefusalReason
}

/** Collects the problems of the members below a path. */
export class Issues {
  readonly found: MeasurementIssue[] = []
  readonly #path: IssuePath

  constructor(path: IssuePath) {
    this.#path = path
  }

  /** Adds a problem with a member. */
  add(member: IssuePath, key: RefusalKey, values: RefusalReason['values'] = {}): void {
    const type =
      key === 'field.missing' ? 'missing' : key === 'field.format_decimal' ? 'pattern' : 'value_error'
    this.found.push({ path: [...this.#path, ...member], type, reason: { key, values } })
  }
}
