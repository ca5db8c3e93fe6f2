import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { AppInstrument, CalibrationRecord, Measurement, Provider } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { PendingApprovalNotice } from '../../components/status/pending-approval.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { usePending } from '../../components/status/use-pending.ts'
import { calibrationQuery, lastCalibrationQuery } from '../../queries/calibrations.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { instrumentPointsQuery } from '../../queries/procedures.ts'
import { allProvidersQuery } from '../../queries/providers.ts'
import { useRecordDraft, type OpenDraft } from '../../state/drafts/use-record-draft.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibrate.module.css'
import { CertificateFile, CertificateUpload } from './certificate-file.tsx'
import { useCopiedValues, type CopiedValues } from './copied-values.ts'
import { DraftNotices } from './draft-notices.tsx'
import { RecordForm } from './record-form.tsx'
import { freshValues, withoutSingleReading } from './fresh-values.ts'
import {
  freshPoints,
  procedureOfPoints,
  revisionName,
  sentPoints,
  underRevision,
  useDraftParts,
  useFilled,
  type RecordEntries,
} from './points/record-entries.ts'
import { useFormPoints, type PointsProcedure } from './points/use-form-points.ts'
import { inDecimalPoints } from './decimal-commas.ts'
import { bodyOf, recordToCarry, valuesWithUnits } from './record-values.ts'
import { SavedElsewhere } from './saved-elsewhere.tsx'
import { SavedRecord } from './saved-record.tsx'
import { ShipmentLine } from './shipment-line.tsx'
import { freshFacts } from './work-facts.ts'

/** A new calibration, made for the bench. */
export function CalibratePage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/calibrate' })
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentQuery(workspaceId, instrumentId))
  const setUp = useSetUp(workspaceId, instrumentId, data?.instrument.shipment?.provider_id ?? null)
  if (isNotFound(error)) return <NotFoundPage />
  const failure = error ?? setUp.error
  if (data === undefined || setUp.found === undefined) {
    return (
      <Page title={t('calibrate.title')}>
        {failure ? <ErrorSummary error={failure} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  const { instrument } = data
  return (
    <CalibrateFrame key={instrument.id} instrument={instrument}>
      {isCalibratable(instrument) && may.write(role) ? (
        <NewRecord key={instrument.id} instrument={instrument} {...setUp.found} />
      ) : (
        <EmptyState title={t('calibrate.notPossible')} hint={t('calibrate.notPossibleHint')} />
      )}
    </CalibrateFrame>
  )
}

interface SetUp {
  last: CalibrationRecord | null
  /** Points of the last record. */
  lastPoints: readonly Measurement[]
  procedure: PointsProcedure | null
  /** The provider that the instrument is at; null where that is not known. */
  sentTo: Provider | null
}

/** Loads the basis of a new record: the last record, its points, and the procedure of the instrument. */
function useSetUp(workspaceId: string, instrumentId: string, sentTo: string | null) {
  const providers = useQuery({ ...allProvidersQuery(workspaceId), enabled: sentTo !== null })
  const last = useQuery(lastCalibrationQuery(workspaceId, instrumentId))
  const points = useQuery(instrumentPointsQuery(workspaceId, instrumentId))
  const lastWithPoints = last.data && (last.data.measurement_count ?? 0) > 0 ? last.data.id : null
  const measured = useQuery({
    ...calibrationQuery(workspaceId, lastWithPoints ?? ''),
    enabled: lastWithPoints !== null,
  })
  const isWaiting =
    last.data === undefined || points.data === undefined || measured.isLoading || providers.isLoading
  const found: SetUp | undefined = isWaiting
    ? undefined
    : {
        last: last.data && recordToCarry(last.data),
        lastPoints: measured.data?.measurements ?? [],
        procedure: procedureOfPoints(points.data),
        sentTo: providers.data?.find(({ id }) => id === sentTo) ?? null,
      }
  // The record just saved becomes the last one; until the next form, the previous basis is preserved.
  const [kept, setKept] = useState<{ of: string; found: SetUp }>()
  if (found !== undefined && kept?.of !== instrumentId) setKept({ of: instrumentId, found })
  return {
    error: last.error ?? points.error ?? measured.error ?? providers.error,
    found: kept?.of === instrumentId ? kept.found : found,
  }
}

/** Whether an instrument takes calibrations; the server stays the judge. */
function isCalibratable({ status, retired_at }: AppInstrument): boolean {
  return retired_at === null && status !== 'REFERENCE_ONLY'
}

function CalibrateFrame({ instrument, children }: { instrument: AppInstrument; children: ReactNode }) {
  const { workspaceId, workspace } = useWorkspace()
  const tag = instrument.asset_tag ?? '–'
  // What has come back is not out any more once its record is saved: the title stays.
  const [isOut] = useState(instrument.status === 'OUT_FOR_CALIBRATION')
  return (
    <Page
      title={t(isOut ? 'calibrate.titleOfReceived' : 'calibrate.titleOf', { tag })}
      aside={<StatusBadge instrument={instrument} zone={workspace.timezone} />}
      subtitle={[instrument.name, instrument.manufacturer, instrument.model, instrument.serial_number]
        .filter(Boolean)
        .join(' · ')}
      back={
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: instrument.id }}
          size="sm"
        >
          ← {tag}
        </LinkAnchor>
      }
    >
      {children}
    </Page>
  )
}

/** Another record of the instrument that is pending approval, above the form of a new one. */
function OtherPending({ instrument }: { instrument: AppInstrument }) {
  const pending = usePending(instrument)
  return pending && <PendingApprovalNotice pending={pending} />
}

interface NewRecordProps extends SetUp {
  instrument: AppInstrument
}

function NewRecord(props: NewRecordProps) {
  const { instrument } = props
  const { workspace } = useWorkspace()
  const [file, setFile] = useState<File | null>(null)
  const { begin, draft, parts, points, filled } = useNewRecord(props)
  const copied = useCopiedValues(begin.last, parts.values, points)
  const { state } = draft
  if (state.phase === 'saved') {
    return (
      <SavedRecord record={state.record} instrument={instrument}>
        {file !== null && <CertificateUpload file={file} record={state.record} />}
      </SavedRecord>
    )
  }
  if (state.phase === 'elsewhere') return <SavedElsewhere instrument={instrument} onAnew={draft.discard} />
  const isOnItsWay = state.phase === 'sending' || state.phase === 'waiting'
  const stated = valuesWithUnits(inDecimalPoints(filled.values), instrument.unit_of_measure)
  const body = () => ({ ...bodyOf(stated, workspace.timezone), ...sentPoints(points.entries) })
  return (
    <>
      <OtherPending instrument={instrument} />
      <RecordForm
        key={draft.key}
        instrument={instrument}
        values={parts.values}
        filled={filled.filled}
        points={points}
        error={state.phase === 'refused' ? state.error : undefined}
        locked={isOnItsWay}
        factsOf={(type) => freshFacts(type, instrument, begin.last, props.sentTo)}
        ofProvider={
          <>
            <CertificateFile file={file} onChange={setFile} />
            {instrument.shipment !== null && <ShipmentLine instrument={instrument} />}
          </>
        }
        copied={copied ?? undefined}
        notices={<Notices draft={draft} copied={copied} />}
        submitLabel={t('calibrate.save')}
        cancel={<Cancel instrument={instrument} />}
        onChange={parts.changeValues}
        onSubmit={() => isOnItsWay || draft.save(body())}
      />
    </>
  )
}

/** Manages the initial values of the form, and the draft of entries. */
function useNewRecord({ instrument, last, lastPoints, procedure, sentTo }: NewRecordProps) {
  const { workspaceId, workspace, session } = useWorkspace()
  // An instrument at a provider comes back with that provider's certificate.
  const { external: isExternal = instrument.status === 'OUT_FOR_CALIBRATION' } = useSearch({
    from: '/w/$workspaceId/instruments/$instrumentId/calibrate',
  })
  const queries = useQueryClient()
  // The initial values are fixed: another person's record must not change the form.
  const [begin] = useState(() => {
    const points = freshPoints(procedure, lastPoints)
    const setUp = { zone: workspace.timezone, by: session.user.id, now: new Date(), isExternal, sentTo }
    const fields = freshValues(instrument, last, setUp)
    const values = points.length > 0 ? withoutSingleReading(fields) : fields
    return { last, procedure, values: { ...values, points, pointsOf: revisionName(procedure) } }
  })
  const draftId = {
    userId: session.user.id,
    workspaceId,
    kind: 'calibration',
    subjectId: instrument.id,
  } as const
  const draft = useRecordDraft<RecordEntries>(draftId, instrument.asset_tag ?? '', begin.values)
  const { phase } = draft.state
  useEffect(() => {
    if (phase === 'saved') void queries.invalidateQueries({ queryKey: [workspaceId] })
  }, [phase, queries, workspaceId])
  return { begin, draft, ...useMeasured(instrument.id, draft, begin) }
}

/** Returns the fields and points of a draft with the fields that the points fill in. */
function useMeasured(
  instrumentId: string,
  draft: OpenDraft<RecordEntries>,
  begin: { procedure: PointsProcedure | null; values: RecordEntries },
) {
  const { procedure } = begin
  const parts = useDraftParts(draft)
  const { points: kept, pointsOf } = draft.values
  const entries = useMemo(
    () => underRevision({ points: kept, pointsOf }, procedure, begin.values.points),
    [kept, pointsOf, procedure, begin.values.points],
  )
  const points = useFormPoints({
    entries,
    values: parts.values,
    procedure,
    instrumentId,
    isCorrection: false,
    change: (changed) =>
      draft.change({ ...draft.values, points: changed, pointsOf: revisionName(procedure) }),
  })
  const filled = useFilled(parts.values, points)
  return { parts, points, filled }
}

function Notices({ draft, copied }: { draft: OpenDraft<RecordEntries>; copied: CopiedValues | null }) {
  return (
    <>
      <DraftNotices draft={draft} />
      {copied?.hasAny && <Copied copied={copied} />}
    </>
  )
}

/** Back to the instrument; the draft stays. */
function Cancel({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      variant="default"
      to="/w/$workspaceId/instruments/$instrumentId"
      params={{ workspaceId, instrumentId: instrument.id }}
    >
      {t('action.cancel')}
    </LinkButton>
  )
}

/** States which values were copied and from where, with the button to confirm them. Saving confirms them, too. */
function Copied({ copied }: { copied: CopiedValues }) {
  return (
    <div className={styles.notice}>
      <span className={styles.noticeText}>{t('calibrate.carriedOver', { date: copied.from })}</span>
      <Button variant="subtle" size="compact-sm" onClick={copied.confirm}>
        {t('calibrate.copiedConfirm')}
      </Button>
    </div>
  )
}
