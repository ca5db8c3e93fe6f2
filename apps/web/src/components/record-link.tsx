import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWorkspace } from '../state/workspace.ts'
import { LinkAnchor } from './links.tsx'

/** A link to the page of a calibration record. */
export function RecordLink({
  id,
  children,
  ...appearance
}: Pick<AnchorProps, 'fw' | 'size'> & { id: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: id }}
      {...appearance}
    >
      {children}
    </LinkAnchor>
  )
}
