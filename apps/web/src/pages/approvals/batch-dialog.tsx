import { Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingRecord } from '@plumbline/contract'
import { MeaningField } from '../../components/calibration-record/decision-dialogs.tsx'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { approveInParts, type BatchReport } from './approve-in-parts.ts'

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
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [meaning, setMeaning] = useState(t('approve.meaningDefault'))
  const [done, setDone] = useState<number>()
  const count = records.length
  const needsSignature = records.some((one) => one.requires_electronic_signature)
  const confirm = async ({ password }: { password: string }) => {
    const ids = records.map(({ calibration }) => calibration.id)
    const signature = needsSignature ? { password, meaning: meaning.trim() } : undefined
    setDone(0)
    try {
      onReport(await approveInParts(api, ids, signature, setDone))
    } finally {
      setDone(undefined)
      await queries.invalidateQueries({ queryKey: [workspaceId] })
    }
  }
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t(needsSignature ? 'approve.sign' : 'batch.title')}
      object={t('batch.object', { count })}
      consequence={t(needsSignature ? 'batch.signedConsequence' : 'batch.consequence')}
      verb={t(needsSignature ? 'batch.signVerb' : 'batch.verb', { count })}
      withPassword={needsSignature}
      ready={!needsSignature || meaning.trim() !== ''}
      onConfirm={confirm}
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
    </FinalActDialog>
  )
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
