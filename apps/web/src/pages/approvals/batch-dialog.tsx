import { Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailing, type WaitingRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { MeaningField } from '../../components/calibration-record/decision-dialogs.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { approveInParts, type BatchReport } from './approve-in-parts.ts'

/** As many tags as fit into a line of the dialog. */
const TAGS_NAMED_MAX = 5

/** Approves several records with one entry of password and meaning; each is signed for itself. */
export function BatchDialog({
  records,
  onClose,
  onReport,
}: {
  records: readonly WaitingRecord[]
  onClose: () => void
  onReport: (report: BatchReport) => void
}) {
  const [meaning, setMeaning] = useState(t('approve.meaningDefault'))
  const { done, approve } = useBatchApproval(records, onReport)
  const count = records.length
  const needsSignature = records.some((one) => one.requires_electronic_signature)
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t(needsSignature ? 'approve.sign' : 'batch.title')}
      object={objectWords(records)}
      consequence={consequenceOf(records, needsSignature)}
      verb={t(needsSignature ? 'batch.signVerb' : 'batch.verb', { count })}
      withPassword={needsSignature}
      ready={!needsSignature || meaning.trim() !== ''}
      onConfirm={({ password }) =>
        approve(needsSignature ? { password, meaning: meaning.trim() } : undefined)
      }
    >
      {needsSignature || done !== undefined
        ? (errors) => (
            <>
              {needsSignature && (
                <MeaningField meaning={meaning} error={errors['meaning']} onMeaning={setMeaning} />
              )}
              {done !== undefined && <BatchProgress done={done} count={count} />}
            </>
          )
        : undefined}
    </FinalActionDialog>
  )
}

/** Approves records and reports the outcome of each; `done` is the progress. */
function useBatchApproval(records: readonly WaitingRecord[], onReport: (report: BatchReport) => void) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const approve = async (signature: { password: string; meaning: string } | undefined) => {
    const ids = records.map(({ calibration }) => calibration.id)
    setDone(0)
    try {
      onReport(await approveInParts(api, ids, signature, setDone))
    } finally {
      setDone(undefined)
      await queries.invalidateQueries({ queryKey: [workspaceId] })
    }
  }
  return { done, approve }
}

/** Returns the consequences of the approval, with remarks about the records. */
function consequenceOf(records: readonly WaitingRecord[], needsSignature: boolean): string {
  const words = t(needsSignature ? 'batch.signedConsequence' : 'batch.consequence')
  return [words, failingWords(records), externalWords(records)].filter(Boolean).join(' ')
}

/** "7 records: CAL-1, CAL-2, CAL-3, …" */
function objectWords(records: readonly WaitingRecord[]): string {
  const tags = records
    .slice(0, TAGS_NAMED_MAX)
    .map(({ instrument }) => instrument.asset_tag ?? instrument.name)
  const more = records.length > TAGS_NAMED_MAX ? ', …' : ''
  return `${t('batch.object', { count: records.length })}: ${tags.join(', ')}${more}`
}

/** How many instruments will be quarantined by it. */
function failingWords(records: readonly WaitingRecord[]): string {
  const failing = records.filter(({ calibration: { result } }) => isFailing(result))
  return failing.length === 0 ? '' : t('batch.failing', { count: failing.length })
}

/** How many rest on a provider's certificate, which no dialog of several records can show. */
function externalWords(records: readonly WaitingRecord[]): string {
  const external = records.filter(
    ({ calibration: { calibration_type: type } }) => type === 'external_certificate',
  )
  return external.length === 0 ? '' : t('batch.external', { count: external.length })
}

function BatchProgress({ done, count }: { done: number; count: number }) {
  const words = t('batch.progress', { done, count })
  return (
    <div role="status">
      <Text size="sm">{words}</Text>
      <Progress value={(done / count) * 100} aria-label={words} mt={4} />
    </div>
  )
}
