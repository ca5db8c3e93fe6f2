import { Checkbox, TextInput } from '@mantine/core'
import { instrumentStatuses, responsibleGaps, type InstrumentSuggestions } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../base/messages.ts'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'
import { nameOf, statusWord } from '../../components/instrument-fields/instrument-words.ts'
import { useResponsibleOptions } from '../../components/instrument-fields/use-responsible-options.ts'
import { instrumentSuggestionsQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { gapOf, type FilterProps } from './instrument-search.ts'

/** The fields of filters that one asks for less often; the first of them gets the focus that was waiting for them. */
export function FurtherFields({ search, onChange }: FilterProps) {
  useEffect(() => {
    if (document.activeElement?.closest('[role=dialog]')) return
    document.querySelector<HTMLElement>('[role=dialog] select')?.focus()
  }, [])
  return (
    <>
      <FilterSelect
        label={t('instrument.registerStatus')}
        any={t('furtherFilter.anyRegisterStatus')}
        value={search.status}
        onChange={(status) => onChange({ status })}
        options={instrumentStatuses
          .filter((status) => status !== 'retired')
          .map((status) => ({ value: status, label: statusWord(status)! }))}
      />
      <LocationFilter search={search} onChange={onChange} />
      <TextInput
        type="date"
        aria-label={t('furtherFilter.dueBefore')}
        leftSection={<span className="field-prefix">{t('furtherFilter.dueBefore')}</span>}
        leftSectionWidth={92}
        value={search.due_before ?? ''}
        onChange={(event) => onChange({ due_before: event.currentTarget.value || undefined })}
      />
      <StatedFilters search={search} onChange={onChange} />
      <ResponsibleFilter search={search} onChange={onChange} />
      {(['reference', 'quarantined', 'retired'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(`furtherFilter.${name}`)}
          checked={search[name] ?? false}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked ? true : undefined })}
        />
      ))}
    </>
  )
}

/** Filters by values that occur in the register. */
function StatedFilters({ search, onChange }: FilterProps) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(instrumentSuggestionsQuery(workspaceId))
  if (data === undefined) return null
  return (
    <>
      {(['category', 'department', 'manufacturer'] as const).map((name) => (
        <FilterSelect
          key={name}
          label={textLabel(name)}
          any={t('filter.any', { field: textLabel(name) })}
          value={search[name]}
          options={withChosen(data[name], search[name])}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <CustomFieldFilter search={search} onChange={onChange} fields={data.custom_fields} />
    </>
  )
}

/** Filters by responsible person, including instruments without one. */
function ResponsibleFilter({ search: { responsible }, onChange }: FilterProps) {
  const people = useResponsibleOptions(gapOf(responsible) === undefined ? responsible : undefined)
  const gaps = responsibleGaps.map((gap) => ({ value: gap, label: t(`furtherFilter.responsible.${gap}`) }))
  return (
    <FilterSelect
      label={t('instrument.responsible')}
      any={t('filter.any', { field: t('instrument.responsible') })}
      value={responsible}
      options={[...gaps, ...people]}
      onChange={(value) => onChange({ responsible: value })}
    />
  )
}

/** Filters by a custom field: all instruments that have it, or those with a certain value. */
function CustomFieldFilter({
  search,
  onChange,
  fields,
}: FilterProps & { fields: InstrumentSuggestions['custom_fields'] }) {
  const { custom } = search
  if (fields.length === 0 && custom === undefined) return null
  const values = fields.find(({ name }) => name === custom)?.values ?? []
  const names = fields.map(({ name }) => name)
  return (
    <>
      <FilterSelect
        label={t('furtherFilter.custom')}
        any={t('filter.any', { field: t('furtherFilter.custom') })}
        value={custom}
        options={withChosen(names, custom)}
        onChange={(name) => onChange({ custom: name, custom_value: undefined })}
      />
      {custom !== undefined && (
        <FilterSelect
          label={custom}
          any={t('filter.any', { field: custom })}
          value={search.custom_value}
          options={withChosen(values, search.custom_value)}
          onChange={(value) => onChange({ custom_value: value })}
        />
      )}
    </>
  )
}

/** Values to choose from, with the chosen one, which an address may have brought. */
function withChosen(values: readonly string[], chosen: string | undefined): string[] {
  return chosen === undefined || values.includes(chosen) ? [...values] : [chosen, ...values]
}

/** Filter by location, of the selected site or of all sites. */
function LocationFilter({ search, onChange }: FilterProps) {
  const { sites, locations } = useWorkspace()
  const places = locations.filter(({ site_id }) => search.site === undefined || site_id === search.site)
  if (places.length === 0) return null
  return (
    <FilterSelect
      label={t('instrument.location')}
      any={t('furtherFilter.anyLocation')}
      value={search.location}
      onChange={(location) => onChange({ location })}
      options={places.map(({ id, name, site_id }) => ({
        value: id,
        label: search.site ? (name ?? '–') : `${nameOf(sites, site_id) ?? '–'} · ${name ?? '–'}`,
      }))}
    />
  )
}
