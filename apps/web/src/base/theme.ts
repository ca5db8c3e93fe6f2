import { createTheme, localStorageColorSchemeManager, type CSSVariablesResolver } from '@mantine/core'
import { dark, light, type Palette } from './palette.ts'

const systemFont =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'
const systemMono =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace'

/** Neutral surfaces and one accent colour; other colours are reserved for status. */
export const theme = createTheme({
  fontFamily: systemFont,
  fontFamilyMonospace: systemMono,
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  colors: {
    ink: [
      '#e9ecf9',
      '#d5dbf3',
      '#b1bbe9',
      '#a3b0ee',
      '#6577d3',
      '#4f64cd',
      '#4459cb',
      '#364ab4',
      '#2e42a2',
      '#243890',
    ],
    dark: [
      '#dfe3e9',
      '#b9c0ca',
      '#9da6b3',
      '#6d7684',
      '#343a45',
      '#2a2f38',
      '#20252d',
      '#1b1f26',
      '#14171c',
      '#101317',
    ],
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  components: {
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 120 } },
      styles: { title: { fontSize: '1.0625rem', fontWeight: 600 } },
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
  },
})

/** Sets our surfaces and status colours as CSS variables, and Mantine's own variables to them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...variablesOf(light), '--mantine-color-placeholder': '#6a7380' },
  dark: { ...variablesOf(dark), '--mantine-color-placeholder': '#8a93a0' },
})

/** Stores the chosen scheme under the key that index.html reads before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'plumbline-color-scheme' })

/** Returns the surfaces and colours of a palette as CSS variables. */
export function variablesOf(palette: Palette): Record<string, string> {
  const status = Object.entries(palette.status).flatMap(([family, { text, fill }]) => [
    [`--status-${family}`, text],
    [`--status-${family}-fill`, fill],
  ])
  return {
    '--mantine-color-body': palette.surface,
    '--mantine-color-text': palette.text,
    '--mantine-color-dimmed': palette.dimmed,
    '--mantine-color-anchor': palette.accent,
    '--mantine-color-error': palette.status.bad.text,
    '--mantine-color-default-border': palette.border,
    '--page': palette.body,
    '--surface': palette.surface,
    '--sunken': palette.sunken,
    '--border': palette.border,
    '--text': palette.text,
    '--dimmed': palette.dimmed,
    '--accent': palette.accent,
    '--accent-soft': palette.accentSoft,
    ...(Object.fromEntries(status) as Record<string, string>),
  }
}
