import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../base/messages.ts'
import type { RecordDraft } from '../../state/drafts/record-draft.ts'

/** Asks before drafts are removed from a device that others may use after this person. */
export function SignOutDialog({
  begun,
  onStay,
  onSignOut,
}: {
  begun: readonly RecordDraft[]
  onStay: () => void
  onSignOut: () => void
}) {
  const tags = begun.map(({ label }) => label).join(', ')
  return (
    <Modal
      opened={begun.length > 0}
      onClose={onStay}
      title={t('signOut.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text>{t('signOut.drafts', { count: begun.length, tags })}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onSignOut}>
            {t('signOut.discard')}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
