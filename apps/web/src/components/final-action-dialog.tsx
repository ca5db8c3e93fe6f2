import { Button, Group, Modal, PasswordInput, Stack, Text, Textarea } from '@mantine/core'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { fieldErrorsOf } from '../api/index.ts'
import { t } from '../base/messages.ts'
import { ErrorSummary } from './error-summary.tsx'
import { submitting, useAttempt } from './form/use-attempt.ts'
import { MentionTextarea } from './mention/mention-textarea.tsx'

/** The input for a final action. */
export interface FinalActionValues {
  reason: string
  password: string
}

/** An act that says beforehand what will happen and what cannot be undone. */
export interface FinalActionDialogProps {
  opened: boolean
  onClose: () => void
  /** The act, as the title: "Retire instrument". */
  title: string
  /** The object of the action: tag and name. */
  object: string
  /** One sentence: what will happen and what cannot be undone. */
  consequence: string
  /** The verb on the button: "Retire instrument", never "OK". */
  verb: string
  /** Label of the reason field; if missing, no reason is requested. */
  reasonLabel?: string
  reasonOptional?: boolean
  /** The instrument whose people can be mentioned with `@`; null for several. If missing, nobody is suggested. */
  mentionsFor?: string | null
  /** Longest reason, in characters. */
  reasonMax?: number
  /** Asks for the person's password, as a signature does. */
  withPassword?: boolean
  /** Whether the action removes something permanently. */
  destructive?: boolean
  /** Additional fields above the reason, which get the server's errors by name. */
  children?: ReactNode | ((errors: Readonly<Record<string, string>>) => ReactNode)
  /** Warnings without input. */
  warnings?: ReactNode
  /** Evidence to check first, without input. */
  evidence?: ReactNode
  /** Whether the further fields allow to go on. */
  ready?: boolean
  /** Does it; a refusal stays in the dialog with everything typed. */
  onConfirm: (values: FinalActionValues) => Promise<unknown>
}

/**
 * A confirmation dialog with the focus on its field, or on Cancel if there is none: an Enter right after the key that opened the
 * dialog, as sent by scanners, must not confirm. Ctrl+Enter confirms from anywhere in the dialog.
 */
export function FinalActionDialog(props: FinalActionDialogProps) {
  const { opened, onClose, title } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={props.evidence ? 'xl' : 'md'}
      // A click outside would discard the entries.
      closeOnClickOutside={!asksSomething(props)}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <FinalActForm {...props} />
    </Modal>
  )
}

function asksSomething({ reasonLabel, withPassword = false, children }: FinalActionDialogProps): boolean {
  return reasonLabel !== undefined || withPassword || children !== undefined
}

function FinalActForm(props: FinalActionDialogProps) {
  const {
    reasonLabel,
    reasonOptional = false,
    withPassword = false,
    ready = true,
    onClose,
    onConfirm,
  } = props
  const [values, setValues] = useState<FinalActionValues>({ reason: '', password: '' })
  const { busy, error, attempt } = useAttempt()
  const errors = fieldErrorsOf(error)
  const asks = asksSomething(props)
  const complete =
    ready &&
    (reasonLabel === undefined || reasonOptional || values.reason.trim() !== '') &&
    (!withPassword || values.password !== '')
  const submit = async () => {
    if (!complete) return
    await attempt(async () => {
      await onConfirm({ ...values, reason: values.reason.trim() })
      onClose()
    })
  }
  return (
    <form onSubmit={submitting(submit)} onKeyDown={onCtrlEnter(submit)} noValidate>
      <Stack gap="sm">
        <Text fw={600}>{props.object}</Text>
        <Text>{props.consequence}</Text>
        {props.warnings}
        {props.evidence}
        <ErrorSummary error={error} />
        {typeof props.children === 'function' ? props.children(errors) : props.children}
        <AskedFields asked={props} values={values} errors={errors} onChange={setValues} />
        <Group justify="flex-end" gap="xs">
          <Text size="xs" c="dimmed" mr="auto">
            {t('finalAct.confirmKeys')}
          </Text>
          <Button variant="default" onClick={onClose} {...(!asks && { 'data-autofocus': true })}>
            {t('action.cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={!complete}
            {...(props.destructive && { color: 'red.9' })}
          >
            {props.verb}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function onCtrlEnter(submit: () => Promise<void>) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Otherwise it would also press the button that has the focus.
    event.preventDefault()
    void submit()
  }
}

function AskedFields({
  asked: { reasonLabel, reasonOptional = false, reasonMax, mentionsFor, withPassword = false, children },
  values,
  errors,
  onChange,
}: {
  asked: FinalActionDialogProps
  values: FinalActionValues
  errors: Readonly<Record<string, string>>
  onChange: (values: FinalActionValues) => void
}) {
  const reason = {
    label: reasonLabel,
    required: !reasonOptional,
    autosize: true,
    minRows: 2,
    maxRows: 8,
    ...(reasonMax !== undefined && { maxLength: reasonMax }),
    value: values.reason,
    error: errors['reason'],
    ...(children === undefined && { 'data-autofocus': true }),
  }
  const setReason = (text: string) => onChange({ ...values, reason: text })
  return (
    <>
      {reasonLabel !== undefined && mentionsFor === undefined && (
        <Textarea {...reason} onChange={(event) => setReason(event.currentTarget.value)} />
      )}
      {reasonLabel !== undefined && mentionsFor !== undefined && (
        <MentionTextarea {...reason} instrumentId={mentionsFor} onText={setReason} />
      )}
      {withPassword && (
        <PasswordInput
          label={t('finalAct.password')}
          required
          autoComplete="current-password"
          value={values.password}
          error={errors['password']}
          {...(reasonLabel === undefined && { 'data-autofocus': true })}
          onChange={(event) => onChange({ ...values, password: event.currentTarget.value })}
        />
      )}
    </>
  )
}
