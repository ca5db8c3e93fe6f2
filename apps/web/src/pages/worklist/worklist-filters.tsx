import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { addDays, todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { FilterBar } from '../../components/filters/filter-bar.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { ComplianceFilter } from '../../components/status/compliance-filter.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import {
  HORIZON_DEFAULT,
  horizonWords,
  isRange,
  spanWords,
  whose,
  type WorklistSearch,
} from './worklist-search.ts'

/** Horizons that are offered, in days. */
const HORIZONS = ['overdue', 0, 7, 30, 90, 365] as const

/** The choice that opens two fields for a range of days. */
const RANGE = 'range'

interface FilterProps {
  search: WorklistSearch
  onChange: (change: WorklistSearch) => void
}

/** The filters of the worklist: period, status, and whether in use. */
export function WorklistFilters({ search, onChange }: FilterProps) {
  return (
    <FilterBar
      count={activeCount(search)}
      onClear={isNarrowed(search) ? () => onChange(noFilters) : undefined}
      trail={
        <Text size="sm" c="dimmed">
          {spanWords(search)}
        </Text>
      }
    >
      <HorizonField search={search} onChange={onChange} />
      {isRange(search) && <RangeFields search={search} onChange={onChange} />}
      <ComplianceFilter
        label={t('worklist.status')}
        value={search.status}
        width={180}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('worklist.assignedTo')}
        any={t('worklist.assignedAny')}
        value={search.assigned}
        width={210}
        onChange={(assigned) => onChange({ assigned: assigned as WorklistSearch['assigned'] })}
        options={whose.map((value) => ({ value, label: t(`worklist.whose.${value}`) }))}
      />
      <Checkbox
        label={t('worklist.inUse')}
        checked={search.in_use ?? false}
        onChange={(event) => onChange({ in_use: event.currentTarget.checked || undefined })}
      />
    </FilterBar>
  )
}

/** Selects the number of days ahead, or shows the range of days used instead. */
function HorizonField({ search, onChange }: FilterProps) {
  const { workspace } = useWorkspace()
  const within = search.within ?? HORIZON_DEFAULT
  const offered = (HORIZONS as readonly (string | number)[]).includes(within)
    ? HORIZONS
    : [...HORIZONS, within]
  const choose = (value: string) => {
    if (value !== RANGE)
      return onChange({ from: undefined, to: undefined, within: value === 'overdue' ? value : Number(value) })
    const today = todayIn(workspace.timezone)
    return onChange({ from: today, to: addDays(today, 6), within: undefined })
  }
  return (
    <NativeSelect
      w={270}
      aria-label={t('worklist.horizon')}
      value={isRange(search) ? RANGE : String(within)}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        ...offered.map((horizon) => ({ value: String(horizon), label: horizonWords(horizon) })),
        { value: RANGE, label: t('worklist.range') },
      ]}
    />
  )
}

const rangeEnds = [
  ['from', 'worklist.from'],
  ['to', 'worklist.to'],
] as const

function RangeFields({ search, onChange }: FilterProps) {
  return (
    <>
      {rangeEnds.map(([end, label]) => (
        <TextInput
          key={end}
          type="date"
          w={190}
          aria-label={t(label)}
          leftSection={<span className="field-prefix">{t(label)}</span>}
          leftSectionWidth={56}
          value={search[end] ?? ''}
          onChange={(event) => onChange({ [end]: event.currentTarget.value || undefined })}
        />
      ))}
    </>
  )
}

/** The worklist as it opens. */
export const noFilters: WorklistSearch = {
  within: undefined,
  from: undefined,
  to: undefined,
  status: undefined,
  in_use: undefined,
  assigned: undefined,
}

/** How many filters are not as the worklist opens. */
function activeCount(search: WorklistSearch): number {
  const { within = HORIZON_DEFAULT, status, in_use, assigned } = search
  const isOtherSpan = isRange(search) || within !== HORIZON_DEFAULT
  return [isOtherSpan || undefined, status, in_use, assigned].filter((one) => one !== undefined).length
}

/** Whether anything but the horizon narrows the list. */
export function isNarrowed(search: WorklistSearch): boolean {
  return (
    isRange(search) ||
    search.status !== undefined ||
    search.in_use !== undefined ||
    search.assigned !== undefined
  )
}
