import { TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { InstrumentSuggestions } from '@plumbline/contract'
import { instrumentSuggestionsQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Fields that suggest values of instruments in the register. */
type SuggestedField = Exclude<keyof InstrumentSuggestions, 'custom_fields'>

const suggested: readonly string[] = [
  'manufacturer',
  'model',
  'category',
  'department',
] satisfies SuggestedField[]

/** Whether a field has suggestions. */
export function isSuggested(name: string): name is SuggestedField {
  return suggested.includes(name)
}

/** A text that suggests what other instruments state; anything else can be typed. */
export function SuggestedInput({
  of,
  manufacturer,
  ...input
}: TextInputProps & {
  of: SuggestedField
  /** The manufacturer as typed, whose models are suggested; if blank, all models are. */
  manufacturer: string
}) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(instrumentSuggestionsQuery(workspaceId))
  const id = useId()
  return (
    <>
      <TextInput {...input} list={id} autoComplete="off" />
      <datalist id={id}>
        {data &&
          valuesOf(data, of, manufacturer).map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
      </datalist>
    </>
  )
}

function valuesOf(data: InstrumentSuggestions, of: SuggestedField, typed: string): readonly string[] {
  if (of !== 'model') return data[of]
  const maker = typed.trim().toLowerCase()
  const models = data.model.filter(
    ({ manufacturer }) => maker === '' || manufacturer.trim().toLowerCase() === maker,
  )
  return [...new Set(models.map(({ model }) => model))]
}
