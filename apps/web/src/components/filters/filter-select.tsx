import { NativeSelect, type NativeSelectProps } from '@mantine/core'

/** A choice that narrows a list to one value; the first option narrows nothing. */
export function FilterSelect({
  label,
  any,
  value,
  options,
  width,
  onChange,
}: {
  /** For screen readers: on the screen the chosen option speaks for itself. */
  label: string
  /** Words of the option that narrows nothing. */
  any: string
  value: string | undefined
  options: NonNullable<NativeSelectProps['data']>
  /** In pixels; as wide as there is room unless given. */
  width?: number
  onChange: (value: string | undefined) => void
}) {
  return (
    <NativeSelect
      {...(width !== undefined && { w: width })}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: any }, ...options]}
    />
  )
}
