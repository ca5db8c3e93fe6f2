import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SchedulePreview as Preview } from '@plumbline/contract'
import { LookBadge } from '../../../components/status/status-badge.tsx'
import { lookOf } from '../../../components/status/status-look.ts'
import { schedulePreviewQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { PreviewPanel, TYPING_MS } from '../preview-panel.tsx'
import { isZone } from '../zones.ts'
import type { WorkspaceFormValues } from './workspace-form-values.ts'

type Settings = Pick<WorkspaceFormValues, 'timezone' | 'warning_days'>

const words = {
  nothing: 'preview.nothing',
  turned: 'preview.statuses',
  someOf: 'preview.someOf',
} as const

/** What a typed zone or other warning days would move, before anything is saved. */
export function SchedulePreview({ before, values }: { before: Settings; values: Settings }) {
  const { workspaceId } = useWorkspace()
  const [wanted] = useDebouncedValue(changesOf(before, values), TYPING_MS)
  const asks = Object.keys(wanted).length > 0
  const asked = useQuery({ ...schedulePreviewQuery(workspaceId, wanted), enabled: asks })
  if (!asks || Object.keys(changesOf(before, values)).length === 0) return <div aria-live="polite" />
  return (
    <PreviewPanel
      asked={asked}
      words={words}
      turned={asked.data?.statuses_changed}
      stands={(reading) => <ReadingStatus reading={reading} />}
    />
  )
}

function ReadingStatus({ reading }: { reading: Preview['examples'][number]['current'] }) {
  const look = lookOf(reading.compliance_status)
  return look ? <LookBadge look={look} /> : reading.compliance_status
}

/** What of it can be looked at: a zone that there is, days that are a number. */
function changesOf(before: Settings, values: Settings): { timezone?: string; warning_days?: number } {
  const days = Number(values.warning_days)
  const hasDays = /^\d{1,4}$/.test(values.warning_days.trim()) && values.warning_days !== before.warning_days
  const hasZone = values.timezone !== before.timezone && isZone(values.timezone)
  return {
    ...(hasZone && { timezone: values.timezone }),
    ...(hasDays && { warning_days: days }),
  }
}
