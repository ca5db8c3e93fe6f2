import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { t } from '../../../base/messages.ts'
import { instrumentQuery, referenceStandardsQuery } from '../../../queries/instruments.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { standardName } from '../reference-standard-field.tsx'
import { useStandardWarning, type WorkInForm } from '../standard-in-use.ts'

/** The server is asked once the fingers rest this long. */
const SEARCH_AFTER_MS = 150

/** The work of a form: what is said of the standards of its points is of then, and of this instrument. */
export const WorkOfPoints = createContext<WorkInForm>({ performedAt: '', instrumentId: '' })

/** The standard of a point where it is another one than that of the record: one of the register. */
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
  const { data: found = [] } = useQuery(referenceStandardsQuery(workspaceId, words))
  const { data: chosen } = useQuery({
    ...instrumentQuery(workspaceId, standardId),
    enabled: standardId !== '',
  })
  const byName = new Map(found.map((one) => [standardName(one), one.id]))
  const name = standardId !== '' && chosen ? standardName(chosen.instrument) : ''
  const warning = useStandardWarning(standardId, useContext(WorkOfPoints))
  return (
    <Autocomplete
      label={t('calibrate.point.standard')}
      description={warning ?? t('calibrate.point.standardHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('calibrate.point.standardPlaceholder')}
      data={[...byName.keys()]}
      filter={({ options }) => options}
      autoComplete="off"
      comboboxProps={{ shadow: 'md' }}
      value={typed ?? name}
      onChange={(text) => {
        setTyped(text)
        onChange(byName.get(text) ?? '')
      }}
      // Words that name none are no standard.
      onBlur={() => setTyped(undefined)}
    />
  )
}
