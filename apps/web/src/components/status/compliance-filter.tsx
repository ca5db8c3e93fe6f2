import { complianceTokens } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { FilterSelect } from '../filters/filter-select.tsx'
import { appearanceOf } from './status-appearance.ts'

/** Filters a list by compliance status. */
export function ComplianceFilter(props: {
  label: string
  value: string | undefined
  width: number
  onChange: (token: string | undefined) => void
}) {
  return (
    <FilterSelect
      {...props}
      any={t('filter.anyStatus')}
      options={complianceTokens.map((token) => ({
        value: token,
        label: token === 'NON_COMPLIANT' ? t('filter.overdueOrFailed') : t(appearanceOf(token)!.word),
      }))}
    />
  )
}
