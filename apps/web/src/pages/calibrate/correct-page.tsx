import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import {
  REASON_LENGTH_MAX,
  type AppInstrument,
  type CalibrationRecord,
  type CalibrationRecordWithMeasurements,
  type CalibrationDetails,
} from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { formatInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { recordFieldId } from '../../components/calibration-record/record-labels.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { MentionTextarea } from '../../components/mention/mention-textarea.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { RecordBadge } from '../../components/status/status-badge.tsx'
import { calibrationQuery, detailsQuery } from '../../queries/calibrations.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { useRecordDraft, type OpenDraft } from '../../state/drafts/use-record-draft.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DraftNotices } from './draft-notices.tsx'
import { RecordForm } from './record-form.tsx'
import { followingPoints, worstPoint } from './points/point-results.ts'
import {
  recordedPoints,
  sentPoints,
  useDraftParts,
  useFilled,
  type RecordEntries,
} from './points/record-entries.ts'
import { useFormPoints } from './points/use-form-points.ts'
import { useRecordedProcedure } from './points/use-recorded-procedure.ts'
import {
  bodyOf,
  valuesOfRecord,
  valuesWithUnits,
  withDefaultRule,
  type RecordValues,
} from './record-values.ts'
import { RecordedChanges } from './recorded-changes.tsx'
import { SavedElsewhere } from './saved-elsewhere.tsx'
import { SavedRecord } from './saved-record.tsx'
import { noFacts } from './work-facts.ts'

/** The correction of a record: a form that shows the recorded value at each entry, and asks for the reason. */
export function CorrectPage() {
  const { calibrationId } = useParams({ from: '/w/$workspaceId/calibrations/$calibrationId/correct' })
  const { workspaceId, role } = useWorkspace()
  const { data: record, error } = useQuery(calibrationQuery(workspaceId, calibrationId))
  const instrument = useQuery({
    ...instrumentQuery(workspaceId, record?.instrument_id ?? ''),
    enabled: record !== undefined,
  })
  const details = useQuery({
    ...detailsQuery(workspaceId, calibrationId),
    enabled: record !== undefined && record.record_type !== 'void',
  })
  if (isNotFound(error)) return <NotFoundPage />
  const failure = error ?? instrument.error ?? details.error
  if (record === undefined || instrument.data === undefined || details.isLoading) {
    return (
      <Page title={t('correct.title')}>
        {failure ? <ErrorSummary error={failure} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return (
    <CorrectFrame record={record} instrument={instrument.data.instrument}>
      {may.manage(role) ? (
        <Correction
          key={record.id}
          record={record}
          details={details.data}
          instrument={asMeasured(instrument.data.instrument, details.data)}
        />
      ) : (
        <EmptyState title={t('correct.notPossible')} hint={t('correct.byManagers')} />
      )}
    </CorrectFrame>
  )
}

/** The instrument with the unit that its values were in when they were measured, whatever it is now. */
function asMeasured(instrument: AppInstrument, details: CalibrationDetails | undefined): AppInstrument {
  return {
    ...instrument,
    unit_of_measure: details?.as_recorded.unit_of_measure ?? instrument.unit_of_measure,
  }
}

function CorrectFrame({
  record,
  instrument,
  children,
}: {
  record: CalibrationRecord
  instrument: AppInstrument
  children: ReactNode
}) {
  const { workspaceId, workspace } = useWorkspace()
  const performed = record.performed_at === null ? '' : formatInstant(record.performed_at, workspace.timezone)
  return (
    <Page
      title={t('correct.titleOf', { tag: instrument.asset_tag ?? '–' })}
      aside={<RecordBadge record={record} />}
      subtitle={t('correct.of', { date: performed, person: record.performed_by ?? '–' })}
      back={
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: record.id }}
          size="sm"
        >
          ← {t('correct.toRecord')}
        </LinkAnchor>
      }
    >
      {children}
    </Page>
  )
}

interface CorrectionProps {
  record: CalibrationRecordWithMeasurements
  details: CalibrationDetails | undefined
  instrument: AppInstrument
}

/** The recorded values and the draft of what takes their place. */
function useCorrection({ record: read, details, instrument }: CorrectionProps) {
  const { workspaceId, workspace, session } = useWorkspace()
  const queries = useQueryClient()
  // The record as read remains the basis, even after this correction has superseded it.
  const [record] = useState(read)
  const [performer] = useState(details?.performer ?? { id: null, name: record.performed_by ?? '–' })
  const recorded = useMemo(
    () => valuesOfRecord(record, workspace.timezone, performer.id),
    [record, workspace.timezone, performer.id],
  )
  const initial = useMemo(() => initialEntries(recorded, record), [recorded, record])
  const draftId = { userId: session.user.id, workspaceId, kind: 'correction', subjectId: record.id } as const
  const draft = useRecordDraft<RecordEntries>(draftId, instrument.asset_tag ?? '', initial)
  const { phase } = draft.state
  useEffect(() => {
    if (phase === 'saved') void queries.invalidateQueries({ queryKey: [workspaceId] })
  }, [phase, queries, workspaceId])
  const isOnItsWay = phase === 'sending' || phase === 'waiting'
  const { parts, points, filled } = usePointsOfCorrection(draft, record, recorded)
  const stated = valuesWithUnits(filled.filled, instrument.unit_of_measure)
  const save = () => {
    if (isOnItsWay) return
    const body = bodyOf(
      valuesWithUnits(filled.values, instrument.unit_of_measure),
      workspace.timezone,
      record,
    )
    draft.save({ ...body, ...sentPoints(points.entries, record.measurements) })
  }
  return { record, performer, recorded, draft, parts, points, filled, stated, isOnItsWay, save }
}

/** Returns the initial values of a correction; with points, the single-reading fields are derived from them again. */
function initialEntries(recorded: RecordValues, record: CalibrationRecordWithMeasurements): RecordEntries {
  const worst = worstPoint(record.measurements)
  return {
    ...recorded,
    ...(worst && followingPoints(recorded, worst)),
    points: recordedPoints(record.measurements),
    pointsOf: '',
  }
}

function usePointsOfCorrection(
  draft: OpenDraft<RecordEntries>,
  record: CalibrationRecordWithMeasurements,
  recorded: RecordValues,
) {
  const parts = useDraftParts(draft)
  const procedure = useRecordedProcedure(record)
  const points = useFormPoints({
    entries: draft.values.points,
    values: parts.values,
    procedure,
    instrumentId: record.instrument_id,
    isCorrection: true,
    change: (changed) => draft.change({ ...draft.values, points: changed }),
  })
  const filled = useFilled(parts.values, points, recorded)
  return { parts, points, filled }
}

function Correction(props: CorrectionProps) {
  const { details, instrument } = props
  const { workspace } = useWorkspace()
  const correction = useCorrection(props)
  const { record, performer, recorded, draft, parts, points, stated, isOnItsWay } = correction
  const { state } = draft
  if (state.phase === 'saved') return <SavedRecord record={state.record} instrument={instrument} />
  if (state.phase === 'elsewhere') return <SavedElsewhere instrument={instrument} onAnew={draft.discard} />
  if (!isCorrectable(record) && !isOnItsWay) {
    return <EmptyState title={t('correct.notPossible')} hint={t('correct.notPossibleHint')} />
  }
  return (
    <RecordForm
      key={draft.key}
      instrument={instrument}
      values={parts.values}
      filled={correction.filled.filled}
      points={points}
      recorded={{ values: recorded, condition: record.reference_standard_condition, performer }}
      standards={details?.standards_in_force}
      error={state.phase === 'refused' ? state.error : undefined}
      locked={isOnItsWay}
      factsOf={() => noFacts}
      notices={<DraftNotices draft={draft} />}
      submitLabel={t('correct.save')}
      cancel={<Cancel recordId={record.id} />}
      onChange={parts.changeValues}
      onSubmit={correction.save}
    >
      {(errors) => (
        <>
          <RecordedChanges
            before={recorded}
            after={withDefaultRule(stated, workspace.default_decision_rule)}
            performer={performer}
            points={{ before: record.measurements, after: points.summary.measurements }}
          />
          <CorrectionReason
            instrumentId={record.instrument_id}
            values={parts.values}
            change={parts.changeValues}
            error={errors['correction_reason']}
          />
        </>
      )}
    </RecordForm>
  )
}

/** Back to the record; the draft stays. */
function Cancel({ recordId }: { recordId: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      variant="default"
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: recordId }}
    >
      {t('action.cancel')}
    </LinkButton>
  )
}

function CorrectionReason({
  instrumentId,
  values,
  change,
  error,
}: {
  instrumentId: string
  values: RecordValues
  change: (values: RecordValues) => void
  error: string | undefined
}) {
  return (
    <MentionTextarea
      instrumentId={instrumentId}
      id={recordFieldId('correction_reason')}
      label={t('correct.reason')}
      description={t('correct.reasonHint')}
      required
      autosize
      minRows={2}
      maxLength={REASON_LENGTH_MAX}
      value={values.correction_reason}
      error={error}
      onText={(text) => change({ ...values, correction_reason: text })}
    />
  )
}

/** Only an approved, current record can be corrected; the server stays the judge. */
function isCorrectable({ approval_status, status, record_type }: CalibrationRecord): boolean {
  return approval_status === 'approved' && status === 'current' && record_type !== 'void'
}
