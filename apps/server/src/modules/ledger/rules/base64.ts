/** Returns the bytes of a base64 text; undefined unless it is the standard, padded form of those bytes (RFC 4648, section 4). */
export function bytesOfBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  // Encoding again detects white space, other alphabets, missing padding and unused bits, all of which are accepted.
  return bytes.toString('base64') === text ? bytes : undefined
}
