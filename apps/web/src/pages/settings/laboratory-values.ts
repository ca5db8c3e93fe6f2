import type { SiteRead, WorkspaceRead } from '@plumbline/contract'

/** What certificates print of a laboratory, as a form holds it: empty where nothing is set. */
export interface LaboratoryValues {
  laboratory_name: string
  address: string
  accreditation: string
  default_customer: string
  'statements.scope': string
  'statements.reproduction': string
  'statements.further': string
}

const texts = ['laboratory_name', 'address', 'accreditation', 'default_customer'] as const
const statements = ['scope', 'reproduction', 'further'] as const

/** The names of a laboratory's fields, in the order of the form. */
export const laboratoryNames: readonly (keyof LaboratoryValues)[] = [
  ...texts,
  ...statements.map((name) => `statements.${name}` as const),
]

/** The laboratory of a workspace or of a site as the form shows it. */
export function laboratoryValuesOf(
  read: Pick<WorkspaceRead | SiteRead, keyof LaboratoryOf>,
): LaboratoryValues {
  return {
    laboratory_name: read.laboratory_name ?? '',
    address: read.address ?? '',
    accreditation: read.accreditation ?? '',
    default_customer: read.default_customer ?? '',
    'statements.scope': read.statements?.scope ?? '',
    'statements.reproduction': read.statements?.reproduction ?? '',
    'statements.further': read.statements?.further ?? '',
  }
}

type LaboratoryOf = Pick<SiteRead, (typeof texts)[number] | 'statements'>

/** What of the laboratory differs, as the API takes it: an emptied field is cleared. */
export function laboratoryChanges(
  before: LaboratoryValues,
  after: LaboratoryValues,
): Record<string, unknown> {
  const changed = texts.filter((name) => after[name] !== before[name])
  const body: Record<string, unknown> = Object.fromEntries(
    changed.map((name) => [name, after[name].trim() === '' ? null : after[name]]),
  )
  if (statements.some((name) => after[`statements.${name}`] !== before[`statements.${name}`])) {
    body['statements'] = statementsOf(after)
  }
  return body
}

/** Statements are replaced as a whole; none at all clears them. */
function statementsOf(values: LaboratoryValues): Record<string, string> | null {
  const set = statements.filter((name) => values[`statements.${name}`].trim() !== '')
  if (set.length === 0) return null
  return Object.fromEntries(set.map((name) => [name, values[`statements.${name}`]]))
}
