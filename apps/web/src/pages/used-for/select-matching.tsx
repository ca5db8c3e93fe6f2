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
  query,
  shown,
  total,
  onSelect,
}: {
  query: QueryOf<'listCalibrations'>
  /** Rows of one page; where all stand on one, its own box selects them. */
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
      const records = await api.listCalibrations.all({ query, max: total })
      const instruments = records.map(({ instrument }) => instrument).filter(canBeQuarantined)
      onSelect(new Map(instruments.map((instrument) => [instrument.id, instrument])))
    })
  return (
    <Button variant="subtle" mb="sm" loading={busy} onClick={() => void select()} className="screen-only">
      {t('usedFor.selectMatching', { count: total })}
    </Button>
  )
}
