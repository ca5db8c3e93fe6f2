/** Returns digits as a number, and anything else as typed, so that the server reports what is wrong. */
export function wholeNumber(text: string): number | string {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : text
}
