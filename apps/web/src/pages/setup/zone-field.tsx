import { Select } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** The zone of the browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of a workspace, found as one types. */
export function ZoneField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}) {
  return (
    <Select
      id="timezone"
      label={t('setup.timezone')}
      description={t('setup.timezoneHint')}
      data={timeZones()}
      searchable
      limit={100}
      nothingFoundMessage={t('setup.noZone')}
      value={value}
      error={error}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  )
}

/** Every IANA zone that the browser knows, its own and UTC in any case. */
function timeZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([...Intl.supportedValuesOf('timeZone'), own, 'UTC'])].toSorted()
}
