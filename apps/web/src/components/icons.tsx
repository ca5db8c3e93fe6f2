import type { ReactNode } from 'react'

/** Line drawings on a 20 by 20 grid; they never carry meaning alone, so they are hidden from readers. */
const drawings = {
  today: <path d="M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-5h-5v5H4a1 1 0 0 1-1-1Z" />,
  worklist: (
    <path d="m3 5.5 1.2 1.2L6.5 4M3 10.5l1.2 1.2L6.5 9M3 15.5l1.2 1.2L6.5 14M9.5 5.5H17m-7.5 5H17m-7.5 5H17" />
  ),
  instruments: <path d="M10 3a7 7 0 0 0-5.2 11.7M10 3a7 7 0 0 1 5.2 11.7M10 12.5l3.2-5M4 17h12" />,
  procedures: <path d="M5 3.5h10V17H5ZM8 2.5h4v2H8ZM7.5 8.5l1 1 1.5-2M7.5 13l1 1 1.5-2M12 9h1m-1 4.5h1" />,
  approvals: (
    <path d="M8 3.5h4M10 3.5c0 3.5 2.5 4 2.5 6.5h-5c0-2.5 2.5-3 2.5-6.5ZM4 13.5c0-2 1.5-3.5 3.5-3.5h5c2 0 3.5 1.5 3.5 3.5ZM4 17h12" />
  ),
  documents: <path d="M5 3h6.5L15 6.5V17H5ZM11 3v4h4M7.5 10.5h5m-5 3h5" />,
  ledger: <path d="M4 4h5v4H4Zm7 0h5v4h-5ZM7.5 12.5h5V17h-5ZM6.5 8v2h7V8M10 10v2.5" />,
  reports: <path d="M3.5 16.5h13M5.5 16.5v-5h2.5v5m1.5 0v-9h2.5v9m1.5 0v-12h2.5v12" />,
  webhooks: (
    <path d="M8 9.5 5.8 13.3M10.5 6.5l2.3 4M7.5 14.5h5M7.7 4.9a2.7 2.7 0 1 1 3.6 3.4M14 11.5a2.7 2.7 0 1 1-1.6 4.9M6.6 11.9a2.7 2.7 0 1 0 .9 3.7" />
  ),
  settings: <path d="M3 6h7m4 0h3M3 14h3m4 0h7M12 4v4M8 12v4" />,
  search: <path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.5L17 17" />,
  down: <path d="m5.5 8 4.5 4.5L14.5 8" />,
  left: <path d="M12 5.5 7.5 10l4.5 4.5" />,
  right: <path d="M8 5.5 12.5 10 8 14.5" />,
  first: <path d="M13.5 5.5 9 10l4.5 4.5M6 5v10" />,
  last: <path d="M6.5 5.5 11 10l-4.5 4.5M14 5v10" />,
  rail: <path d="M3.5 4h13v12h-13ZM8 4v12" />,
  bell: <path d="M5.5 13.5v-5a4.5 4.5 0 0 1 9 0v5l1.5 1.5H4ZM8.5 17.2h3M10 4V2.8" />,
  person: <path d="M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM4 17c.5-3.2 2.9-5 6-5s5.5 1.8 6 5" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  plus: <path d="M10 4v12M4 10h12" />,
  columns: <path d="M3.5 4h13v12h-13ZM8 4v12M12 4v12" />,
  download: <path d="M10 3v9.5M6 9l4 4 4-4M4 16.5h12" />,
  upload: <path d="M10 13V3.5M6 7l4-4 4 4M4 16.5h12" />,
  bookmark: <path d="M5.5 3.5h9V17L10 13.5 5.5 17Z" />,
  filter: <path d="M3 5h14l-5.5 6.5V16l-3 1.5v-6Z" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  warning: <path d="M10 3.5 17.5 16.5h-15ZM10 8.5v3.5M10 14.3v.2" />,
  offline: (
    <path d="M3 3l14 14M5 11.5A8 8 0 0 1 8 9.5m4 .2a8 8 0 0 1 3 1.8M2.5 8.5A12 12 0 0 1 5.5 6.5m3.5-.9a12 12 0 0 1 8.5 2.9M7.8 14.2a3.2 3.2 0 0 1 4.4 0M10 17v.1" />
  ),
  more: <path d="M4.5 10h.1m5.4 0h.1m5.4 0h.1" />,
  edit: <path d="m4 13-.5 3.5L7 16l9-9-3-3ZM11 6l3 3" />,
  external: <path d="M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7" />,
  send: <path d="m3 10 14-6-4.5 13-3-5.5ZM9.5 11.5 17 4" />,
  pause: <path d="M7 5v10m6-10v10" />,
  history: <path d="M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M10 6.5V10l2.5 2" />,
  calendar: <path d="M3.5 5h13v12h-13ZM3.5 8.5h13M7 3v3.5M13 3v3.5" />,
  print: <path d="M6 7.5V3h8v4.5M6 14H3.5V7.5h13V14H14M6 11.5h8V17H6Z" />,
  parcel: (
    <path d="M3.5 7 10 3.5 16.5 7v6.5L10 17l-6.5-3.5ZM3.5 7 10 10.5 16.5 7M10 10.5V17M6.8 5.2l6.5 3.5" />
  ),
  place: (
    <path d="M10 17.5s5.5-5 5.5-9a5.5 5.5 0 0 0-11 0c0 4 5.5 9 5.5 9ZM10 10.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z" />
  ),
} as const satisfies Record<string, ReactNode>

/** Name of a drawing. */
export type IconName = keyof typeof drawings

/** One drawing in the colour of the text around it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}
