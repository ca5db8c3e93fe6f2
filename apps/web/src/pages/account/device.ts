/** A browser or program and its operating system; undefined if unknown. */
export interface Device {
  program: string | undefined
  system: string | undefined
}

/** Browsers by the mark that none of those above carries: most claim to be several others as well. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Parses a user agent; a program that is not a browser is named by its first word. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const browser = named(PROGRAMS, text)
  const [, first] = /^([A-Za-z][\w .-]{0,30})(?:\/|$)/.exec(text) ?? []
  return { program: browser ?? (first === 'Mozilla' ? undefined : first), system: named(SYSTEMS, text) }
}

function named(marks: readonly [RegExp, string][], text: string): string | undefined {
  return marks.find(([mark]) => mark.test(text))?.[1]
}
