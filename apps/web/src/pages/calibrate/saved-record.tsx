import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { AppDueInstrument, AppInstrument, CalibrationRecord } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { standardFault } from '../../components/calibration-record/standard-words.ts'
import { DueText } from '../../components/date-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { dueQuery } from '../../queries/due.ts'
import { useWorkspace } from '../../state/workspace.ts'
import form from './calibrate.module.css'
import styles from './saved-record.module.css'

/** How far ahead the next instrument is looked for. */
const NEXT_WITHIN_DAYS = 30

/** Enough rows to find one that is neither this instrument nor away. */
const NEXT_ROWS = 10

interface SavedProps {
  record: CalibrationRecord
  instrument: AppInstrument
}

/** What happened, where it stands, and what comes next. */
export function SavedRecord({ record, instrument, children }: SavedProps & { children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const saved = record.supersedes_id === null ? 'calibrate.saved' : 'correct.saved'
  const fault = standardFault(record)
  return (
    <div className={styles.saved}>
      <h2 ref={heading} tabIndex={-1}>
        <Icon name="check" /> {t(saved, { tag: instrument.asset_tag ?? '' })}
      </h2>
      <p>{statusOf(record)}</p>
      <StillOut record={record} instrument={instrument} />
      {fault !== null && (
        <p className={form.warning}>
          <Icon name="warning" size={18} /> {t('calibrate.savedStandardFault', { condition: fault })}
        </p>
      )}
      {record.provider_accreditation_expired === true && (
        <p className={form.warning}>
          <Icon name="warning" size={18} /> {t('warning.code.provider_accreditation_expired')}
        </p>
      )}
      {children}
      <WaysOn record={record} instrument={instrument} />
    </div>
  )
}

/**
 * Why an instrument that was out stays out: the record waits for approval, or the work was done before it was sent out.
 * Only what holds of the record is asked: the instrument may not have been read again yet.
 */
function StillOut({ record, instrument }: SavedProps) {
  const { workspace } = useWorkspace()
  const [sentOutOn] = useState(instrument.sent_out_on)
  if (sentOutOn === null || record.performed_at === null) return null
  const tag = instrument.asset_tag ?? ''
  if (dateInZone(record.performed_at, workspace.timezone) < sentOutOn)
    return <p>{t('calibrate.stillOutEarlier', { tag, date: formatDate(sentOutOn) })}</p>
  return record.approval_status === 'pending' ? <p>{t('calibrate.stillOutPending', { tag })}</p> : null
}

/** The next instrument, after a correction none, the record, and back to the instrument. */
function WaysOn({ record, instrument }: SavedProps) {
  const { workspaceId } = useWorkspace()
  return (
    <Group gap="xs">
      {record.supersedes_id === null && <NextInstrument instrument={instrument} />}
      <LinkButton
        variant="default"
        to="/w/$workspaceId/calibrations/$calibrationId"
        params={{ workspaceId, calibrationId: record.id }}
      >
        {t('calibrate.openRecord')}
      </LinkButton>
      <LinkAnchor
        to="/w/$workspaceId/instruments/$instrumentId"
        params={{ workspaceId, instrumentId: instrument.id }}
        className={form.more}
        py={8}
      >
        {t('calibrate.toInstrument', { tag: instrument.asset_tag ?? '' })}
      </LinkAnchor>
    </Group>
  )
}

function statusOf({ approval_status, supersedes_id }: CalibrationRecord): string {
  if (approval_status === 'pending')
    return t(supersedes_id === null ? 'calibrate.pending' : 'correct.pending')
  return t(supersedes_id === null ? 'calibrate.counts' : 'correct.counts')
}

/** The next one of the worklist at the same site that nobody has calibrated yet. */
function NextInstrument({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(
    dueQuery(workspaceId, {
      within_days: NEXT_WITHIN_DAYS,
      limit: NEXT_ROWS,
      site_id: instrument.site_id ?? undefined,
    }),
  )
  const next = data?.data.find((row) => isNext(row, instrument.id))
  if (next === undefined) return null
  return (
    <LinkButton
      to="/w/$workspaceId/instruments/$instrumentId/calibrate"
      params={{ workspaceId, instrumentId: next.id }}
    >
      <span>
        {t('calibrate.next', { tag: next.asset_tag ?? '', name: next.name ?? '' })} ·{' '}
        <DueText dueAt={next.due_date} relative={false} never={next.due_at === null} />
      </span>
    </LinkButton>
  )
}

function isNext({ id, compliance_status, pending_approval }: AppDueInstrument, savedId: string): boolean {
  return id !== savedId && compliance_status !== 'OUT_FOR_CALIBRATION' && pending_approval === null
}
