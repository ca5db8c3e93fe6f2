import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { t } from '../../base/messages.ts'

/**
 * Asks before a page is left while something would be lost; closing the tab asks too.
 * @param when is asked at the moment of leaving, so that a page that has just saved lets go
 * @param hint says what would be lost: unsaved entries unless named
 * @param leave is on the button that leaves all the same
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
