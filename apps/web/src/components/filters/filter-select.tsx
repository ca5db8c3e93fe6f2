import { NativeSelect, type NativeSelectProps } from '@mantine/core'

/** A filter for one value of a list; the first option removes the filter. */
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
  /** Label of the option that removes the filter. */
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
