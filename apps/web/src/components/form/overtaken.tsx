import { Button, Group, Text } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** Another person saved first: what was typed is kept, and can be put onto the newer version. */
export function Overtaken({ words, onTakeNewer }: { words: string; onTakeNewer: () => void }) {
  return (
    <Group role="alert" p="md" justify="space-between" bg="var(--status-soon-fill)" c="var(--status-soon)">
      <Text maw={640}>{words}</Text>
      <Button variant="default" onClick={onTakeNewer}>
        {t('instrumentForm.takeNewer')}
      </Button>
    </Group>
  )
}
