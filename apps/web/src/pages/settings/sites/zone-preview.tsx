import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../base/messages.ts'
import { siteSchedulePreviewQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { PreviewPanel, TYPING_MS } from '../preview-panel.tsx'
import { isZone } from '../zones.ts'

const words = {
  nothing: 'sitePreview.nothing',
  turned: 'sitePreview.overdue',
  someOf: 'sitePreview.someOf',
} as const

/** What a typed zone would move in the worklist of a site, before anything is saved. */
export function ZonePreview({ siteId, before, typed }: { siteId: string; before: string; typed: string }) {
  const { workspaceId } = useWorkspace()
  const zone = typed.trim()
  const asks = zone !== before && (zone === '' || isZone(zone))
  const [wanted] = useDebouncedValue(zone, TYPING_MS)
  const asked = useQuery({
    ...siteSchedulePreviewQuery(workspaceId, siteId, wanted === '' ? undefined : wanted),
    enabled: asks && wanted === zone,
  })
  if (!asks) return <div aria-live="polite" />
  return (
    <PreviewPanel
      asked={asked}
      words={words}
      turned={asked.data?.overdue_changed}
      stands={({ is_overdue: isOverdue }) => (isOverdue ? t('sitePreview.isOverdue') : '')}
    />
  )
}
