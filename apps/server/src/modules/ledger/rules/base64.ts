/** Standard base64 with padding, and nothing around it (RFC 4648, section 4). */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a base64 text; undefined when it is not the one and only base64 form of any bytes. */
export function bytesOfBase64(text: string): Buffer | undefined {
  if (!BASE64.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  // The last character may carry bits that no byte uses: such a text is a second form of the same bytes.
  return bytes.toString('base64') === text ? bytes : undefined
}
