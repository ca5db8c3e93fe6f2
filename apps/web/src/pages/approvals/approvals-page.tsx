import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { WaitingRecord } from '@plumbline/contract'
import { ApprovalDialog, RejectionDialog } from '../../components/calibration-record/decision-dialogs.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../messages.ts'
import { approvalsQuery } from '../../queries/approvals.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { ApprovalQueue } from './approval-queue.tsx'
import styles from './approvals-page.module.css'
import type { BatchReport } from './approve-in-parts.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { BatchOutcome } from './batch-outcome.tsx'
import { RecordPanel } from './record-panel.tsx'

/** What is being decided: one record by an act, or several at once. */
export type Deciding =
  | { act: 'approve' | 'reject'; waiting: WaitingRecord }
  | { act: 'batch'; records: readonly WaitingRecord[] }

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
  const { role } = useWorkspace()
  const { record: openId } = useSearch({ from: '/w/$workspaceId/approvals' })
  const [deciding, setDeciding] = useState<Deciding>()
  const [batch, setBatch] = useState<{ report: BatchReport; records: readonly WaitingRecord[] }>()
  const [overtaken, setOvertaken] = useState<{ waiting: WaitingRecord; typed: string }>()
  const open = useOpenRecord()
  const mayDecide = may.manage(role)
  const openRow = rows.find(({ calibration }) => calibration.id === openId)
  const onDecide = (wanted: Deciding) => {
    setBatch(undefined)
    setOvertaken(undefined)
    setDeciding(wanted)
  }
  const close = () => {
    setDeciding(undefined)
    const isOpen =
      deciding !== undefined && 'waiting' in deciding && deciding.waiting.calibration.id === openId
    if (isOpen) open(neighbourOf(rows, openId))
  }
  return (
    <>
      <div className={styles.notices}>
        {batch && <BatchOutcome {...batch} onClose={() => setBatch(undefined)} />}
        {overtaken && <Overtaken {...overtaken} />}
        {openId !== undefined && !openRow && !overtaken && !batch && <Gone id={openId} />}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('approvals.empty')} hint={t('approvals.emptyHint')} />
      ) : (
        <div className={styles.columns} data-open={openRow !== undefined || undefined}>
          <ApprovalQueue
            rows={rows}
            mayDecide={mayDecide}
            isDeciding={deciding !== undefined}
            openId={openRow?.calibration.id}
            onOpen={open}
            onDecide={onDecide}
          />
          {openRow && (
            <RecordPanel {...{ mayDecide, onDecide }} waiting={openRow} onClose={() => open(undefined)} />
          )}
        </div>
      )}
      {deciding && (
        <DecisionDialog
          deciding={deciding}
          onClose={close}
          onReport={(report, records) => {
            setBatch({ report, records })
            open(undefined)
          }}
          onOvertaken={(waiting, typed) => setOvertaken({ waiting, typed })}
        />
      )}
    </>
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
  if (deciding.act === 'batch') {
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

/** Opens a record beside the queue by the address; undefined closes it. */
function useOpenRecord() {
  const navigate = useNavigate({ from: '/w/$workspaceId/approvals' })
  return (record: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, record }) as never, replace: true, resetScroll: false })
}

/** The record to look at once another has left the queue: itself while it is there, else the next, else the one before. */
function neighbourOf(rows: readonly WaitingRecord[], id: string): string | undefined {
  const place = rows.findIndex(({ calibration }) => calibration.id === id)
  return (rows[place + 1] ?? rows[place - 1])?.calibration.id
}

function SingleDialog({
  deciding: { act, waiting },
  onClose,
  onOvertaken,
}: {
  deciding: { act: 'approve' | 'reject'; waiting: WaitingRecord }
  onClose: () => void
  onOvertaken: (typed: string) => void
}) {
  const Dialog = act === 'approve' ? ApprovalDialog : RejectionDialog
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

function Overtaken({ waiting, typed }: { waiting: WaitingRecord; typed: string }) {
  const { calibration, instrument } = waiting
  return (
    <Notice tone="warning" live title={t('overtaken.title')}>
      <p className={styles.line}>
        {t('approvals.overtaken', { tag: instrument.asset_tag ?? instrument.name })}{' '}
        <RecordLink id={calibration.id} />
      </p>
      {typed !== '' && t('overtaken.typed', { typed })}
    </Notice>
  )
}

function Gone({ id }: { id: string }) {
  return (
    <Notice title={t('approvals.gone')}>
      <RecordLink id={id} />
    </Notice>
  )
}

function RecordLink({ id }: { id: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor to="/w/$workspaceId/calibrations/$calibrationId" params={{ workspaceId, calibrationId: id }}>
      {t('approvals.toRecord')}
    </LinkAnchor>
  )
}
