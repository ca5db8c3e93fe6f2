import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SiteSchedulePreview } from '@plumbline/contract'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { sentenceOf } from '../../../components/error-summary.tsx'
import { formatCount, formatDate } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { siteSchedulePreviewQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../workspace.ts'
import { PreviewExamples } from '../preview-examples.tsx'
import styles from '../settings-form.module.css'
import { isZone } from '../zones.ts'

/** Long enough to finish a word. */
const TYPING_MS = 400

/** What a typed zone would move in the worklist of a site, before anything is saved. */
export function ZonePreview({ siteId, before, typed }: { siteId: string; before: string; typed: string }) {
  const { workspaceId } = useWorkspace()
  const zone = typed.trim()
  const asks = zone !== before && (zone === '' || isZone(zone))
  const [wanted] = useDebouncedValue(zone, TYPING_MS)
  const { data, error, isPending } = useQuery({
    ...siteSchedulePreviewQuery(workspaceId, siteId, wanted === '' ? undefined : wanted),
    enabled: asks && wanted === zone,
  })
  if (!asks) return <div aria-live="polite" />
  return (
    <div className={styles.preview} aria-live="polite">
      <Text fw={600}>{t('preview.title')}</Text>
      {error && <Text size="sm">{sentenceOf(error)}</Text>}
      {isPending && !error && <DelayedSkeleton lines={2} />}
      {data && !error && <Figures preview={data} />}
    </div>
  )
}

function Figures({ preview }: { preview: SiteSchedulePreview }) {
  const { due_dates_moved: moved, overdue_changed: changed, examined, examples } = preview
  return (
    <>
      <Text size="sm">
        {moved === 0 && changed === 0
          ? t('sitePreview.nothing', { count: examined })
          : t('preview.figures', {
              dates: t('preview.dates', { count: moved }),
              statuses: t('sitePreview.overdue', { count: changed }),
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
              ? t('sitePreview.someOf', { shown: formatCount(examples.length) })
              : undefined
          }
          stands={({ is_overdue: isOverdue }) => (isOverdue ? t('sitePreview.isOverdue') : '')}
        />
      )}
    </>
  )
}
