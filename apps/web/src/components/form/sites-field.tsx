import { Checkbox, Input, Stack } from '@mantine/core'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'

interface SitesFieldProps {
  id: string
  label: string
  allLabel: string
  /** IDs of the sites; null for all sites. */
  value: readonly string[] | null
  error: string | undefined
  disabled?: boolean
  onChange: (siteIds: string[] | null) => void
}

/** Selects the sites that a user or key can access: all, including future ones, or selected ones. */
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

/** Returns the names of the accessible sites as a short text. */
export function sitesInWords(
  siteIds: readonly string[] | null,
  sites: readonly { id: string; name: string | null }[],
): string {
  if (siteIds === null) return t('frame.allSites')
  const names = sites.filter(({ id }) => siteIds.includes(id)).map(({ name }) => name ?? '–')
  return names.length === 0 ? t('sites.none') : names.join(', ')
}
