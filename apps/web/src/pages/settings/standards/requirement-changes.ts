import type { FieldRequirementsResponse } from '@plumbline/contract'

type Scope = 'calibration' | 'instrument'
type Requirement = FieldRequirementsResponse[Scope]['fields'][number]

/** The effect of a selection of standards on a field. */
export interface RequirementChange {
  scope: Scope
  field: string
  label: string
  /** As the server names them, from `required` to `hidden`. */
  before: string
  after: string
  /** Labels of the standards that require it after the choice. */
  requiredBy: readonly string[]
}

/** The fields that a choice asks for more or less than before, those that become required first. */
export function requirementChanges(
  before: FieldRequirementsResponse,
  after: FieldRequirementsResponse,
): RequirementChange[] {
  const changes = (['calibration', 'instrument'] as const).flatMap((scope) => {
    const known = new Map(before[scope].fields.map((one) => [one.field, one]))
    return after[scope].fields
      .filter((one) => known.get(one.field)?.requirement !== one.requirement)
      .map((one) => changeOf(scope, known.get(one.field), one))
  })
  return [
    ...changes.filter(({ after: level }) => level === 'required'),
    ...changes.filter(({ after: level }) => level !== 'required'),
  ]
}

function changeOf(scope: Scope, before: Requirement | undefined, after: Requirement): RequirementChange {
  return {
    scope,
    field: after.field,
    label: after.label,
    before: before?.requirement ?? 'hidden',
    after: after.requirement,
    requiredBy: after.required_by,
  }
}
