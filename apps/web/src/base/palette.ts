/** Colours of one scheme; tests check that text colours have a contrast of 4.5:1 on their surfaces. */
export interface Palette {
  body: string
  surface: string
  sunken: string
  border: string
  text: string
  dimmed: string
  accent: string
  accentSoft: string
  status: Readonly<Record<StatusFamily, { text: string; fill: string }>>
}

/** Families of status colours; a colour is never used without a symbol and a word. */
export const statusFamilies = ['good', 'soon', 'bad', 'none', 'away', 'neutral'] as const
export type StatusFamily = (typeof statusFamilies)[number]

export const light: Palette = {
  body: '#f7f8fa',
  surface: '#ffffff',
  sunken: '#eef0f4',
  border: '#d9dde4',
  text: '#1a1e25',
  dimmed: '#565f6c',
  accent: '#364ab4',
  accentSoft: '#e9ecf9',
  status: {
    good: { text: '#0a665a', fill: '#e0f3ef' },
    soon: { text: '#7d4b00', fill: '#fcefd6' },
    bad: { text: '#a81c28', fill: '#fce9ea' },
    none: { text: '#535c68', fill: '#eceff3' },
    away: { text: '#17589e', fill: '#e4effa' },
    neutral: { text: '#535c68', fill: '#eceff3' },
  },
}

export const dark: Palette = {
  body: '#14171c',
  surface: '#1b1f26',
  sunken: '#101317',
  border: '#343a45',
  text: '#dfe3e9',
  dimmed: '#9da6b3',
  accent: '#a3b0ee',
  accentSoft: '#262d4a',
  status: {
    good: { text: '#66d4c1', fill: '#14332e' },
    soon: { text: '#f2bf68', fill: '#3a2c11' },
    bad: { text: '#ff9a9a', fill: '#40191d' },
    none: { text: '#aeb6c1', fill: '#2a2f38' },
    away: { text: '#8cc1f5', fill: '#152c45' },
    neutral: { text: '#aeb6c1', fill: '#2a2f38' },
  },
}
