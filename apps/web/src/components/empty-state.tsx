import type { ReactNode } from 'react'
import { Stack, Text } from '@mantine/core'

/** An empty list: what it would contain, and what to do next. */
export function EmptyState({
  title,
  hint,
  action,
  isPage = false,
}: {
  title: string
  hint?: string
  action?: ReactNode
  /** Whether it is the only content, so that its title is the page's title. */
  isPage?: boolean
}) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <Text fw={600} {...(isPage && { component: 'h1', m: 0 })}>
        {title}
      </Text>
      {hint && (
        <Text c="dimmed" maw={460}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}
