import { because, type mailOperations, type MailSettings, type MailSettingsUpdate } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { ApiError, invalidField } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { mailServerOf, readMailAddress } from '../../platform/mail/index.ts'
import { fill } from '../../platform/messages.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { serializeOutcome, sendLetter, type MailParts, type Writing } from './letter.ts'
import { findSender, saveSender } from './sender-store.ts'

/** Dependencies of the mail settings; the module of people is above this one. */
export interface MailSettingsParts extends MailParts {
  readonly addressOf: (personId: string) => Promise<string>
}

/** Handlers of the mail settings of a workspace. */
export function mailSettingsRoutes(parts: MailSettingsParts): Handlers<typeof mailOperations, Actor> {
  return {
    getMailSettings: async ({ caller }) => {
      requireAllSites(caller)
      return { body: await readSettings(parts, caller) }
    },
    updateMailSettings: async ({ caller, body }) => {
      requireAllSites(caller)
      await changeSender(parts, caller, body)
      return { body: await readSettings(parts, caller) }
    },
    sendTestMail: async ({ caller, body: { language = null } }) => {
      requireAllSites(caller)
      const to = await parts.addressOf(caller.id)
      const letter = {
        to,
        language,
        write: (writing: Writing) => testLetter(writing, parts.config.PUBLIC_URL),
      }
      const outcome = await sendLetter(parts, caller.workspaceId, letter)
      if (!outcome) throw new ApiError('CONFLICT', { reason: because('mail.not_set_up') })
      return { body: serializeOutcome(to, outcome) }
    },
  }
}

async function readSettings({ db, config }: MailParts, { workspaceId }: Actor): Promise<MailSettings> {
  const server = mailServerOf(config)
  const { senderName, replyTo } = await findSender(db.in(workspaceId))
  return {
    is_set_up: server !== undefined,
    server: server?.name ?? null,
    from: server?.from.address ?? null,
    sender_name: senderName,
    reply_to: replyTo,
  }
}

/** @throws 422 VALIDATION_ERROR that names `reply_to` if it is not an address */
async function changeSender({ db, clock }: MailParts, { workspaceId }: Actor, change: MailSettingsUpdate) {
  const { sender_name: senderName, reply_to: replyTo } = change
  if (replyTo && readMailAddress(replyTo)?.address !== replyTo) {
    throw invalidField('reply_to', because('field.email'))
  }
  await db.transaction(workspaceId, async (tx) => {
    const present = await findSender(tx)
    const sender = {
      senderName: senderName === undefined ? present.senderName : senderName,
      replyTo: replyTo === undefined ? present.replyTo : replyTo,
    }
    await saveSender(tx, sender, clock.now().toISOString())
  })
}

function testLetter({ texts, workspaceName }: Writing, publicUrl: string) {
  const workspace = workspaceName
  return {
    subject: fill(texts.testSubject, { workspace }),
    title: texts.testTitle,
    paragraphs: [fill(texts.testText, { workspace })],
    action: { label: texts.openApplication, url: publicUrl },
    because: texts.testBecause,
  }
}
