import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { WaitingRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ApprovalDialog, RejectionDialog } from '../../components/calibration-record/decision-dialogs.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { approvalsQuery } from '../../queries/approvals.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ApprovalQueue } from './approval-queue.tsx'
import styles from './approvals-page.module.css'
import type { BatchReport } from './approve-in-parts.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { BatchOutcome } from './batch-outcome.tsx'
import type { Deciding } from './deciding.ts'
import { RecordPanel } from './record-panel.tsx'

/** Everything that waits for a decision, to be worked through by mouse, finger or keyboard. */
export function ApprovalsPage() {
  const { workspaceId, role } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/approvals' })
  const { data, error } = useQuery(approvalsQuery(workspaceId, search.site))
  if (error && data === undefined) return <ErrorSummary error={error} />
  return (
    <Page wide title={t('nav.approvals')} subtitle={subtitleOf(data, may.manage(role))}>
      {data === undefined ? <DelayedSkeleton lines={10} height={28} /> : <Queue rows={data} />}
    </Page>
  )
}

function subtitleOf(rows: readonly WaitingRecord[] | undefined, mayDecide: boolean): string | undefined {
  if (rows === undefined || rows.length === 0) return undefined
  return mayDecide ? t('approvals.waiting', { count: rows.length }) : t('approvals.readOnly')
}

function Queue({ rows }: { rows: readonly WaitingRecord[] }) {
  const { record: openId } = useSearch({ from: '/w/$workspaceId/approvals' })
  const open = useOpenRecord()
  const decisions = useDecisions()
  const { deciding } = decisions
  const openRow = rows.find(({ calibration }) => calibration.id === openId)
  const close = () => {
    decisions.end()
    const isOpen =
      deciding !== undefined && 'waiting' in deciding && deciding.waiting.calibration.id === openId
    if (isOpen) open(neighbourOf(rows, openId))
  }
  return (
    <>
      <Outcome of={decisions} goneId={openRow ? undefined : openId} />
      {rows.length === 0 ? (
        <EmptyState title={t('approvals.empty')} hint={t('approvals.emptyHint')} />
      ) : (
        <QueueAndRecord rows={rows} openRow={openRow} decisions={decisions} onOpen={open} />
      )}
      {deciding && (
        <DecisionDialog
          deciding={deciding}
          onClose={close}
          onReport={(report, records) => {
            decisions.setBatch({ report, records })
            open(undefined)
          }}
          onOvertaken={(waiting, typed) => decisions.setOvertaken({ waiting, typed })}
        />
      )}
    </>
  )
}

/** The queue, with the open record. */
function QueueAndRecord({
  rows,
  openRow,
  decisions: { deciding, begin },
  onOpen,
}: {
  rows: readonly WaitingRecord[]
  openRow: WaitingRecord | undefined
  decisions: Decisions
  onOpen: (id: string | undefined) => void
}) {
  const mayDecide = may.manage(useWorkspace().role)
  return (
    <div className={styles.columns} data-open={openRow !== undefined || undefined}>
      <ApprovalQueue
        rows={rows}
        mayDecide={mayDecide}
        isDeciding={deciding !== undefined}
        openId={openRow?.calibration.id}
        onOpen={onOpen}
        onDecide={begin}
      />
      {openRow && (
        <RecordPanel
          waiting={openRow}
          mayDecide={mayDecide}
          onDecide={begin}
          onClose={() => onOpen(undefined)}
        />
      )}
    </div>
  )
}

type Decisions = ReturnType<typeof useDecisions>

/** Manages the current decision and the outcome of the previous one: the report of a batch, or that others decided first. */
function useDecisions() {
  const [deciding, setDeciding] = useState<Deciding>()
  const [batch, setBatch] = useState<{ report: BatchReport; records: readonly WaitingRecord[] }>()
  const [overtaken, setOvertaken] = useState<{ waiting: WaitingRecord; typed: string }>()
  const begin = (wanted: Deciding) => {
    setBatch(undefined)
    setOvertaken(undefined)
    setDeciding(wanted)
  }
  return { deciding, batch, overtaken, begin, end: () => setDeciding(undefined), setBatch, setOvertaken }
}

function Outcome({
  of: { batch, overtaken, setBatch },
  goneId,
}: {
  of: Decisions
  /** ID of the record in the URL, if it is no longer pending. */
  goneId: string | undefined
}) {
  return (
    <div className={styles.notices}>
      {batch && <BatchOutcome {...batch} onClose={() => setBatch(undefined)} />}
      {overtaken && <EditConflict {...overtaken} />}
      {goneId !== undefined && !overtaken && !batch && <Gone id={goneId} />}
    </div>
  )
}

function DecisionDialog({
  deciding,
  onClose,
  onReport,
  onOvertaken,
}: {
  deciding: Deciding
  onClose: () => void
  onReport: (report: BatchReport, records: readonly WaitingRecord[]) => void
  onOvertaken: (waiting: WaitingRecord, typed: string) => void
}) {
  if (deciding.action === 'batch') {
    const { records } = deciding
    return (
      <BatchDialog records={records} onClose={onClose} onReport={(report) => onReport(report, records)} />
    )
  }
  const { waiting } = deciding
  return (
    <SingleDialog
      deciding={deciding}
      onClose={onClose}
      onOvertaken={(typed) => onOvertaken(waiting, typed)}
    />
  )
}

/** Opens a record through the URL; undefined closes it. */
function useOpenRecord() {
  const navigate = useNavigate({ from: '/w/$workspaceId/approvals' })
  return (record: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, record }) as never, replace: true, resetScroll: false })
}

/** Returns the record to show after a decision: the same one while it is pending, or the next, or the previous one. */
function neighbourOf(rows: readonly WaitingRecord[], id: string): string | undefined {
  const index = rows.findIndex(({ calibration }) => calibration.id === id)
  return (rows[index + 1] ?? rows[index - 1])?.calibration.id
}

function SingleDialog({
  deciding: { action, waiting },
  onClose,
  onOvertaken,
}: {
  deciding: { action: 'approve' | 'reject'; waiting: WaitingRecord }
  onClose: () => void
  onOvertaken: (typed: string) => void
}) {
  const Dialog = action === 'approve' ? ApprovalDialog : RejectionDialog
  return (
    <Dialog
      record={waiting.calibration}
      instrument={waiting.instrument}
      requiresSignature={waiting.requires_electronic_signature}
      onClose={onClose}
      onOvertaken={onOvertaken}
    />
  )
}

function EditConflict({ waiting, typed }: { waiting: WaitingRecord; typed: string }) {
  const { calibration, instrument } = waiting
  return (
    <Notice tone="warning" live title={t('overtaken.title')}>
      <p className={styles.line}>
        {t('approvals.overtaken', { tag: instrument.asset_tag ?? instrument.name })}{' '}
        <RecordLink id={calibration.id}>{t('approvals.toRecord')}</RecordLink>
      </p>
      {typed !== '' && t('overtaken.typed', { typed })}
    </Notice>
  )
}

function Gone({ id }: { id: string }) {
  return (
    <Notice title={t('approvals.gone')}>
      <RecordLink id={id}>{t('approvals.toRecord')}</RecordLink>
    </Notice>
  )
}
