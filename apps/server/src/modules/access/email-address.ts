/** The form of address that the sign-in library admits: with any other nobody could ever sign in. */
const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text is an e-mail address that somebody can sign in with. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text)
}
