import type { Role, UserRead } from '@plumbline/contract'

/** The values of a person's form. */
export interface PersonFormValues {
  email: string
  name: string
  role: Role
  /** Null: all sites. */
  site_ids: string[] | null
  /** Last day of an auditor's access, a day of the workspace's zone; empty without an end. */
  access_ends_at: string
}

/** A person to be invited: most people do calibrations. */
export const nobodyYet: PersonFormValues = {
  email: '',
  name: '',
  role: 'technician',
  site_ids: null,
  access_ends_at: '',
}

/** Returns a person as values of the form, with the last day of their access. */
export function valuesOf(user: UserRead, lastDay: string): PersonFormValues {
  const { email, name, role, site_ids } = user
  return { email, name, role, site_ids, access_ends_at: lastDay }
}

/** The body that changes a person: only what differs, the last day as the instant at which it is over. */
export function changesOf(
  before: PersonFormValues,
  after: PersonFormValues,
  endOf: (day: string) => string | null,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of ['email', 'name', 'role'] as const) {
    if (after[name] !== before[name]) body[name] = after[name]
  }
  if (JSON.stringify(after.site_ids) !== JSON.stringify(before.site_ids)) body['site_ids'] = after.site_ids
  if (after.access_ends_at !== before.access_ends_at) {
    body['access_ends_at'] = endOf(after.access_ends_at)
  }
  return body
}
