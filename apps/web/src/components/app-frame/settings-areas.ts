import type { LinkProps } from '@tanstack/react-router'
import type { MessageKey } from '../../base/messages.ts'
import { may, type Rights } from '../../state/session.ts'

/** An area of the settings. */
interface Area {
  to: NonNullable<LinkProps['to']>
  label: MessageKey
  /** Returns whether the area is shown; by default, it is shown to everybody. */
  who?: (rights: Rights) => boolean
}

const areas: readonly Area[] = [
  { to: '/w/$workspaceId/settings/workspace', label: 'settings.workspace' },
  { to: '/w/$workspaceId/settings/sites', label: 'settings.sites' },
  { to: '/w/$workspaceId/settings/standards', label: 'settings.standards' },
  { to: '/w/$workspaceId/settings/providers', label: 'settings.providers' },
  { to: '/w/$workspaceId/settings/class-tables', label: 'settings.classTables' },
  { to: '/w/$workspaceId/settings/notifications', label: 'settings.notifications' },
  { to: '/w/$workspaceId/settings/people', label: 'settings.people', who: may.administer },
  {
    to: '/w/$workspaceId/settings/service-accounts',
    label: 'settings.serviceAccounts',
    who: may.administer,
  },
  { to: '/w/$workspaceId/settings/api-keys', label: 'settings.apiKeys', who: may.administer },
  { to: '/w/$workspaceId/settings/mail', label: 'settings.mail', who: may.administer },
  { to: '/w/$workspaceId/settings/backups', label: 'settings.backups', who: may.administer },
]

/** Returns the areas shown to a user, in the order of the navigation. */
export function areasFor(rights: Rights): readonly Area[] {
  return areas.filter(({ who }) => who === undefined || who(rights))
}
