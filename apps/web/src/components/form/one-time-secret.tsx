import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'
import { LeaveGuard } from './leave-guard.tsx'

interface OneTimeSecretProps {
  title: string
  /** Explains what it is for, and that it is not shown again. */
  hint: string
  label: string
  /** The secret; undefined if there is nothing to show. */
  secret: string | undefined
  /** Instructions. */
  children?: ReactNode
  onClose: () => void
}

/** A secret that is shown once, until the user confirms that it has been stored elsewhere. */
export function OneTimeSecret({ title, hint, label, secret, children, onClose }: OneTimeSecretProps) {
  const stored = useRef<string>(undefined)
  const close = () => {
    stored.current = secret
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
        when={() => secret !== undefined && stored.current !== secret}
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
      // Without HTTPS there is no clipboard API; the selected text can be copied manually.
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
