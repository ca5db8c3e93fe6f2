import { Button } from '@mantine/core'
import type { AppCalibrationRecord } from '@plumbline/contract'
import type { QueryOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { showFailure } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { canBeQuarantined } from './used-for-columns.tsx'

type Instrument = AppCalibrationRecord['instrument']

/** Selects the instruments of every record of the list, those on its other pages too. */
export function SelectMatching({
  standardId,
  query,
  shown,
  total,
  onSelect,
}: {
  standardId: string
  query: QueryOf<'listUsedFor'>
  /** Number of rows on the page; if all fit on one page, its checkbox selects them. */
  shown: number
  /** Undefined until it is known. */
  total: number | undefined
  /** Undefined for those who may not act. */
  onSelect: ((selected: ReadonlyMap<string, Instrument>) => void) | undefined
}) {
  const { api } = useWorkspace()
  const { busy, attempt } = useAttempt((failure) => showFailure(failure))
  if (onSelect === undefined || total === undefined || total <= shown) return null
  const select = () =>
    attempt(async () => {
      const params = { instrument_id: standardId }
      const entries = await api.listUsedFor.all({ params, query, max: total })
      const instruments = entries.map(({ calibration }) => calibration.instrument).filter(canBeQuarantined)
      onSelect(new Map(instruments.map((instrument) => [instrument.id, instrument])))
    })
  return (
    <Button variant="subtle" mb="sm" loading={busy} onClick={() => void select()} className="screen-only">
      {t('usedFor.selectMatching', { count: total })}
    </Button>
  )
}
