/** The form of addresses that people are given; sign-in looks up no other. */
const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text is an e-mail address that a person can sign in with. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text)
}
