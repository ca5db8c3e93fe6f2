import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ActivityEntry, CalibrationRecord, InstrumentCalibrationRecord } from '@plumbline/contract'
import { recordWithUnits } from '../../components/calibration-record/record-units.ts'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { RecordBadge, ResultBadge, StatusShape } from '../../components/status/status-badge.tsx'
import { pendingApproval } from '../../components/status/status-look.ts'
import { dateInZone, formatDate } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { changeLines } from './change-lines.ts'
import styles from './instrument-page.module.css'
import { signOf, storyYears, type CalibrationSign, type StoryEntry } from './story-entries.ts'

const changeIcons: Readonly<Record<string, IconName>> = {
  'instrument.created': 'plus',
  'instrument.updated': 'edit',
  'instrument.status_changed': 'send',
  'instrument.due_extended': 'calendar',
  'instrument.due_extension_removed': 'calendar',
  'instrument.quarantined': 'pause',
  'instrument.quarantine_lifted': 'check',
  'instrument.retired': 'close',
}

/** Everything that happened to the instrument, newest first. */
export function InstrumentStory({
  records,
  activity,
}: {
  records: readonly InstrumentCalibrationRecord[]
  activity: readonly ActivityEntry[]
}) {
  const { workspace } = useWorkspace()
  const years = storyYears(records, activity, (at) => dateInZone(at, workspace.timezone).slice(0, 4))
  if (years.length === 0) return <EmptyState title={t('story.empty')} hint={t('story.emptyHint')} />
  return (
    <div>
      {years.map(({ year, entries }) => (
        <section key={year}>
          <Title order={3} className={styles.year}>
            {year}
          </Title>
          <ol className={styles.story}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: StoryEntry }) {
  if (entry.kind === 'calibration')
    return <CalibrationEntry record={entry.record} corrects={entry.corrects} />
  if (entry.kind === 'void') return <VoidEntry marker={entry.marker} voided={entry.voided} />
  return <ChangeEntry entry={entry.entry} />
}

/** One line of the story: what, when, who, and why where a reason was given. */
function Line({
  icon,
  head,
  at,
  who,
  children,
}: {
  icon: IconName | CalibrationSign
  head: ReactNode
  at: string
  who: string | null
  children?: ReactNode
}) {
  return (
    <li className={styles.entry}>
      <span className={styles.entryIcon}>
        {icon === 'pending' ? (
          <StatusShape symbol={pendingApproval.symbol} size={16} />
        ) : (
          <Icon name={icon} size={18} />
        )}
      </span>
      <div className={styles.entryBody}>
        <div className={styles.entryHead}>{head}</div>
        {children}
        <Text size="sm" c="dimmed" component="div">
          <InstantText at={at} />
          {who !== null && ` · ${who}`}
        </Text>
      </div>
    </li>
  )
}

function CalibrationEntry({
  record,
  corrects,
}: {
  record: InstrumentCalibrationRecord
  corrects: CalibrationRecord | null
}) {
  const { workspaceId } = useWorkspace()
  const shown = recordWithUnits(record, record.unit_of_measure)
  const readings = [
    shown.as_found_reading && t('drift.foundAt', { reading: shown.as_found_reading }),
    shown.as_left_reading && t('drift.leftAt', { reading: shown.as_left_reading }),
    record.certificate_number && t('story.certificate', { number: record.certificate_number }),
  ].filter(Boolean)
  return (
    <Line
      icon={signOf(record)}
      at={record.performed_at!}
      who={record.performed_by}
      head={
        <>
          <LinkAnchor
            to="/w/$workspaceId/calibrations/$calibrationId"
            params={{ workspaceId, calibrationId: record.id }}
            fw={600}
          >
            {record.supersedes_id !== null
              ? t('story.correction')
              : record.is_starting_record === true
                ? t('story.startingRecord')
                : t('story.calibration')}
          </LinkAnchor>
          <ResultBadge result={record.result} />
          {(record.approval_status !== 'approved' || record.status !== 'current') && (
            <RecordBadge record={record} />
          )}
        </>
      }
    >
      {readings.length > 0 && <Text size="sm">{readings.join(' · ')}</Text>}
      {corrects && <Reason text={t('story.correctionOf', { date: dayOf(corrects) })} />}
      {record.entered_by !== record.performed_by && record.entered_by !== null && (
        <Text size="sm">{t('calibration.enteredByName', { name: record.entered_by })}</Text>
      )}
      {record.correction_reason && <Reason text={record.correction_reason} />}
      {record.out_of_tolerance_impact && <Reason text={record.out_of_tolerance_impact} />}
      {record.rejection_reason && <Reason text={record.rejection_reason} />}
    </Line>
  )

  function dayOf({ performed_at }: CalibrationRecord): string {
    return performed_at === null ? '–' : formatDate(performed_at.slice(0, 10))
  }
}

function VoidEntry({ marker, voided }: { marker: CalibrationRecord; voided: CalibrationRecord | null }) {
  const { workspaceId, workspace } = useWorkspace()
  const date = voided?.performed_at ? formatDate(dateInZone(voided.performed_at, workspace.timezone)) : '–'
  return (
    <Line
      icon="close"
      at={marker.performed_at!}
      who={marker.performed_by}
      head={
        marker.voids_id === null ? (
          t('story.voided', { date })
        ) : (
          <LinkAnchor
            to="/w/$workspaceId/calibrations/$calibrationId"
            params={{ workspaceId, calibrationId: marker.voids_id }}
            fw={600}
          >
            {t('story.voided', { date })}
          </LinkAnchor>
        )
      }
    >
      {marker.notes && <Reason text={marker.notes} />}
    </Line>
  )
}

function ChangeEntry({ entry }: { entry: ActivityEntry }) {
  const open = useWorkspace()
  const lines = entry.kind === 'instrument.created' ? [] : changeLines(entry, open)
  return (
    <Line
      icon={changeIcons[entry.kind] ?? 'history'}
      at={entry.at}
      who={entry.actor.name}
      head={<Text fw={600}>{tIfKnown(`story.${entry.kind}`) ?? entry.kind}</Text>}
    >
      {lines.map(({ field, before, after }) => (
        <Text size="sm" key={field}>
          {field}: {before} → {after}
        </Text>
      ))}
      {entry.reason !== null && <Reason text={entry.reason} />}
    </Line>
  )
}

function Reason({ text }: { text: string }) {
  return <p className={styles.reason}>{text}</p>
}
