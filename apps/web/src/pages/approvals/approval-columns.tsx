import { Checkbox, Text } from '@mantine/core'
import type { WaitingRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { decisionOfRecord, isAccepted } from '../../components/calibration-record/decided-reading.ts'
import { recordPersonWords } from '../../components/calibration-record/record-person.ts'
import { standardFault } from '../../components/calibration-record/standard-words.ts'
import { DeviationText, VerdictText } from '../../components/calibration-record/verdict-text.tsx'
import { judge } from '../../components/calibration-record/verdict.ts'
import type { Column } from '../../components/data-table/column.ts'
import { InstantText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { pointsSummary } from '../../components/points/points-summary.ts'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import styles from './approvals-page.module.css'

/** The selected records, and a function that selects or deselects one. */
export interface Selection {
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
}

/** The space for the columns: beside an open record, which shows the rest, in the window of a phone or a tablet, or wide. */
type Room = 'beside' | 'phone' | 'narrow' | 'wide'

/**
 * Returns the columns for deciding on records; users who may not decide get no checkboxes.
 * @param room the available space
 */
export function approvalColumns(
  workspaceId: string,
  selection: Selection | null,
  room: Room,
): Column<WaitingRecord>[] {
  const columns = [instrumentColumn(workspaceId, room), ...(room === 'wide' ? sideBySide() : stacked(room))]
  return selection === null ? columns : [checkboxColumn(selection), ...columns]
}

function instrumentColumn(workspaceId: string, room: Room): Column<WaitingRecord> {
  return {
    key: 'instrument',
    label: t('sheet.instrument'),
    fixed: true,
    wraps: true,
    render: ({ calibration, instrument }) => (
      <div className={room === 'wide' ? styles.instrument : undefined}>
        <LinkAnchor
          to="/w/$workspaceId/approvals"
          params={{ workspaceId }}
          search={(now: object) => ({ ...now, record: calibration.id })}
          resetScroll={false}
          data-record={calibration.id}
          fw={600}
        >
          {instrument.asset_tag ?? instrument.name}
        </LinkAnchor>
        {instrument.asset_tag !== null && (
          <Text size="sm" c="dimmed">
            {instrument.name}
          </Text>
        )}
      </div>
    ),
  }
}

function sideBySide(): Column<WaitingRecord>[] {
  return [
    {
      key: 'result',
      label: t('calibrationField.result'),
      render: ({ calibration }) => <ResultBadge result={calibration.result} />,
    },
    { key: 'deviation', label: t('drift.deviation'), render: (one) => <Verdict waiting={one} /> },
    {
      key: 'performed',
      label: t('calibrationField.performed_at'),
      render: ({ calibration }) => <InstantText at={calibration.performed_at} />,
    },
    { key: 'who', label: t('approvals.person'), render: (one) => <Performer waiting={one} /> },
    { key: 'remarks', label: t('approvals.remarks'), render: (one) => <Remarks waiting={one} none="–" /> },
  ]
}

function stacked(room: Exclude<Room, 'wide'>): Column<WaitingRecord>[] {
  const performed = (one: WaitingRecord) => (
    <>
      <InstantText at={one.calibration.performed_at} />
      <div>
        <Performer waiting={one} />
      </div>
    </>
  )
  const columns: Column<WaitingRecord>[] = [
    {
      key: 'result',
      label: t('calibrationField.result'),
      wraps: true,
      render: (one) => (
        <>
          <ResultBadge result={one.calibration.result} />
          <Verdict waiting={one} isAlone />
          {room === 'phone' && performed(one)}
          {room !== 'beside' && <Remarks waiting={one} />}
        </>
      ),
    },
    {
      key: 'performed',
      label: t('calibrationField.performed_at'),
      wraps: true,
      render: performed,
    },
  ]
  return room === 'phone' ? columns.slice(0, 1) : columns
}

function checkboxColumn({ has, toggle }: Selection): Column<WaitingRecord> {
  return {
    key: 'select',
    label: '',
    width: 48,
    render: ({ calibration, instrument, approval_obstacle: obstacle }) => (
      <Checkbox
        aria-label={t('approvals.select', { tag: instrument.asset_tag ?? instrument.name })}
        checked={has(calibration.id)}
        disabled={obstacle !== null}
        onChange={() => toggle(calibration.id)}
      />
    ),
  }
}

function Verdict({
  waiting: { calibration, instrument },
  isAlone = false,
}: {
  waiting: WaitingRecord
  /** Whether it is part of a text instead of an aligned column. */
  isAlone?: boolean
}) {
  const points = pointsSummary(calibration)
  if (points !== null) return <div className={styles.verdict}>{points}</div>
  const { final } = judge(calibration, instrument.unit_of_measure)
  if (final === null) return <span>–</span>
  return (
    <>
      {final.comparison.deviation !== null && (
        <div>
          <DeviationText reading={final} {...(isAlone && { whole: 0 })} />
        </div>
      )}
      <div className={styles.verdict}>
        <VerdictText
          comparison={final.comparison}
          isAccepted={isAccepted(decisionOfRecord(calibration, instrument.unit_of_measure))}
        />
      </div>
    </>
  )
}

function Performer({ waiting: { calibration, approval_obstacle: obstacle } }: { waiting: WaitingRecord }) {
  return (
    <>
      {recordPersonWords(calibration)}
      {calibration.entered_by !== calibration.performed_by && (
        <Text size="xs" c="dimmed">
          {t('calibration.enteredByName', { name: calibration.entered_by ?? '–' })}
        </Text>
      )}
      {obstacle === 'own_record' && (
        <Text size="xs" c="dimmed" className={styles.own}>
          {t('approvals.own')}
        </Text>
      )}
    </>
  )
}

/** Remarks about a record, and its notes. @param none what is shown if there are none */
function Remarks({ waiting, none }: { waiting: WaitingRecord; none?: string }) {
  const { calibration } = waiting
  const fault = standardFault(calibration)
  const flags = [
    calibration.supersedes_id !== null && t('history.correction'),
    waiting.requires_electronic_signature && t('approvals.needsSignature'),
    fault !== null && t('approvals.standardFault', { condition: fault }),
    calibration.provider_accreditation_expired === true && t('approvals.accreditationExpired'),
  ].filter((each) => each !== false)
  const words = calibration.out_of_tolerance_impact ?? calibration.correction_reason ?? calibration.notes
  if (flags.length === 0 && words === null) return <span>{none}</span>
  return (
    <div className={styles.remarks}>
      {flags.length > 0 && <div className={styles.flags}>{flags.join(' · ')}</div>}
      {words !== null && <div className={styles.words}>{words}</div>}
    </div>
  )
}
