import { Button, Group, Progress, Text } from '@mantine/core'
import { sentenceOf } from '../../../components/error-summary.tsx'
import { Notice } from '../../../components/notice.tsx'
import { t } from '../../../messages.ts'
import type { Walk } from './use-walk.ts'

/** How far a walk is, with the way to stop it and to go on. */
export function WalkProgress({ walk, total }: { walk: Walk<unknown>; total: number }) {
  const done = walk.outcomes.length
  if (walk.state === 'done') return null
  const words = t('batch.progress', { done, count: Math.max(total, done) })
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {words}
        </Text>
        {walk.state === 'running' ? (
          <Button size="compact-sm" variant="default" onClick={walk.stop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={walk.goOn}>
            {t('bulk.goOn')}
          </Button>
        )}
      </Group>
      <Progress value={(done / Math.max(total, done, 1)) * 100} aria-label={words} mt={6} />
      {walk.state === 'stopped' && walk.failure !== undefined && (
        <Notice tone="warning" live title={t('bulk.interrupted')}>
          {sentenceOf(walk.failure)}
        </Notice>
      )}
    </div>
  )
}
