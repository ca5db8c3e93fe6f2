import { Checkbox, Input, Stack } from '@mantine/core'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'

/** Which sites somebody or something reaches: all of them, those to come too, or the chosen ones. */
export function SitesField({
  id,
  label,
  allLabel,
  value,
  error,
  disabled = false,
  onChange,
}: {
  id: string
  label: string
  allLabel: string
  /** Null: all. */
  value: readonly string[] | null
  error: string | undefined
  disabled?: boolean
  onChange: (siteIds: string[] | null) => void
}) {
  const { sites } = useWorkspace()
  const toggle = (siteId: string, wanted: boolean) =>
    onChange(wanted ? [...(value ?? []), siteId] : (value ?? []).filter((one) => one !== siteId))
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
        {value !== null &&
          sites.map((site) => (
            <Checkbox
              key={site.id}
              ml="lg"
              label={site.name ?? '–'}
              checked={value.includes(site.id)}
              onChange={(event) => toggle(site.id, event.currentTarget.checked)}
            />
          ))}
      </Stack>
    </Input.Wrapper>
  )
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
