import { Checkbox, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { concerns, type DueDigest } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { SitesField } from '../../../components/form/sites-field.tsx'
import { textLabel } from '../../../components/instrument-fields/field-labels.ts'
import { instrumentSuggestionsQuery } from '../../../queries/instruments.ts'
import { useWorkspace } from '../../../state/workspace.ts'

/** Which due dates are shown, in a digest as in a calendar feed. */
export type DueSelection = Pick<DueDigest, 'site_ids' | 'categories' | 'mine'>

/** The initial selection: everything. */
export const allDue: DueSelection = { site_ids: null, categories: null, mine: null }

/** Whether a selection can be saved: sites are chosen where not all of them count. */
export function isWhole({ site_ids }: DueSelection): boolean {
  return site_ids?.length !== 0
}

interface DueSelectionFieldsProps {
  /** Prefix of the fields' IDs, unique on the page. */
  id: string
  value: DueSelection
  onChange: (value: DueSelection) => void
}

/** Sites, categories, and whether only what concerns the person is shown. */
export function DueSelectionFields({ id, value, onChange }: DueSelectionFieldsProps) {
  const { sites } = useWorkspace()
  return (
    <>
      {sites.length > 1 && (
        <SitesField
          id={`${id}-sites`}
          label={t('personAct.sites')}
          allLabel={t('personAct.allSites')}
          value={value.site_ids}
          error={isWhole(value) ? undefined : t('sites.chooseOne')}
          onChange={(site_ids) => onChange({ ...value, site_ids })}
        />
      )}
      <Categories
        value={value.categories}
        onChange={(categories) => onChange({ ...value, categories: categories.length ? categories : null })}
      />
      <NativeSelect
        label={t('dueSelection.mine')}
        value={value.mine ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...value, mine: concerns.find((each) => each === currentTarget.value) ?? null })
        }
        data={[
          { value: '', label: t('dueSelection.mine.all') },
          ...concerns.map((each) => ({ value: each, label: t(`dueSelection.mine.${each}`) })),
        ]}
      />
    </>
  )
}

function Categories({
  value,
  onChange,
}: {
  value: readonly string[] | null
  onChange: (categories: string[]) => void
}) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(instrumentSuggestionsQuery(workspaceId))
  const chosen = [...(value ?? [])]
  const all = [...new Set([...(data?.category ?? []), ...chosen])]
  if (all.length === 0) return null
  return (
    <Checkbox.Group
      label={textLabel('category')}
      description={t('dueSelection.categoriesHint')}
      value={chosen}
      onChange={onChange}
    >
      <Group gap="sm" mt={4}>
        {all.map((category) => (
          <Checkbox key={category} value={category} label={category} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
