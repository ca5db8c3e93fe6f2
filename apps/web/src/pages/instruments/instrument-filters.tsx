import { Suspense } from 'react'
import { t } from '../../base/messages.ts'
import { FilterBar, FilterPopover } from '../../components/filters/filter-bar.tsx'
import { SearchField } from '../../components/filters/search-field.tsx'
import { laterPart } from '../../components/later-part.ts'
import { ComplianceFilter } from '../../components/status/compliance-filter.tsx'
import { usePhone } from '../../components/use-narrow.ts'
import { noNarrowing, type Change, type FilterProps, type InstrumentSearch } from './instrument-search.ts'
import styles from './instruments-page.module.css'

const noFilters: Change = { ...noNarrowing, retired: undefined }

/** The filters of the register: search words, the status, and further filters on demand. */
export function InstrumentFilters({ search, onChange }: FilterProps) {
  const isPhone = usePhone()
  const active = (Object.keys(noFilters) as (keyof InstrumentSearch)[]).filter(
    (name) => search[name] !== undefined && name !== 'custom_value',
  )
  // Filters that one asks for less often are behind a button; on a phone all but the search are.
  const further = active.filter((name) => name !== 'q' && name !== 'compliance')
  const fields = (
    <Suspense fallback={null}>
      <FurtherFields search={search} onChange={onChange} />
    </Suspense>
  )
  return (
    <FilterBar
      count={active.filter((name) => name !== 'q').length}
      onClear={active.length > 0 ? () => onChange(noFilters) : undefined}
      className={styles.filters}
      lead={
        <SearchField
          label={t('filter.search')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q })}
        />
      }
    >
      <ComplianceFilter
        label={t('instrument.status')}
        value={search.compliance}
        width={160}
        onChange={(compliance) => onChange({ compliance })}
      />
      {isPhone ? fields : <FilterPopover count={further.length}>{fields}</FilterPopover>}
    </FilterBar>
  )
}

/** Loaded when they are asked for. */
const FurtherFields = laterPart(() => import('./further-filters.tsx'), 'FurtherFields')
