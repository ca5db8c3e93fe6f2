import { Button, Checkbox, Group } from '@mantine/core'
import { documentTypes } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ChosenInstrument } from '../../components/filters/chosen-filter.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { SearchField } from '../../components/filters/search-field.tsx'

/** State of the list as it stands in the address. */
export interface DocumentSearch {
  q?: string | undefined
  type?: string | undefined
  /** Id of the one instrument whose documents are shown. */
  instrument?: string | undefined
  archived?: true | undefined
  page?: number | undefined
  site?: string | undefined
}

/** The list as it opens. */
export const noFilters: DocumentSearch = {
  q: undefined,
  type: undefined,
  instrument: undefined,
  archived: undefined,
  site: undefined,
}

/** Words, kind, one instrument, and whether archived ones are listed too. */
export function DocumentFilters({
  search,
  onChange,
}: {
  search: DocumentSearch
  onChange: (change: DocumentSearch) => void
}) {
  const { q, type, instrument, archived } = search
  return (
    <Group gap="xs" align="center" mb="sm" className="screen-only" role="search">
      <SearchField
        label={t('documents.search')}
        value={q ?? ''}
        onChange={(words) => onChange({ q: words === '' ? undefined : words })}
      />
      <FilterSelect
        label={t('documents.type')}
        any={t('documents.anyType')}
        value={type}
        width={180}
        onChange={(chosen) => onChange({ type: chosen })}
        options={documentTypes.map((value) => ({ value, label: t(`documentType.${value}`) }))}
      />
      {instrument !== undefined && (
        <ChosenInstrument id={instrument} onRemove={() => onChange({ instrument: undefined })} />
      )}
      <Checkbox
        label={t('documents.archivedToo')}
        checked={archived ?? false}
        onChange={(event) => onChange({ archived: event.currentTarget.checked ? true : undefined })}
      />
      {(q ?? type ?? instrument ?? archived) !== undefined && (
        <Button variant="subtle" onClick={() => onChange({ ...noFilters, site: search.site })}>
          {t('filter.clear')}
        </Button>
      )}
    </Group>
  )
}
