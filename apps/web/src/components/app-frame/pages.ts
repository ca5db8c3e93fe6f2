import type { LinkProps } from '@tanstack/react-router'
import type { Role } from '@plumbline/contract'
import type { MessageKey } from '../../base/messages.ts'
import { may, type Rights } from '../../state/session.ts'
import type { IconName } from '../icons.tsx'
import { areasFor } from './settings-areas.ts'

/** A page in the navigation and the search. */
export interface FramePage {
  to: NonNullable<LinkProps['to']>
  label: MessageKey
  icon: IconName
  /** Whether it is in the bar on a phone, which has room for four; the others are in the menu of its last entry. */
  onPhone?: true
  /** Returns whether a role can open the page; by default, all roles can. */
  openTo?: (role: Role) => boolean
}

/** The pages of a workspace, in the order of the navigation. */
const framePages: readonly FramePage[] = [
  { to: '/w/$workspaceId/today', label: 'nav.today', icon: 'today', onPhone: true },
  { to: '/w/$workspaceId/worklist', label: 'nav.worklist', icon: 'worklist', onPhone: true },
  { to: '/w/$workspaceId/instruments', label: 'nav.instruments', icon: 'instruments', onPhone: true },
  { to: '/w/$workspaceId/procedures', label: 'nav.procedures', icon: 'procedures' },
  { to: '/w/$workspaceId/approvals', label: 'nav.approvals', icon: 'approvals', onPhone: true },
  { to: '/w/$workspaceId/findings', label: 'nav.findings', icon: 'warning' },
  { to: '/w/$workspaceId/documents', label: 'nav.documents', icon: 'documents' },
  { to: '/w/$workspaceId/reports', label: 'nav.reports', icon: 'reports' },
  { to: '/w/$workspaceId/ledger', label: 'nav.ledger', icon: 'ledger' },
  { to: '/w/$workspaceId/webhooks', label: 'nav.webhooks', icon: 'webhooks', openTo: may.manage },
  { to: '/w/$workspaceId/settings', label: 'nav.settings', icon: 'settings' },
]

/** Returns the pages that a role can open, in the order of the navigation. */
export const framePagesFor = (role: Role): FramePage[] =>
  framePages.filter(({ openTo }) => openTo?.(role) ?? true)

/** Returns the pages that the search finds by name: those of the navigation, the areas of the settings, and the account. */
export const searchedPagesFor = (rights: Rights): FramePage[] => [
  ...framePagesFor(rights.role),
  ...areasFor(rights).map(({ to, label }) => ({ to, label, icon: 'settings' }) as const),
  { to: '/account', label: 'nav.account', icon: 'settings' },
]
