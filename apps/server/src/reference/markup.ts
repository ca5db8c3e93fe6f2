/** Text made safe to stand in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The little Markdown of one line: code in backticks. */
export function phrase(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** The little Markdown of descriptions: phrases, with empty lines between paragraphs. */
export function prose(text: string): string {
  const paragraphs = text.split('\n\n')
  return paragraphs.map((paragraph) => `<p>${phrase(paragraph)}</p>`).join('')
}

/** A JSON value as it would be sent. */
export function jsonBlock(value: unknown): string {
  return `<pre><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`
}
