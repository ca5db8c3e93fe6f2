import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Secondary content of a cell on a line below it, so that tables fit on a tablet. */
export function LineBelow({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {children}
    </Text>
  )
}
