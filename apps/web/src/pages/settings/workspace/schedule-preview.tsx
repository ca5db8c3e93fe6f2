import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SchedulePreview as Preview } from '@plumbline/contract'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { sentenceOf } from '../../../components/error-summary.tsx'
import { LookBadge } from '../../../components/status/status-badge.tsx'
import { lookOf } from '../../../components/status/status-look.ts'
import { formatCount, formatDate } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { schedulePreviewQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../workspace.ts'
import { PreviewExamples } from '../preview-examples.tsx'
import styles from '../settings-form.module.css'
import { isZone } from '../zones.ts'
import type { WorkspaceFormValues } from './workspace-form-values.ts'

/** Long enough to finish a word. */
const TYPING_MS = 400

type Settings = Pick<WorkspaceFormValues, 'timezone' | 'warning_days'>

/** What a typed zone or other warning days would move, before anything is saved. */
export function SchedulePreview({ before, values }: { before: Settings; values: Settings }) {
  const { workspaceId } = useWorkspace()
  const [wanted] = useDebouncedValue(changesOf(before, values), TYPING_MS)
  const asks = Object.keys(wanted).length > 0
  const { data, error, isPending } = useQuery({ ...schedulePreviewQuery(workspaceId, wanted), enabled: asks })
  if (!asks || Object.keys(changesOf(before, values)).length === 0) return <div aria-live="polite" />
  return (
    <div className={styles.preview} aria-live="polite">
      <Text fw={600}>{t('preview.title')}</Text>
      {error && <Text size="sm">{sentenceOf(error)}</Text>}
      {isPending && !error && <DelayedSkeleton lines={2} />}
      {data && !error && <Figures preview={data} />}
    </div>
  )
}

function Figures({ preview }: { preview: Preview }) {
  const { due_dates_moved: moved, statuses_changed: changed, examined, examples } = preview
  return (
    <>
      <Text size="sm">
        {moved === 0 && changed === 0
          ? t('preview.nothing', { count: examined })
          : t('preview.figures', {
              dates: t('preview.dates', { count: moved }),
              statuses: t('preview.statuses', { count: changed }),
              total: t('preview.ofInstruments', { count: examined }),
            })}
        {!preview.is_complete && ` ${t('preview.incomplete', { count: examined })}`}
      </Text>
      {preview.today !== preview.today_then && (
        <Text size="sm">{t('preview.otherDay', { date: formatDate(preview.today_then) })}</Text>
      )}
      {examples.length > 0 && (
        <PreviewExamples
          examples={examples}
          more={
            moved + changed > examples.length
              ? t('preview.someOf', { shown: formatCount(examples.length) })
              : undefined
          }
          stands={(reading) => <Standing reading={reading} />}
        />
      )}
    </>
  )
}

function Standing({ reading }: { reading: Preview['examples'][number]['present'] }) {
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
