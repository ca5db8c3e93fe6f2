import { Checkbox, Input, Stack } from '@mantine/core'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'

interface SitesFieldProps {
  id: string
  label: string
  allLabel: string
  /** Null: all. */
  value: readonly string[] | null
  error: string | undefined
  disabled?: boolean
  onChange: (siteIds: string[] | null) => void
}

/** Which sites a person or key reaches: all of them, those to come too, or the chosen ones. */
export function SitesField({
  id,
  label,
  allLabel,
  value,
  error,
  disabled = false,
  onChange,
}: SitesFieldProps) {
  return (
    <Input.Wrapper id={`${id}-all`} labelElement="div" label={label} error={error}>
      <Stack gap={6} mt={4} role="group" aria-label={label}>
        <Checkbox
          id={id}
          label={allLabel}
          checked={value === null}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
        />
        {value !== null && <ChosenSites siteIds={value} onChange={onChange} />}
      </Stack>
    </Input.Wrapper>
  )
}

function ChosenSites({
  siteIds,
  onChange,
}: {
  siteIds: readonly string[]
  onChange: (siteIds: string[]) => void
}) {
  const { sites } = useWorkspace()
  const toggle = (siteId: string, wanted: boolean) =>
    onChange(wanted ? [...siteIds, siteId] : siteIds.filter((one) => one !== siteId))
  return sites.map((site) => (
    <Checkbox
      key={site.id}
      ml="lg"
      label={site.name ?? '–'}
      checked={siteIds.includes(site.id)}
      onChange={(event) => toggle(site.id, event.currentTarget.checked)}
    />
  ))
}

/** The names of the sites that are reached, in a few words. */
export function sitesInWords(
  siteIds: readonly string[] | null,
  sites: readonly { id: string; name: string | null }[],
): string {
  if (siteIds === null) return t('frame.allSites')
  const names = sites.filter(({ id }) => siteIds.includes(id)).map(({ name }) => name ?? '–')
  return names.length === 0 ? t('sites.none') : names.join(', ')
}
