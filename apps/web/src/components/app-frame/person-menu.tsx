import {
  Button,
  Group,
  type MantineColorScheme,
  Menu,
  Modal,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chooseLanguage, currentLanguage, languageName, languages, t } from '../../base/messages.ts'
import { firstStepsQuery, isStepLeft } from '../../queries/first-steps.ts'
import { flushOpenDrafts } from '../../state/drafts/draft-writer.ts'
import { drafts, type RecordDraft } from '../../state/drafts/record-draft.ts'
import { may, signOut } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { showFailure } from '../toast.tsx'
import styles from './app-frame.module.css'

/** Rarely used, so it is loaded on demand. */
const SampleDataDialog = lazy(() =>
  import('../sample-data/sample-data-button.tsx').then((module) => ({ default: module.SampleDataDialog })),
)

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

/** The user menu: account, appearance, language and signing out. */
export function PersonMenu({ onHelp }: { onHelp: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const { session } = useWorkspace()
  const [isSampling, setSampling] = useState(false)
  const { lost, stay, leave, askToLeave } = useLeaving(session.user.id)
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton
            ref={button}
            className={styles.person}
            aria-label={t('person.menu', {
              initials: initialsOf(session.user.name),
              name: session.user.name,
            })}
          >
            {initialsOf(session.user.name)}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <WhoIsSignedIn />
          <Menu.Divider />
          <Menu.Item component={Link} to="/account">
            {t('nav.account')}
          </Menu.Item>
          <Menu.Item
            onClick={() => {
              // The item is removed with the menu, so the focus must return to the button after the dialog.
              button.current?.focus()
              onHelp()
            }}
          >
            {t('personMenu.keys')}
          </Menu.Item>
          <FirstStepsItem />
          <SampleItem onOpen={() => setSampling(true)} button={button} />
          <Menu.Divider />
          <Appearance />
          <Language />
          <Menu.Divider />
          <Menu.Item onClick={askToLeave}>{t('action.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSampling && <SampleDialog onClose={() => setSampling(false)} />}
      <SignOutDialog lost={lost} onStay={stay} onSignOut={leave} />
    </>
  )
}

/** Signs out, after a confirmation if unsaved drafts would be lost. */
function useLeaving(userId: string) {
  const navigate = useNavigate()
  const [lost, setLost] = useState<readonly RecordDraft[]>([])
  const leave = async () => {
    await signOut()
    await navigate({ to: '/sign-in' })
  }
  const askToLeave = () => {
    flushOpenDrafts()
    const unsaved = drafts.of(userId).filter(({ touched, sending }) => touched && sending === null)
    if (unsaved.length > 0) setLost(unsaved)
    else void leave()
  }
  return { lost, stay: () => setLost([]), leave: () => void leave(), askToLeave }
}

/** Offers sample data to those who manage a workspace, at any time. */
function SampleItem({ onOpen, button }: { onOpen: () => void; button: RefObject<HTMLButtonElement | null> }) {
  const { workspace, role } = useWorkspace()
  if (!may.manage(role) || workspace.sample_of !== null) return null
  const open = () => {
    // As for the keyboard help, the item is removed with the menu.
    button.current?.focus()
    onOpen()
  }
  return <Menu.Item onClick={open}>{t('sample.label')}</Menu.Item>
}

function SampleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <SampleDataDialog opened onClose={onClose} />
    </Suspense>
  )
}

function WhoIsSignedIn() {
  const { session, role } = useWorkspace()
  return (
    <div className={styles.personHead}>
      <Text fw={600} truncate>
        {session.user.name}
      </Text>
      <Text size="sm" c="dimmed" truncate>
        {session.user.email}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`role.${role}`)}
      </Text>
    </div>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('person.appearance')}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(`appearance.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function Language() {
  return (
    <>
      <Menu.Label>{t('person.language')}</Menu.Label>
      <Menu.RadioGroup value={currentLanguage()} onChange={chooseLanguage}>
        {languages.map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language}>
            {languageName(language, language)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase()
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word)
  return first?.segment ?? ''
}

/** Opens the first steps again, even if the user has hidden them; nothing if no step is left. */
function FirstStepsItem() {
  const { workspaceId, workspace, role, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isOffered = may.manage(role) && workspace.sample_of === null
  const { data } = useQuery({ ...firstStepsQuery(workspaceId), enabled: isOffered })
  if (!isOffered || !data || !isStepLeft(data)) return null
  const show = async () => {
    try {
      const steps = await api.updateFirstSteps({ body: { is_dismissed: false } })
      queries.setQueryData(firstStepsQuery(workspaceId).queryKey, steps)
      await navigate({
        to: '/w/$workspaceId/today',
        params: { workspaceId },
        search: { site: undefined },
        hash: 'first-steps',
      })
    } catch (error) {
      showFailure(error)
    }
  }
  return <Menu.Item onClick={() => void show()}>{t('nav.firstSteps')}</Menu.Item>
}

/** Asks for confirmation before drafts are removed from a device that others may use. */
function SignOutDialog({
  lost,
  onStay,
  onSignOut,
}: {
  lost: readonly RecordDraft[]
  onStay: () => void
  onSignOut: () => void
}) {
  const tags = lost.map(({ label }) => label).join(', ')
  return (
    <Modal
      opened={lost.length > 0}
      onClose={onStay}
      title={t('signOut.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text>{t('signOut.drafts', { count: lost.length, tags })}</Text>
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
