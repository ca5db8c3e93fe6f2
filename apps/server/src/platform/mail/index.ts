export {
  composeMail,
  type ComposedMail,
  type MailContent,
  type MailLink,
  type MailRow,
  type MailTable,
} from './mail-layout.ts'
export { type MailOutcome, type MailProblem } from './mail-outcome.ts'
export { mailServerOf, type MailServer, type MailServerSettings } from './mail-server.ts'
export { readMailAddress } from './mail-settings.ts'
