import { CODE_SHARE_MAX, labelFields, TAG_LINES, type LabelField, type LabelSheet } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import styles from './labels.module.css'

/** As the printed label: the highest line, and the letters' share of it. */
const LINE_MAX_MM = 4.4
const LETTERS = 0.76

/** Squares that stand for a code at a glance; the printed one is made by the server. */
const CODE_SQUARES = [
  0, 2, 3, 5, 9, 11, 12, 14, 17, 18, 20, 22, 26, 27, 29, 31, 32, 35, 37, 38, 41, 43, 46, 48,
]
const CODE_SIDE = 7

/** What one label will look like. */
export function LabelDrawing({
  sheet,
  fields,
  texts,
}: {
  sheet: LabelSheet
  fields: readonly LabelField[]
  texts: Readonly<Record<LabelField | 'tag', string>>
}) {
  const { label, inset } = sheet
  const lines = labelFields.filter((field) => fields.includes(field))
  const inner = label.height - 2 * inset
  const side = Math.min(inner, label.width * CODE_SHARE_MAX)
  const pitch = Math.min(inner / (TAG_LINES + lines.length), LINE_MAX_MM)
  const left = inset + side + Math.max(side * 0.1, 1)
  const top = (label.height - pitch * (TAG_LINES + lines.length)) / 2
  return (
    <svg
      viewBox={`0 0 ${label.width} ${label.height}`}
      className={styles.label}
      role="img"
      aria-label={t('labels.sample', { text: [texts.tag, ...lines.map((field) => texts[field])].join(', ') })}
    >
      <CodeDrawing x={inset} y={(label.height - side) / 2} side={side} />
      <svg x={left} y={0} width={label.width - left - inset} height={label.height}>
        <text x={0} y={top + pitch * 1.15} fontSize={pitch * 1.5 * LETTERS} fontWeight={600}>
          {texts.tag}
        </text>
        {lines.map((field, index) => (
          <text
            key={field}
            x={0}
            y={top + pitch * (TAG_LINES + index + 0.76)}
            fontSize={pitch * LETTERS}
            fontWeight={field === 'due_date' ? 600 : 400}
          >
            {texts[field]}
          </text>
        ))}
      </svg>
    </svg>
  )
}

function CodeDrawing({ x, y, side }: { x: number; y: number; side: number }) {
  const square = side / CODE_SIDE / 3
  const corner = (left: number, top: number) =>
    `M${left} ${top}h${square * 7}v${square * 7}h${-square * 7}zm${square} ${square}v${square * 5}h${square * 5}v${-square * 5}z`
  const far = side - square * 7
  return (
    <g className={styles.code}>
      {CODE_SQUARES.map((place) => (
        <rect
          key={place}
          x={x + square * 7 + ((place % CODE_SIDE) * (side - square * 7)) / CODE_SIDE}
          y={y + square * 7 + (Math.floor(place / CODE_SIDE) * (side - square * 7)) / CODE_SIDE}
          width={square * 2}
          height={square * 2}
        />
      ))}
      <path d={corner(x, y) + corner(x + far, y) + corner(x, y + far)} />
      {[
        [x, y],
        [x + far, y],
        [x, y + far],
      ].map(([left, top]) => (
        <rect
          key={`${left} ${top}`}
          x={left! + square * 2}
          y={top! + square * 2}
          width={square * 3}
          height={square * 3}
        />
      ))}
    </g>
  )
}
