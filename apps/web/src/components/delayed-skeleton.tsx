import { Skeleton, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '../base/messages.ts'

/** Anything faster than this needs no sign of waiting. */
const SHOWS_AFTER_MS = 150

/** Gray placeholder lines, shown once loading takes noticeably long. */
export function DelayedSkeleton({ lines = 6, height = 18 }: { lines?: number; height?: number }) {
  const shown = useDelayed()
  return (
    <div role="status" aria-label={t('wait.loading')} aria-busy="true">
      {shown && (
        <Stack gap="sm" py="sm" aria-hidden="true">
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} height={height} width={`${96 - ((line * 17) % 40)}%`} radius="sm" />
          ))}
        </Stack>
      )}
    </div>
  )
}

/** False at first, true once 150 ms have gone by. */
export function useDelayed(): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return shown
}
