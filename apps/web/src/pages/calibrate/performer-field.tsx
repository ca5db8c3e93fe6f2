import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { performersQuery } from '../../queries/people.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { FieldProps } from './record-fields.tsx'

/** Who performed a record that is corrected, by the recorded name; without an ID for the system. */
export interface RecordedPerformer {
  readonly id: string | null
  readonly name: string
}

/** Names of those who can be chosen, and of the recorded one, by the value of the field. */
export function usePerformerNames(recorded: RecordedPerformer | undefined): ReadonlyMap<string, string> {
  const { workspaceId, session } = useWorkspace()
  const { data = [] } = useQuery(performersQuery(workspaceId))
  const own = recorded ? [] : [[session.user.id, session.user.name] as const]
  const others = data.map(({ id, name }) => [id, name] as const)
  // Last, since a name of that time outweighs the one of today.
  const kept = recorded ? [[recorded.id ?? '', recorded.name] as const] : []
  return new Map([...own, ...others, ...kept])
}

/** Who measured: the signed-in person, or another member whose sheet is entered. */
export function PerformerField({
  field,
  recorded,
  onChange,
}: {
  field: FieldProps
  recorded: RecordedPerformer | undefined
  onChange: (personId: string) => void
}) {
  const { session } = useWorkspace()
  const names = usePerformerNames(recorded)
  const isOther = field.value !== session.user.id
  const before = recorded && t('correct.recorded', { value: recorded.name })
  const entered = isOther && t('calibration.enteredByName', { name: session.user.name })
  return (
    <NativeSelect
      id={field.id}
      label={field.label}
      value={field.value}
      error={field.error}
      description={[before, entered].filter(Boolean).join(' · ') || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...names].map(([value, label]) => ({ value, label }))}
    />
  )
}
