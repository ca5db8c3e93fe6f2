import type { NotificationKind, Role } from '@plumbline/contract'

/** A member as far as rights and reach go. */
export interface Recipient {
  readonly personId: string
  readonly role: Role
  /** Null: all. */
  readonly siteIds: readonly string[] | null
  readonly isActive: boolean
  readonly accessEndsAt: string | null
}

const DECIDERS: readonly Role[] = ['admin', 'manager']
const ADMINS: readonly Role[] = ['admin']
const WORKERS: readonly Role[] = ['admin', 'manager', 'technician']

/** Roles that a kind concerns at all: those that may do what it asks for, or did what it is about. */
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

/** Kinds that concern the whole workspace: those who are limited to sites do not decide on them. */
const OF_ALL_SITES: readonly NotificationKind[] = ['webhook_disabled', 'backup_overdue']

/** Kinds that a role is told, in the order of the settings. */
export function kindsOfRole(role: Role): NotificationKind[] {
  return (Object.keys(ROLES) as NotificationKind[]).filter((kind) => ROLES[kind].includes(role))
}

/** Kinds that a member may be shown now, whatever they were told of in another role or before they were limited to sites. */
export function kindsShownTo({ role, siteIds }: Pick<Recipient, 'role' | 'siteIds'>): NotificationKind[] {
  return kindsOfRole(role).filter((kind) => siteIds === null || !OF_ALL_SITES.includes(kind))
}

/** Whether a member is in the workspace now. */
export function isPresent(
  { isActive, accessEndsAt }: Pick<Recipient, 'isActive' | 'accessEndsAt'>,
  now: Date,
): boolean {
  return isActive && (accessEndsAt === null || Date.parse(accessEndsAt) > now.getTime())
}

/** Whether a member may be told of something at a site: in the workspace now, of a role for it, and within reach. */
export function mayBeTold(
  { role, siteIds, isActive, accessEndsAt }: Omit<Recipient, 'personId'>,
  { kind, siteId }: { readonly kind: NotificationKind; readonly siteId: string | null },
  now: Date,
): boolean {
  if (!isPresent({ isActive, accessEndsAt }, now) || !ROLES[kind].includes(role)) return false
  if (siteIds === null) return true
  return !OF_ALL_SITES.includes(kind) && (siteId === null || siteIds.includes(siteId))
}

/** Those who decide on records of a site: admins and managers that reach it. */
export function deciders(members: readonly Recipient[]): string[] {
  return members.filter(({ role }) => DECIDERS.includes(role)).map(({ personId }) => personId)
}
