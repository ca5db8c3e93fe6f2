import type { NotificationKind, Role } from '@plumbline/contract'

/** A member with the role and sites that determine what they are notified of. */
export interface Recipient {
  readonly personId: string
  readonly role: Role
  /** Null for all sites. */
  readonly siteIds: readonly string[] | null
  readonly isActive: boolean
  readonly accessEndsAt: string | null
}

const DECIDERS: readonly Role[] = ['admin', 'manager']
const ADMINS: readonly Role[] = ['admin']
const WORKERS: readonly Role[] = ['admin', 'manager', 'technician']

/** Roles that a kind concerns: those that can act on it, or whose actions caused it. */
const ROLES: Readonly<Record<NotificationKind, readonly Role[]>> = {
  approval_requested: DECIDERS,
  record_rejected: WORKERS,
  finding_opened: WORKERS,
  finding_assigned: WORKERS,
  work_assigned: WORKERS,
  mentioned: WORKERS,
  instrument_overdue: WORKERS,
  webhook_disabled: ADMINS,
  backup_overdue: ADMINS,
}

/** Kinds that concern the whole workspace, and not people who are limited to sites. */
const OF_ALL_SITES: readonly NotificationKind[] = ['webhook_disabled', 'backup_overdue']

/** Returns the kinds of which a role is notified, in the order of the settings. */
export function kindsOfRole(role: Role): NotificationKind[] {
  return (Object.keys(ROLES) as NotificationKind[]).filter((kind) => ROLES[kind].includes(role))
}

/**
 * Returns the kinds that a member may now see, even if earlier ones were stored when the member had another role or all
 * sites.
 */
export function kindsShownTo({ role, siteIds }: Pick<Recipient, 'role' | 'siteIds'>): NotificationKind[] {
  return kindsOfRole(role).filter((kind) => siteIds === null || !OF_ALL_SITES.includes(kind))
}

/** Whether a member currently has access to the workspace. */
export function isPresent(
  { isActive, accessEndsAt }: Pick<Recipient, 'isActive' | 'accessEndsAt'>,
  now: Date,
): boolean {
  return isActive && (accessEndsAt === null || Date.parse(accessEndsAt) > now.getTime())
}

/**
 * Whether a member may be notified of a kind at a site: has access to the workspace and the site, and a role that it
 * concerns.
 */
export function mayBeNotified(
  { role, siteIds, isActive, accessEndsAt }: Omit<Recipient, 'personId'>,
  { kind, siteId }: { readonly kind: NotificationKind; readonly siteId: string | null },
  now: Date,
): boolean {
  if (!isPresent({ isActive, accessEndsAt }, now) || !ROLES[kind].includes(role)) return false
  if (siteIds === null) return true
  return !OF_ALL_SITES.includes(kind) && (siteId === null || siteIds.includes(siteId))
}

/** Returns the IDs of the members who decide on records: admins and managers. */
export function deciders(members: readonly Recipient[]): string[] {
  return members.filter(({ role }) => DECIDERS.includes(role)).map(({ personId }) => personId)
}
