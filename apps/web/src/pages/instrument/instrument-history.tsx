import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ActivityEntry, CalibrationRecord, InstrumentCalibrationRecord } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { changeLines } from '../../components/activity/change-lines.ts'
import { recordPersonWords } from '../../components/calibration-record/record-person.ts'
import { recordWithUnits } from '../../components/calibration-record/record-units.ts'
import { DateText, InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { pointsSummary } from '../../components/points/points-summary.ts'
import { RecordLink } from '../../components/record-link.tsx'
import { RecordBadge, ResultBadge, StatusShape } from '../../components/status/status-badge.tsx'
import { pendingApproval } from '../../components/status/status-appearance.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './instrument-page.module.css'
import { signOf, historyYears, type CalibrationSign, type HistoryEntry } from './history-entries.ts'

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
export function InstrumentHistory({
  records,
  activity,
}: {
  records: readonly InstrumentCalibrationRecord[]
  activity: readonly ActivityEntry[]
}) {
  const { workspace } = useWorkspace()
  const years = historyYears(records, activity, (at) => dateInZone(at, workspace.timezone).slice(0, 4))
  if (years.length === 0) return <EmptyState title={t('history.empty')} hint={t('history.emptyHint')} />
  return (
    <div>
      {years.map(({ year, entries }) => (
        <section key={year}>
          <Title order={3} className={styles.year}>
            {year}
          </Title>
          <ol className={styles.history}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  if (entry.kind === 'calibration')
    return <CalibrationEntry record={entry.record} corrects={entry.corrects} />
  if (entry.kind === 'void') return <VoidEntry marker={entry.marker} voided={entry.voided} />
  return <ChangeEntry entry={entry.entry} />
}

/** An entry of the history: what, when, who, and the reason if there is one. */
function Line({
  icon,
  head,
  at,
  hasTime = true,
  who,
  children,
}: {
  icon: IconName | CalibrationSign
  head: ReactNode
  at: string
  /** False where only the day was stated. */
  hasTime?: boolean
  who: string | null
  children?: ReactNode
}) {
  const { workspace } = useWorkspace()
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
          {hasTime ? <InstantText at={at} /> : <DateText date={dateInZone(at, workspace.timezone)} />}
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
  const readings = readingsOf(record)
  return (
    <Line
      icon={signOf(record)}
      at={record.performed_at!}
      hasTime={record.is_starting_record !== true}
      who={recordPersonWords(record)}
      head={<CalibrationHead record={record} />}
    >
      {readings.length > 0 && <Text size="sm">{readings.join(' · ')}</Text>}
      {corrects && <Reason text={t('history.correctionOf', { date: dayOf(corrects) })} />}
      {record.entered_by !== record.performed_by && record.entered_by !== null && (
        <Text size="sm">{t('calibration.enteredByName', { name: record.entered_by })}</Text>
      )}
      {record.correction_reason && <Reason text={record.correction_reason} />}
      {record.out_of_tolerance_impact && <Reason text={record.out_of_tolerance_impact} />}
      {record.rejection_reason && <Reason text={record.rejection_reason} />}
    </Line>
  )
}

function CalibrationHead({ record }: { record: InstrumentCalibrationRecord }) {
  return (
    <>
      <RecordLink id={record.id} fw={600}>
        {record.supersedes_id !== null
          ? t('history.correction')
          : record.is_starting_record === true
            ? t('history.startingRecord')
            : t('history.calibration')}
      </RecordLink>
      {record.is_starting_record !== true && <ResultBadge result={record.result} />}
      {(record.approval_status !== 'approved' || record.status !== 'current') && (
        <RecordBadge record={record} />
      )}
    </>
  )
}

/** Returns the number of points or the readings, and the certificate number. */
function readingsOf(record: InstrumentCalibrationRecord): string[] {
  const shown = recordWithUnits(record, record.unit_of_measure)
  const points = pointsSummary(record)
  const readings = [
    shown.as_found_reading && t('drift.foundAt', { reading: shown.as_found_reading }),
    shown.as_left_reading && t('drift.leftAt', { reading: shown.as_left_reading }),
  ]
  return [
    ...(points === null ? readings : [points]),
    record.certificate_number && t('history.certificate', { number: record.certificate_number }),
  ].filter((words): words is string => Boolean(words))
}

function dayOf({ performed_at }: CalibrationRecord): string {
  return performed_at === null ? '–' : formatDate(performed_at.slice(0, 10))
}

function VoidEntry({ marker, voided }: { marker: CalibrationRecord; voided: CalibrationRecord | null }) {
  const { workspace } = useWorkspace()
  const date = voided?.performed_at ? formatDate(dateInZone(voided.performed_at, workspace.timezone)) : '–'
  return (
    <Line
      icon="close"
      at={marker.performed_at!}
      who={marker.performed_by}
      head={
        marker.voids_id === null ? (
          t('history.voided', { date })
        ) : (
          <RecordLink id={marker.voids_id} fw={600}>
            {t('history.voided', { date })}
          </RecordLink>
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
      head={<Text fw={600}>{tIfKnown(`history.${entry.kind}`) ?? entry.kind}</Text>}
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
