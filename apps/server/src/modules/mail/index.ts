export { mailSettingsRoutes } from './app-routes.ts'
export {
  presentOutcome,
  sendLetter,
  writeLetter,
  type Letter,
  type LetterBody,
  type MailParts,
  type Writing,
} from './letter.ts'
