import { SegmentedControl, type MantineSpacing } from '@mantine/core'
import { usePhone } from './use-narrow.ts'

interface ListChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  data: readonly { readonly value: Value; readonly label: string }[]
  mb: MantineSpacing
}

/** Which of a few lists or drawings is shown: side by side, on a phone one below the other. */
export function ListChoice<Value extends string>({ label, data, ...choice }: ListChoiceProps<Value>) {
  const isPhone = usePhone()
  return (
    <SegmentedControl
      className="screen-only"
      size="xs"
      orientation={isPhone ? 'vertical' : 'horizontal'}
      fullWidth={isPhone}
      aria-label={label}
      data={[...data]}
      {...choice}
    />
  )
}
