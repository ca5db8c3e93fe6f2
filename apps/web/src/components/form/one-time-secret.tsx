import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'
import { LeaveGuard } from './leave-guard.tsx'

interface OneTimeSecretProps {
  title: string
  /** What it is for, and that it is not shown again. */
  hint: string
  label: string
  /** Undefined: nothing to show. */
  secret: string | undefined
  /** What to do with it. */
  children?: ReactNode
  onClose: () => void
}

/** Something that is shown once: it stays until the person says that it is kept elsewhere. */
export function OneTimeSecret({ title, hint, label, secret, children, onClose }: OneTimeSecretProps) {
  const kept = useRef<string>(undefined)
  const close = () => {
    kept.current = secret
    onClose()
  }
  return (
    <>
      <Modal
        opened={secret !== undefined}
        onClose={close}
        title={title}
        size="lg"
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Stack gap="sm">
          <Text>{hint}</Text>
          <Copied label={label} text={secret ?? ''} />
          {children}
          <Group justify="flex-end">
            <Button onClick={close}>{t('secret.kept')}</Button>
          </Group>
        </Stack>
      </Modal>
      <LeaveGuard
        when={() => secret !== undefined && kept.current !== secret}
        hint={t('secret.leaveHint')}
        leave={t('secret.leave')}
      />
    </>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Without https there is no clipboard: what is selected can be copied by hand.
      setCopied(false)
    }
  }
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        ref={field}
        label={label}
        value={text}
        readOnly
        style={{ flex: 1 }}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
      <Button
        variant="default"
        leftSection={<Icon name={copied ? 'check' : 'documents'} size={18} />}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{copied ? t('secret.copied') : t('secret.copy')}</span>
      </Button>
    </Group>
  )
}
