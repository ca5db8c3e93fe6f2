import type { ReactNode } from 'react'
import type { PartAppearance } from '../../components/column-chart/column-chart.tsx'
import styles from './reports.module.css'
import { useRowPages } from './row-pages.tsx'

/** A bar of parts, each a share of the whole from 0 to 1. */
export interface FigureBar {
  appearance: PartAppearance
  share: number
}

/** A row of figures with its bar. */
export interface FigureRow {
  key: string
  name: ReactNode
  figures: readonly ReactNode[]
  bar: readonly FigureBar[]
}

/** As many figures as a phone has room for beside a name without breaking their heads within words. */
const FEW_FIGURES = 2

/**
 * A table of figures with a bar for each, as chart and table in one. If there is not enough space, the bar is below the name, so
 * that figures are never pushed out of view, and on a phone more than a few figures are below it, too, each with its head.
 */
export function FigureTable({
  caption,
  heads,
  appearances = [],
  rows,
}: {
  caption: string
  /** Headings of the name column and of each figure. */
  heads: readonly string[]
  /** The appearance of each figure's part of the bar, if the bar has more than one. */
  appearances?: readonly (PartAppearance | undefined)[]
  rows: readonly FigureRow[]
}) {
  const [first, ...others] = heads
  const pages = useRowPages(rows)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.figures} data-many={others.length > FEW_FIGURES || undefined}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <td className={styles.bar} />
              {others.map((head, index) => (
                <th key={head} scope="col" data-figure>
                  {appearances[index] && <Swatch appearance={appearances[index]} />}
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pages.shown.map((row) => (
              <Row key={row.key} row={row} heads={others} appearances={appearances} />
            ))}
          </tbody>
        </table>
      </div>
      {pages.ways}
    </>
  )
}

function Row({
  row: { name, bar, figures },
  heads,
  appearances,
}: {
  row: FigureRow
  /** Headings of the figures. */
  heads: readonly string[]
  /** Appearances of the figures. */
  appearances: readonly (PartAppearance | undefined)[]
}) {
  return (
    <tr>
      <th scope="row">
        {name}
        <div className={styles.barBelow}>
          <Bar parts={bar} />
        </div>
      </th>
      <td className={styles.bar}>
        <Bar parts={bar} />
      </td>
      {figures.map((figure, index) => (
        <td key={heads[index]} data-figure data-head={heads[index]}>
          {appearances[index] && <Swatch appearance={appearances[index]} />}
          {figure}
        </td>
      ))}
    </tr>
  )
}

/** States which part of the bars, and of the chart above them, a figure is. */
function Swatch({ appearance }: { appearance: PartAppearance }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
      <rect className={styles.part} data-appearance={appearance} width={10} height={10} rx={2} />
    </svg>
  )
}

function Bar({ parts }: { parts: readonly FigureBar[] }) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { share }) => sum + share, 0))
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} width={100} height={12} />
      {parts.map(({ appearance, share }, index) => (
        <rect
          key={appearance}
          className={styles.part}
          data-appearance={appearance}
          x={100 * starts[index]!}
          width={100 * share}
          height={12}
        />
      ))}
    </svg>
  )
}
