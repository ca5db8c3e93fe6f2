import { Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REASON_LENGTH_MAX, type AppCalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { sentenceOf } from '../../components/error-summary.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import type { Outcomes } from './used-for-columns.tsx'

/** As many tags as fit into a few lines of the dialog. */
const TAGS_NAMED_MAX = 20

type Instrument = AppCalibrationRecord['instrument']

function tagsOf(instruments: readonly Instrument[]): string {
  const tags = instruments.slice(0, TAGS_NAMED_MAX).map(({ asset_tag }) => asset_tag ?? '–')
  return tags.join(', ') + (instruments.length > TAGS_NAMED_MAX ? ', …' : '')
}

/** Puts several instruments into quarantine for one reason, one after another, and shows the outcome of each. */
export function QuarantineDialog({
  instruments,
  onClose,
  onOutcomes,
}: {
  instruments: readonly Instrument[]
  onClose: () => void
  onOutcomes: (outcomes: Outcomes) => void
}) {
  const { done, quarantine } = useQuarantine(instruments, onOutcomes)
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('usedFor.dialog')}
      object={tagsOf(instruments)}
      consequence={t('usedFor.consequence', { count: instruments.length })}
      verb={t('usedFor.quarantine', { count: instruments.length })}
      reasonLabel={t('act.reason')}
      reasonMax={REASON_LENGTH_MAX}
      mentionsFor={null}
      onConfirm={({ reason }) => quarantine(reason)}
    >
      {done === undefined ? undefined : <QuarantineProgress done={done} total={instruments.length} />}
    </FinalActionDialog>
  )
}

/** Quarantines one instrument after another; `done` counts them while it goes on. */
function useQuarantine(instruments: readonly Instrument[], onOutcomes: (outcomes: Outcomes) => void) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const quarantine = async (reason: string) => {
    const outcomes = new Map<string, 'done' | { refused: string }>()
    for (const { id } of instruments) {
      setDone(outcomes.size)
      try {
        await api.setInstrumentQuarantine({
          params: { instrument_id: id },
          body: { is_quarantined: true, reason },
        })
        outcomes.set(id, 'done')
      } catch (error) {
        outcomes.set(id, { refused: sentenceOf(error) })
      }
    }
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    onOutcomes(outcomes)
    const count = [...outcomes.values()].filter((outcome) => outcome === 'done').length
    if (count > 0) showToast(t('usedFor.allDone', { count }))
  }
  return { done, quarantine }
}

function QuarantineProgress({ done, total }: { done: number; total: number }) {
  const words = t('usedFor.progress', { done, total })
  return (
    <div>
      <Text size="sm" role="status">
        {words}
      </Text>
      <Progress value={(100 * done) / total} aria-label={words} />
    </div>
  )
}
