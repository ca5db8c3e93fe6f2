import { because } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { invalidField, type ApiError } from '../../../platform/errors.ts'
import { canCalibrateAt, listMembers } from '../../access/index.ts'

/** A person named as responsible for an instrument, and the site of the instrument. */
export interface NamedResponsible {
  /** Null or undefined: none is named. */
  readonly personId: string | null | undefined
  readonly siteId: string
}

/**
 * Returns for each instrument the refusal of a person who cannot be responsible for it: anyone except an active member
 * who can enter calibrations at its site. 422 VALIDATION_ERROR names `responsible_id`.
 */
export async function responsibleRefusals(
  queries: WorkspaceQueries,
  all: readonly NamedResponsible[],
): Promise<(ApiError | undefined)[]> {
  const isAnyNamed = all.some(({ personId }) => personId != null)
  const members = new Map(
    isAnyNamed ? (await listMembers(queries)).map((member) => [member.personId, member]) : [],
  )
  return all.map(({ personId, siteId }) => {
    if (personId == null || canCalibrateAt(members.get(personId.toLowerCase()), siteId)) return undefined
    return invalidField('responsible_id', because('field.not_assignable'))
  })
}
