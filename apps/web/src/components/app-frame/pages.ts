import type { LinkProps } from '@tanstack/react-router'
import type { Role } from '@plumbline/contract'
import type { MessageKey } from '../../base/messages.ts'
import { may, type Rights } from '../../state/session.ts'
import type { IconName } from '../icons.tsx'
import { areasFor } from './settings-areas.ts'

/** A page that the rail and the search lead to. */
export interface FramePage {
  to: NonNullable<LinkProps['to']>
  label: MessageKey
  icon: IconName
  /** Whether the bar of a phone has it, which has room for four; the others are behind its last entry. */
  onPhone?: true
  /** Whose page it is; everybody's by default. */
  openTo?: (role: Role) => boolean
}

/** The pages of a workspace in the order of the rail. */
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

/** The pages that are open to a role, as the rail has them. */
export const framePagesFor = (role: Role): FramePage[] =>
  framePages.filter(({ openTo }) => openTo?.(role) ?? true)

/** Every page that the search finds by its name: those of the rail, the areas of the settings, and one's account. */
export const searchedPagesFor = (rights: Rights): FramePage[] => [
  ...framePagesFor(rights.role),
  ...areasFor(rights).map(({ to, label }) => ({ to, label, icon: 'settings' }) as const),
  { to: '/account', label: 'nav.account', icon: 'settings' },
]
