import { Text } from '@mantine/core'
import type { OfferedStandard } from './offered-standards.ts'

/** A standard in a drop-down, with what speaks for it and against it. */
export function OfferedStandardOption({ name, words = [] }: Partial<OfferedStandard> & { name: string }) {
  return (
    <div>
      <Text size="sm">{name}</Text>
      {words.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.join(' · ')}
        </Text>
      )}
    </div>
  )
}
