import { Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CalibrationRecord, isFailing, REASON_LENGTH_MAX } from '@plumbline/contract'
import { ApiFailure } from '../../api/index.ts'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { calibrationQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { AttachedDocuments } from '../documents/attached-documents.tsx'
import { FinalActionDialog } from '../final-action-dialog.tsx'
import { ApprovalWarnings } from '../points/warning-list.tsx'
import { showToast } from '../toast.tsx'

/** A record that is being decided on. */
export interface DecisionProps {
  record: CalibrationRecord
  /** Tag and name of its instrument. */
  instrument: { asset_tag: string | null; name: string }
  requiresSignature: boolean
  onClose: () => void
  /** Called if another person decided first, with the entered text, which stays visible. */
  onOvertaken: (typed: string) => void
}

/**
 * Approves a record, with a signature if the instrument requires one. Shows the warnings of the record and a provider's
 * certificate.
 */
export function ApprovalDialog({
  record,
  instrument,
  requiresSignature,
  onClose,
  onOvertaken,
}: DecisionProps) {
  const { api, workspaceId } = useWorkspace()
  const decide = useDecision(onOvertaken)
  const params = { calibration_id: record.id }
  const { data: whole } = useQuery(calibrationQuery(workspaceId, record.id))
  const [meaning, setMeaning] = useState(t('approve.meaningDefault'))
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={requiresSignature ? t('approve.sign') : t('approve.title')}
      object={useObjectWords(record, instrument)}
      consequence={consequenceOf(record)}
      verb={requiresSignature ? t('approve.signVerb') : t('approve.verb')}
      withPassword={requiresSignature}
      ready={!requiresSignature || meaning.trim() !== ''}
      warnings={whole && <ApprovalWarnings record={whole} />}
      evidence={
        record.calibration_type === 'external_certificate' && <AttachedDocuments record={record} compact />
      }
      onConfirm={async ({ password }) => {
        const body = requiresSignature ? { password, meaning: meaning.trim() } : {}
        await decide(() => api.approveCalibration({ params, body }), '', t('approve.done'))
      }}
    >
      {requiresSignature
        ? (errors) => <MeaningField meaning={meaning} error={errors['meaning']} onMeaning={setMeaning} />
        : undefined}
    </FinalActionDialog>
  )
}

/** The meaning of the signature, and the name to be printed. */
export function MeaningField({
  meaning,
  error,
  onMeaning,
}: {
  meaning: string
  error: string | undefined
  onMeaning: (meaning: string) => void
}) {
  const { session } = useWorkspace()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('approve.signsAs', { name: session.user.name })}
      </Text>
      <TextInput
        label={t('approve.meaning')}
        required
        maxLength={REASON_LENGTH_MAX}
        value={meaning}
        error={error}
        onChange={(event) => onMeaning(event.currentTarget.value)}
      />
    </>
  )
}

/** Rejects one record for a reason. */
export function RejectionDialog({ record, instrument, onClose, onOvertaken }: DecisionProps) {
  const { api } = useWorkspace()
  const decide = useDecision(onOvertaken)
  const params = { calibration_id: record.id }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('reject.title')}
      object={useObjectWords(record, instrument)}
      consequence={t(record.supersedes_id === null ? 'reject.consequence' : 'reject.ofCorrection')}
      verb={t('reject.verb')}
      reasonLabel={t('act.reason')}
      reasonMax={REASON_LENGTH_MAX}
      mentionsFor={record.instrument_id}
      destructive
      onConfirm={({ reason }) =>
        decide(() => api.rejectCalibration({ params, body: { reason } }), reason, t('reject.done'))
      }
    />
  )
}

/** Returns the subject of a dialog, such as "CAL-0042 · Digital caliper, 20 Nov 2026". */
export function useObjectWords(
  record: CalibrationRecord,
  { asset_tag, name }: { asset_tag: string | null; name: string },
): string {
  const { workspace } = useWorkspace()
  const date = record.performed_at && formatDate(dateInZone(record.performed_at, workspace.timezone))
  return [[asset_tag, name].filter(Boolean).join(' · '), date].filter(Boolean).join(', ')
}

/**
 * Performs a final action on a record, shows a toast and reloads everything. After a conflict, because somebody else acted
 * first, the page shows the new state, and `onOvertaken` gets the entered text.
 */
export function useDecision(onOvertaken: (typed: string) => void) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return async (action: () => Promise<unknown>, typed: string, done: string): Promise<void> => {
    try {
      await action()
      showToast(done)
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'CONFLICT') throw error
      onOvertaken(typed)
    } finally {
      await queries.invalidateQueries({ queryKey: [workspaceId] })
    }
  }
}

function consequenceOf({ result, supersedes_id }: CalibrationRecord): string {
  const effect = isFailing(result) ? t('approve.consequenceFailing') : t('approve.consequence')
  return supersedes_id === null ? effect : `${t('approve.ofCorrection')} ${effect}`
}
