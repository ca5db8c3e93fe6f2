const marks = new Map<string, string>()

/** Returns the decimal mark of the page's language, `.` or `,`; that of English outside a page. */
export function decimalMark(): string {
  const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'
  const known = marks.get(language)
  if (known !== undefined) return known
  // Regional variants can have a different mark.
  const locale = navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  const mark = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(language, mark)
  return mark
}

/** Returns a computed decimal, `-0.05` or `0.05 mm`, with the decimal mark of the language. Recorded texts are shown as entered. */
export function withDecimalMark(figure: string): string {
  return figure.replace(/(?<=\d)\.(?=\d)/g, decimalMark())
}
