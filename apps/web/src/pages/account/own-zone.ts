import { useQuery } from '@tanstack/react-query'
import { formatInstant, zoneName } from '../../base/formats.ts'
import { workspaceQuery } from '../../queries/workspace.ts'
import { firstWorkspace, sessionQuery } from '../../state/session.ts'

/** Returns the time zone of the last workspace, as on all other pages, or otherwise that of the browser. */
export function useZone(): string {
  const { data: session } = useQuery(sessionQuery)
  const workspaceId = session ? firstWorkspace(session)?.workspace_id : undefined
  const { data: workspace } = useQuery({
    ...workspaceQuery(workspaceId ?? ''),
    enabled: workspaceId !== undefined,
  })
  return workspace?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** An instant in a zone, with its name. */
export function instantIn(zone: string, at: string): string {
  return `${formatInstant(at, zone)} ${zoneName(zone, at)}`
}
