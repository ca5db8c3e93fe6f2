import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What belongs to a cell, in a line below it: how tables stay whole on a tablet. */
export function LineBelow({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {children}
    </Text>
  )
}
