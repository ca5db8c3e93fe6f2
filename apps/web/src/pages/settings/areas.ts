import type { LinkProps } from '@tanstack/react-router'
import type { Role } from '@plumbline/contract'
import type { MessageKey } from '../../messages.ts'

/** One area of the settings. */
interface Area {
  to: NonNullable<LinkProps['to']>
  label: MessageKey
  /** Who sees it at all; everybody unless named. */
  who?: (role: Role) => boolean
}

const areas: readonly Area[] = [{ to: '/w/$workspaceId/settings/workspace', label: 'settings.workspace' }]

/** The areas that a role is shown, in the order of the navigation. */
export function areasFor(role: Role): readonly Area[] {
  return areas.filter(({ who }) => who === undefined || who(role))
}
