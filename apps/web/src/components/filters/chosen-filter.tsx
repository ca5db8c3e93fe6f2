import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'

interface ChosenProps {
  /** Shows more than the chosen one again. */
  onRemove: () => void
}

/** An active filter of a list, as a button that removes it. */
export function ChosenFilter({ label, onRemove }: ChosenProps & { label: string }) {
  return (
    <Button
      variant="light"
      rightSection={<Icon name="close" size={16} />}
      aria-label={t('activityLog.letGo', { name: label })}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}

/** The active filter for one instrument, labeled with its asset tag, as a button that removes it. */
export function ChosenInstrument({ id, onRemove }: ChosenProps & { id: string }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery({ ...instrumentQuery(workspaceId, id), retry: false })
  return (
    <ChosenFilter label={data?.instrument.asset_tag ?? t('documents.oneInstrument')} onRemove={onRemove} />
  )
}
