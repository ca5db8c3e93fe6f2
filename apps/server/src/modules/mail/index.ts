export { mailSettingsRoutes } from './app-routes.ts'
export {
  serializeOutcome,
  sendLetter,
  writeLetter,
  type Letter,
  type LetterBody,
  type MailParts,
  type Writing,
} from './letter.ts'
