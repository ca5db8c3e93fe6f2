/** Standard base64 with padding and no surrounding characters (RFC 4648, section 4). */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Returns the bytes of a base64 text; undefined unless it is the only base64 form of those bytes. */
export function bytesOfBase64(text: string): Buffer | undefined {
  if (!BASE64.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  // The last character may carry unused bits; such a text would be a second form of the same bytes.
  return bytes.toString('base64') === text ? bytes : undefined
}
