import type { MailResult, Role } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { fill } from '../../../platform/messages.ts'
import { serializeOutcome, sendLetter, type MailParts, type Writing } from '../../mail/index.ts'

/** A one-time link, and when it expires. */
export interface MailedLink {
  readonly url: string
  readonly expiresAt: string
}

/**
 * Sends the link of an invitation to the invited address; returns null if no mail server is configured. The link is
 * valid whether or not it was sent.
 */
export function mailInvitation(
  parts: MailParts,
  { workspaceId, name: inviter }: Actor,
  invited: { email: string; name: string; role: Role },
  link: MailedLink,
): Promise<MailResult | null> {
  return mailed(parts, workspaceId, invited.email, ({ texts, workspaceName: workspace, instant }) => ({
    subject: fill(texts.invitationSubject, { workspace }),
    title: fill(texts.invitationTitle, { workspace }),
    paragraphs: [
      fill(texts.greeting, { name: invited.name }),
      fill(texts.invitationText, { inviter, workspace, role: texts[`role_${invited.role}`] }),
      fill(texts.linkUntil, { until: instant(link.expiresAt) }),
    ],
    action: { label: texts.invitationAction, url: link.url },
    because: fill(texts.invitationBecause, { inviter }),
  }))
}

/** Sends a person the link with which they choose a new password; returns null if no mail server is configured. */
export function mailResetLink(
  parts: MailParts,
  { workspaceId, name: admin }: Actor,
  person: { email: string; name: string },
  link: MailedLink,
): Promise<MailResult | null> {
  return mailed(parts, workspaceId, person.email, ({ texts, workspaceName: workspace, instant }) => ({
    subject: fill(texts.resetSubject, { workspace }),
    title: texts.resetTitle,
    paragraphs: [
      fill(texts.greeting, { name: person.name }),
      fill(texts.resetText, { admin, workspace }),
      fill(texts.linkUntil, { until: instant(link.expiresAt) }),
    ],
    action: { label: texts.resetAction, url: link.url },
    because: texts.resetBecause,
  }))
}

async function mailed(
  parts: MailParts,
  workspaceId: string,
  to: string,
  write: (writing: Writing) => ReturnType<Parameters<typeof sendLetter>[2]['write']>,
): Promise<MailResult | null> {
  const outcome = await sendLetter(parts, workspaceId, { to, language: null, write })
  return outcome ? serializeOutcome(to, outcome) : null
}
