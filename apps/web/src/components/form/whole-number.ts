/** Digits become a number; anything else goes to the server as typed, for it to say what is wrong. */
export function wholeNumber(text: string): number | string {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : text
}
