import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Role } from '@plumbline/contract'
import { type MessageKey, t } from '../../base/messages.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { keyName } from './key-name.ts'

const search: PageKey = { names: ['/'], does: 'keys.searchField' }

const rows: PageKey = { names: ['↑', '↓'], does: 'keys.rows' }

const open: PageKey = { names: ['enter'], does: 'keys.open' }

const keysByPage: readonly (readonly [RegExp, readonly PageKey[]])[] = [
  [/\/worklist$/, [rows, open, { names: ['C'], does: 'keys.calibrate', who: may.write }]],
  [
    /\/approvals$/,
    [
      { names: ['J', 'K'], does: 'keys.records' },
      open,
      { names: ['space'], does: 'keys.select', who: may.manage },
      { names: ['A'], does: 'keys.approve', who: may.manage },
      { names: ['R'], does: 'keys.reject', who: may.manage },
    ],
  ],
  [/\/(instruments|documents)$/, [search, rows, open]],
  [/\/calibrate$/, [...formKeys(may.write), ...pointKeys(may.write)]],
  [/\/correct$/, [...formKeys(may.manage), ...pointKeys(may.manage)]],
  [/\/instruments\/(?!new$)[^/]+$/, [{ names: ['←', '→'], does: 'keys.points' }, open]],
]

/** Keys that work on every page of a workspace. */
const keysEverywhere: readonly PageKey[] = [
  { names: ['ctrl', 'K'], does: 'keys.search' },
  { names: ['tab'], does: 'keys.next' },
  { names: ['escape'], does: 'keys.close' },
  { names: ['?'], does: 'keys.help' },
]

/** The keys of the current page, and those that work everywhere. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { role } = useWorkspace()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useFocusBack()
  const own = keysOfPage(path, role)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('personMenu.keys')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="lg">
        {own.length > 0 && <KeyList title={t('keys.onThisPage')} keys={own} />}
        <KeyList title={t('keys.everywhere')} keys={keysEverywhere} />
      </Stack>
    </Modal>
  )
}

/** Restores the focus on close, because a dialog that is mounted open does not do so itself. */
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

/** A key, or keys that do the same each in its direction, and what happens. */
interface PageKey {
  names: readonly string[]
  does: MessageKey
  /** Who may do it; everybody unless named. */
  who?: (role: Role) => boolean
}

function formKeys(who: (role: Role) => boolean): PageKey[] {
  return [
    { names: ['enter'], does: 'keys.nextField', who },
    { names: ['ctrl', 'enter'], does: 'keys.save', who },
  ]
}

/** The keys for the points of a record. */
function pointKeys(who: (role: Role) => boolean): PageKey[] {
  return [
    { names: ['↑', '↓'], does: 'keys.point', who },
    { names: ['F2'], does: 'keys.pointMore', who },
    { names: ['F8'], does: 'keys.pointLeft', who },
    { names: ['='], does: 'keys.pointSame', who },
    { names: ['shift', 'F8'], does: 'keys.pointsSame', who },
    { names: ['G', 'N', 'P', 'F', 'O'], does: 'keys.pointWord', who },
  ]
}

/** Returns the keys of the page at a path that a role may use, if it has any. */
function keysOfPage(path: string, role: Role): readonly PageKey[] {
  const keys = keysByPage.find(([pattern]) => pattern.test(path))?.[1] ?? []
  return keys.filter(({ who }) => who === undefined || who(role))
}
