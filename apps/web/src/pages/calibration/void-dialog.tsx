import { REASON_LENGTH_MAX, type CalibrationDetails } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import {
  useDecision,
  useObjectWords,
  type DecisionProps,
} from '../../components/calibration-record/decision-dialogs.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { useWorkspace } from '../../state/workspace.ts'

type AfterVoid = NonNullable<CalibrationDetails['after_void']>

/** Voids a record with a reason, and previews the record, due date and quarantine that will apply afterwards. */
export function VoidDialog({
  record,
  instrument,
  afterVoid,
  onClose,
  onOvertaken,
}: Omit<DecisionProps, 'requiresSignature'> & { afterVoid: AfterVoid }) {
  const { api, workspace } = useWorkspace()
  const decide = useDecision(onOvertaken)
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('void.title')}
      object={useObjectWords(record, instrument)}
      consequence={consequenceWords(afterVoid, workspace.timezone)}
      verb={t('void.verb')}
      destructive
      reasonLabel={t('act.reason')}
      reasonMax={REASON_LENGTH_MAX}
      mentionsFor={record.instrument_id}
      onConfirm={({ reason }) =>
        decide(
          () => api.voidCalibration({ params: { calibration_id: record.id }, body: { reason } }),
          reason,
          t('void.done'),
        )
      }
    />
  )
}

function consequenceWords(afterVoid: AfterVoid, zone: string): string {
  const sentences = [t('void.consequence'), effectWords(afterVoid, zone)]
  if (afterVoid.quarantine !== null) sentences.push(t(`void.quarantine.${afterVoid.quarantine}`))
  return sentences.join(' ')
}

/** Returns a sentence about what will apply afterwards. */
function effectWords({ counts_now, basis, due_date }: AfterVoid, zone: string): string {
  if (!counts_now) return t('void.noEffect')
  if (basis === null) return t('void.nothingLeft')
  const date = formatDate(dateInZone(basis.performed_at, zone))
  return due_date === null
    ? t('void.olderCounts', { date })
    : t('void.olderCountsDue', { date, due: formatDate(due_date) })
}
