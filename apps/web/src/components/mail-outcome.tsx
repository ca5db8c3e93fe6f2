import { Text } from '@mantine/core'
import type { MailResult } from '@plumbline/contract'
import { t } from '../base/messages.ts'
import { Notice } from './notice.tsx'

/** The outcome of e-mailing a link that is also shown; null if there is no mail server. */
export function LinkMailOutcome({ result }: { result: MailResult | null | undefined }) {
  if (result === undefined) return null
  if (result === null) return <Text size="sm">{t('mailOutcome.byHand')}</Text>
  return <MailOutcome result={result} />
}

/** Replies of mail servers begin with a three-digit code; other details come from this server, which could not reach one. */
const SMTP_REPLY = /^\d{3}[ -]/

/** The outcome of an e-mail, with the mail server's message if it was refused. */
export function MailOutcome({ result }: { result: MailResult }) {
  const { to, state, fault, detail } = result
  if (state === 'sent' || fault === null)
    return <Notice live tone="good" title={t('mailOutcome.sent', { to })} />
  return (
    <Notice live tone="bad" title={t(`mailOutcome.${state}`, { to })}>
      <Text size="sm">{t(`mailFault.${fault}`)}</Text>
      {detail !== null && (
        <Text size="sm" c="dimmed">
          {t(SMTP_REPLY.test(detail) ? 'mailOutcome.words' : 'mailOutcome.details', { words: detail })}
        </Text>
      )}
    </Notice>
  )
}
