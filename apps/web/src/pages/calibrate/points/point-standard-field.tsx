import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import type { RequiredStandard } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { instrumentQuery } from '../../../queries/instruments.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { OfferedStandardOption } from '../offered-standard-option.tsx'
import { optionsOf, standardName, useOfferedStandards } from '../offered-standards.ts'
import { useStandardWarning, type WorkInForm } from '../standard-in-use.ts'

/** Delay after the last key before the server is queried. */
const SEARCH_AFTER_MS = 150

/** The work of a form and the requirements of its procedure: standards of points are assessed as of that time. */
export const WorkOfPoints = createContext<WorkInForm & { readonly required: readonly RequiredStandard[] }>({
  performedAt: '',
  instrumentId: '',
  required: [],
})

/** The standard of a point, if it differs from that of the record: an instrument of the register. */
export function PointStandardField({
  standardId,
  onChange,
}: {
  standardId: string
  onChange: (standardId: string) => void
}) {
  const { workspaceId } = useWorkspace()
  const [typed, setTyped] = useState<string>()
  const [words] = useDebouncedValue(typed ?? '', SEARCH_AFTER_MS)
  const [isOpen, setIsOpen] = useState(false)
  const work = useContext(WorkOfPoints)
  const found = useOfferedStandards(isOpen ? words : null, work, work.required)
  const { data: chosen } = useQuery({
    ...instrumentQuery(workspaceId, standardId),
    enabled: standardId !== '',
  })
  const byName = new Map(found.standards.map((one) => [one.name, one]))
  const name = standardId !== '' && chosen ? standardName(chosen.instrument) : ''
  const warning = useStandardWarning(standardId, work)
  return (
    <Autocomplete
      label={t('calibrate.point.standard')}
      description={warning ?? t('calibrate.point.standardHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('calibrate.point.standardPlaceholder')}
      data={optionsOf(found)}
      filter={({ options }) => options}
      autoComplete="off"
      comboboxProps={{ shadow: 'md' }}
      renderOption={({ option }) => (
        <OfferedStandardOption {...byName.get(option.value)} name={option.value} />
      )}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      value={typed ?? name}
      onChange={(text) => {
        setTyped(text)
        onChange(byName.get(text)?.id ?? '')
      }}
      // Text that matches no standard selects none.
      onBlur={() => setTyped(undefined)}
    />
  )
}
