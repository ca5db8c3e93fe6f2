import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { t } from '../../base/messages.ts'

/**
 * Asks for confirmation before a page is left or the tab is closed while something would be lost.
 * @param when called at the moment of leaving, so that a page that has just saved does not ask
 * @param hint text on what would be lost; by default, unsaved entries
 * @param leave label of the button that leaves anyway
 */
export function LeaveGuard({
  when,
  hint = t('leave.hint'),
  leave = t('leave.leave'),
}: {
  when: () => boolean
  hint?: string
  leave?: string
}) {
  const blocker = useBlocker({
    shouldBlockFn: when,
    enableBeforeUnload: when,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  return (
    <Modal
      opened={blocked}
      onClose={() => blocker.reset?.()}
      title={t('leave.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text>{hint}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {leave}
          </Button>
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
