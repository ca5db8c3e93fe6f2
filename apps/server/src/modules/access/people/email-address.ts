/** The format of people's addresses; sign-in looks up no other. */
const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text is an email address that a person can sign in with. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text)
}
