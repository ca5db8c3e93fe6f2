import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatInstant, zoneName } from '../../formats.ts'
import { t } from '../../messages.ts'
import { BELOW } from '../../components/form/form-fields.ts'
import { isZone, offeredZones } from './zones.ts'

/** Most zones that are offered at once. */
const OFFERED_MAX = 30

/** A time zone by its name, with suggestions while one types, and the time that it is there. */
export function ZoneField({
  id,
  label,
  value,
  error,
  hint,
  placeholder,
  onChange,
}: {
  id: string
  label: string
  value: string
  error?: string | undefined
  /** Stands below the field where no time can be shown. */
  hint?: string
  placeholder?: string
  onChange: (zone: string) => void
}) {
  const zones = useMemo(() => offeredZones(isZone(value) ? value : null), [value])
  const shownError = useErrorOf(value, error)
  const clock = isZone(value)
    ? t('settings.zone.clock', {
        zone: zoneName(value),
        time: formatInstant(new Date().toISOString(), value),
      })
    : hint
  return (
    <Autocomplete
      id={id}
      label={label}
      value={value}
      error={shownError}
      description={clock}
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

/** An error belongs to the text that it was given for: it goes once the field says something else. */
function useErrorOf(value: string, error: string | undefined): string | undefined {
  const [given, setGiven] = useState({ value, error })
  if (given.error !== error) setGiven({ value, error })
  return given.value === value ? error : undefined
}

/** A zone that was pasted with blanks around it goes without them; while one types, they stand between words. */
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
