import { Box } from '@mantine/core'
import { DelayedSkeleton } from './delayed-skeleton.tsx'

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <Box p="lg">
      <DelayedSkeleton lines={8} height={22} />
    </Box>
  )
}
