import { Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REASON_LENGTH_MAX, type AppCalibrationRecord } from '@plumbline/contract'
import { sentenceOf } from '../../components/error-summary.tsx'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { tell } from '../../components/told.tsx'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import type { Outcomes } from './used-for-columns.tsx'

/** As many tags as fit into a few lines of the dialog. */
const TAGS_NAMED_MAX = 20

function tagsOf(instruments: readonly AppCalibrationRecord['instrument'][]): string {
  const tags = instruments.slice(0, TAGS_NAMED_MAX).map(({ asset_tag }) => asset_tag ?? '–')
  return tags.join(', ') + (instruments.length > TAGS_NAMED_MAX ? ', …' : '')
}

/** Puts several instruments into quarantine for one reason, one after another, and tells what became of each. */
export function QuarantineDialog({
  instruments,
  onClose,
  onOutcomes,
}: {
  instruments: readonly AppCalibrationRecord['instrument'][]
  onClose: () => void
  onOutcomes: (outcomes: Outcomes) => void
}) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const confirm = async ({ reason }: { reason: string }) => {
    const outcomes = new Map<string, 'done' | { refused: string }>()
    for (const { id } of instruments) {
      setDone(outcomes.size)
      try {
        await api.post(`/instruments/${id}/quarantine`, { is_quarantined: true, reason })
        outcomes.set(id, 'done')
      } catch (error) {
        outcomes.set(id, { refused: sentenceOf(error) })
      }
    }
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    onOutcomes(outcomes)
    const count = [...outcomes.values()].filter((outcome) => outcome === 'done').length
    if (count > 0) tell(t('usedFor.allDone', { count }))
  }
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t('usedFor.dialog')}
      object={tagsOf(instruments)}
      consequence={t('usedFor.consequence', { count: instruments.length })}
      verb={t('usedFor.quarantine', { count: instruments.length })}
      reasonLabel={t('act.reason')}
      reasonMax={REASON_LENGTH_MAX}
      onConfirm={confirm}
    >
      {done === undefined ? undefined : (
        <div>
          <Text size="sm" role="status">
            {t('usedFor.progress', { done, total: instruments.length })}
          </Text>
          <Progress
            value={(100 * done) / instruments.length}
            aria-label={t('usedFor.progress', { done, total: instruments.length })}
          />
        </div>
      )}
    </FinalActDialog>
  )
}
