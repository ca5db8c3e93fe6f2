import { Checkbox, Text } from '@mantine/core'
import type { WaitingRecord } from '@plumbline/contract'
import { judge } from '../../components/calibration-record/verdict.ts'
import { DeviationText, VerdictText } from '../../components/calibration-record/verdict-text.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { InstantText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import { t } from '../../messages.ts'
import styles from './approvals-page.module.css'

/** Which records are chosen, and how that changes. */
export interface Selection {
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
}

/** What one decides by, in columns; those who may not decide get no boxes to tick. */
export function approvalColumns(workspaceId: string, selection: Selection | null): Column<WaitingRecord>[] {
  const columns: Column<WaitingRecord>[] = [
    {
      key: 'instrument',
      label: t('sheet.instrument'),
      fixed: true,
      render: ({ calibration, instrument }) => (
        <>
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
            <Text size="sm" c="dimmed" truncate>
              {instrument.name}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'result',
      label: t('calibration.result'),
      render: ({ calibration }) => <ResultBadge result={calibration.result} />,
    },
    { key: 'deviation', label: t('drift.deviation'), render: (one) => <Verdict waiting={one} /> },
    {
      key: 'performed',
      label: t('calibration.performedAt'),
      render: ({ calibration }) => <InstantText at={calibration.performed_at} />,
    },
    { key: 'who', label: t('calibration.performedBy'), render: (one) => <Performer waiting={one} /> },
    { key: 'remarks', label: t('approvals.remarks'), render: (one) => <Remarks waiting={one} /> },
  ]
  return selection === null ? columns : [checkboxColumn(selection), ...columns]
}

function checkboxColumn({ has, toggle }: Selection): Column<WaitingRecord> {
  return {
    key: 'selected',
    label: '',
    width: 48,
    render: ({ calibration, instrument, approval_bar: bar }) => (
      <Checkbox
        aria-label={t('approvals.select', { tag: instrument.asset_tag ?? instrument.name })}
        checked={has(calibration.id)}
        disabled={bar !== null}
        onChange={() => toggle(calibration.id)}
      />
    ),
  }
}

function Verdict({ waiting: { calibration, instrument } }: { waiting: WaitingRecord }) {
  const { final } = judge(calibration, instrument.unit_of_measure)
  if (final === null) return <span>–</span>
  return (
    <>
      {final.comparison.deviation !== null && (
        <div>
          <DeviationText reading={final} />
        </div>
      )}
      <VerdictText comparison={final.comparison} />
    </>
  )
}

function Performer({ waiting: { calibration, approval_bar: bar } }: { waiting: WaitingRecord }) {
  return (
    <>
      {calibration.performed_by}
      {bar === 'own_record' && (
        <Text size="xs" c="dimmed">
          {t('approvals.own')}
        </Text>
      )}
    </>
  )
}

/** What to look at twice, and the words that were given with it. */
function Remarks({ waiting }: { waiting: WaitingRecord }) {
  const { calibration } = waiting
  const flags = [
    calibration.supersedes_id !== null && t('story.correction'),
    waiting.requires_electronic_signature && t('approvals.needsSignature'),
    calibration.reference_standard_overdue === true && t('approvals.standardOverdue'),
  ].filter((each) => each !== false)
  const words = calibration.out_of_tolerance_impact ?? calibration.correction_reason ?? calibration.notes
  if (flags.length === 0 && words === null) return <span>–</span>
  return (
    <div className={styles.remarks}>
      {flags.length > 0 && <div className={styles.flags}>{flags.join(' · ')}</div>}
      {words !== null && <div className={styles.words}>{words}</div>}
    </div>
  )
}
