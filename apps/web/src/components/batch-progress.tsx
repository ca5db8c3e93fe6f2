import { Button, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../base/messages.ts'

/** How far work on many things is, with the way to stop it and to go on. */
export function BatchProgress({
  done,
  total,
  isRunning,
  isStopping = false,
  onStop,
  onResume,
  children,
}: {
  done: number
  total: number
  isRunning: boolean
  /** Whether it was asked to stop. */
  isStopping?: boolean
  onStop: () => void
  /** Absent where what has stopped does not go on. */
  onResume?: () => void
  /** Why it waits or has stopped. */
  children?: ReactNode
}) {
  const words = t('batch.progress', { done, count: Math.max(total, done) })
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {words}
        </Text>
        {isRunning ? (
          <Button size="compact-sm" variant="default" disabled={isStopping} onClick={onStop}>
            {t('batch.stop')}
          </Button>
        ) : (
          onResume && (
            <Button size="compact-sm" variant="default" onClick={onResume}>
              {t('batch.goOn')}
            </Button>
          )
        )}
      </Group>
      <Progress value={(done / Math.max(total, done, 1)) * 100} aria-label={words} mt={6} />
      {children}
    </div>
  )
}
