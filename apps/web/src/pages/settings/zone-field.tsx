import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatInstant, zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { BELOW } from '../../components/form/form-fields.ts'
import { isZone, offeredZones } from './zones.ts'

/** Maximum number of suggested time zones. */
const OFFERED_MAX = 30

interface ZoneFieldProps {
  id: string
  label: string
  value: string
  error?: string | undefined
  /** Shown below the field if there is no time to show. */
  hint?: string
  placeholder?: string
  onChange: (zone: string) => void
}

/** A time zone by its name, with suggestions while one types, and the time that it is there. */
export function ZoneField({ value, error, hint, placeholder, onChange, ...field }: ZoneFieldProps) {
  const zones = useMemo(() => offeredZones(isZone(value) ? value : null), [value])
  const shownError = useErrorOf(value, error)
  return (
    <Autocomplete
      {...field}
      value={value}
      error={shownError}
      description={isZone(value) ? clockOf(value) : hint}
      inputWrapperOrder={BELOW}
      data={zones}
      filter={byWords}
      limit={OFFERED_MAX}
      autoComplete="off"
      spellCheck={false}
      {...(placeholder !== undefined && { placeholder })}
      onChange={(text) => onChange(typedZone(text))}
    />
  )
}

/** The time that it is in a zone. */
function clockOf(zone: string): string {
  const time = formatInstant(new Date().toISOString(), zone)
  return t('settingsPage.zone.clock', { zone: zoneName(zone), time })
}

/** An error belongs to the text that it was given for: it goes once the field says something else. */
function useErrorOf(value: string, error: string | undefined): string | undefined {
  const [given, setGiven] = useState({ value, error })
  if (given.error !== error) setGiven({ value, error })
  return given.value === value ? error : undefined
}

/** Trims a time zone that was pasted; while typing, spaces between words are preserved. */
function typedZone(text: string): string {
  const bare = text.trim()
  return isZone(bare) ? bare : text
}

/** "new york" finds America/New_York. */
const byWords: OptionsFilter = ({ options, search, limit }) => {
  const words = spoken(search)
  const found = options.filter((option) => 'value' in option && spoken(option.value).includes(words))
  return found.slice(0, limit)
}

function spoken(zone: string): string {
  return zone.toLowerCase().replaceAll(/[\s_/]+/g, ' ')
}
