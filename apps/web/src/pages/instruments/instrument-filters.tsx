import { Button, Checkbox, Group, Popover, TextInput } from '@mantine/core'
import { instrumentStatuses } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { SearchField } from '../../components/filters/search-field.tsx'
import { Icon } from '../../components/icons.tsx'
import { nameOf, statusWord } from '../../components/instrument-fields/instrument-words.ts'
import { ComplianceFilter } from '../../components/status/compliance-filter.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './instruments-page.module.css'

/** State of the table as it stands in the address. */
export interface InstrumentSearch {
  q?: string
  status?: string
  compliance?: string
  location?: string
  due_before?: string
  quarantined?: true
  retired?: true
  sort?: string
  page?: number
  /** The view that the table was opened with. */
  view?: string
  /** Keys of the columns that are shown, beside those that always are; absent: as the person is used to. */
  columns?: string
  site?: string | undefined
}

type Change = { [Name in keyof InstrumentSearch]?: InstrumentSearch[Name] | undefined }

interface FilterProps {
  search: InstrumentSearch
  onChange: (change: Change) => void
}

/** What narrows the table to fewer instruments, let go of. */
export const noNarrowing: Change = {
  q: undefined,
  status: undefined,
  compliance: undefined,
  location: undefined,
  due_before: undefined,
  quarantined: undefined,
}

const noFilters: Change = { ...noNarrowing, retired: undefined }

/** What is looked for: words as one types, the state, and further filters on demand. */
export function InstrumentFilters({ search, onChange }: FilterProps) {
  const names = Object.keys(noFilters) as (keyof InstrumentSearch)[]
  const isFiltered = names.some((name) => search[name] !== undefined)
  return (
    <Group gap={6} align="center" className="screen-only" role="search">
      <SearchField
        label={t('filter.search')}
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <ComplianceFilter
        label={t('instrument.status')}
        value={search.compliance}
        width={160}
        onChange={(compliance) => onChange({ compliance })}
      />
      <FurtherFilters search={search} onChange={onChange} />
      {isFiltered && (
        <Button variant="subtle" px="xs" onClick={() => onChange(noFilters)}>
          {t('filter.clear')}
        </Button>
      )}
    </Group>
  )
}

/** Filters that one asks for less often; the button says how many of them narrow the table. */
function FurtherFilters(props: FilterProps) {
  const names = Object.keys(noFilters) as (keyof InstrumentSearch)[]
  const further = names.filter((name) => name !== 'q' && name !== 'compliance')
  const count = further.filter((name) => props.search[name] !== undefined).length
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button variant={count > 0 ? 'light' : 'default'} leftSection={<Icon name="filter" size={18} />}>
          {count > 0 ? t('filter.furtherCount', { count: formatCount(count) }) : t('filter.further')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.further')} className={styles.further}>
        <FurtherFields {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function FurtherFields({ search, onChange }: FilterProps) {
  return (
    <>
      <FilterSelect
        label={t('instrument.registerStatus')}
        any={t('filter.anyRegisterStatus')}
        value={search.status}
        onChange={(status) => onChange({ status })}
        options={instrumentStatuses
          .filter((status) => status !== 'retired')
          .map((status) => ({ value: status, label: statusWord(status)! }))}
      />
      <LocationFilter search={search} onChange={onChange} />
      <TextInput
        type="date"
        aria-label={t('filter.dueBefore')}
        leftSection={<span className="field-prefix">{t('filter.dueBefore')}</span>}
        leftSectionWidth={92}
        value={search.due_before ?? ''}
        onChange={(event) => onChange({ due_before: event.currentTarget.value || undefined })}
      />
      {(['quarantined', 'retired'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(`filter.${name}`)}
          checked={search[name] ?? false}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked ? true : undefined })}
        />
      ))}
    </>
  )
}

/** By location, of the site that is looked at or of all. */
function LocationFilter({ search, onChange }: FilterProps) {
  const { sites, locations } = useWorkspace()
  const places = locations.filter(({ site_id }) => search.site === undefined || site_id === search.site)
  if (places.length === 0) return null
  return (
    <FilterSelect
      label={t('instrument.location')}
      any={t('filter.anyLocation')}
      value={search.location}
      onChange={(location) => onChange({ location })}
      options={places.map(({ id, name, site_id }) => ({
        value: id,
        label: search.site ? (name ?? '–') : `${nameOf(sites, site_id) ?? '–'} · ${name ?? '–'}`,
      }))}
    />
  )
}
