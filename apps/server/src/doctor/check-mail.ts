import type { Config } from '../platform/config.ts'
import { mailServerOf, type MailProblem } from '../platform/mail/index.ts'
import { fine, problem, type Finding } from './finding.ts'

/** What to check first, by problem. */
const FIXES: Partial<Readonly<Record<MailProblem, string>>> = {
  sign_in: 'check user and password of SMTP_URL; write special characters of both percent-encoded',
  tls: 'check the certificate of the mail server and whether SMTP_URL begins with smtp:// or smtps://',
  timeout:
    'check host and port of SMTP_URL, and that it begins with smtps:// if the port expects TLS from the start, as 465 does',
}

/** Checks whether the mail server accepts this server; no finding if none is configured. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const server = mailServerOf(config)
  if (!server) return []
  const outcome = await server.check()
  if (outcome.state === 'sent') {
    return [fine('mail', `${server.name} lets this server in; mail comes from ${server.from.address}`)]
  }
  const fix =
    FIXES[outcome.problem] ?? 'check host and port of SMTP_URL, and that the network lets this server through'
  return [problem('mail', `${server.name} cannot be used: ${outcome.detail}`, fix)]
}
