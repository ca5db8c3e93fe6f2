const marks = new Map<string, string>()

/** The mark before the fraction of a number in the language of the page, `.` or `,`; without a page, that of English. */
export function decimalMark(): string {
  const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'
  const known = marks.get(language)
  if (known !== undefined) return known
  // A regional variant of the browser has marks of its own.
  const locale = navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  const mark = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(language, mark)
  return mark
}

/** A computed decimal, `-0.05` or `0.05 mm`, with the mark of the language. What was recorded stays as it was written. */
export function withDecimalMark(figure: string): string {
  return figure.replace(/(?<=\d)\.(?=\d)/g, decimalMark())
}
