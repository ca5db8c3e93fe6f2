import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { keyName } from './key-name.ts'
import { keysEverywhere, keysOfPage, type PageKey } from './page-keys.ts'

/** The keys of the page that one is on, and those that hold everywhere. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { role } = useWorkspace()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useFocusBack()
  const own = keysOfPage(path, role)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="lg">
        {own.length > 0 && <KeyList title={t('keys.onThisPage')} keys={own} />}
        <KeyList title={t('keys.everywhere')} keys={keysEverywhere} />
      </Stack>
    </Modal>
  )
}

/** Gives the focus back to where it stood; a dialog that is opened by being mounted does not do it by itself. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}

function KeyList({ title, keys }: { title: string; keys: readonly PageKey[] }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      <Stack gap="xs">
        {keys.map(({ names, does }) => (
          <Group key={does} justify="space-between" wrap="nowrap" gap="md">
            <Text size="sm">{t(does)}</Text>
            <Group gap={4} wrap="nowrap">
              {names.map((name) => (
                <Kbd key={name}>{keyName(name)}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
