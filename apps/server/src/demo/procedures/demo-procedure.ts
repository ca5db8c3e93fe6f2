import type { LibraryPoint, LibraryProcedure } from '@plumbline/contract/library'

/** A point of the demo's procedures, and how the readings of instruments lie at it. */
export interface DemoPoint extends LibraryPoint {
  /** Half width of the tolerance, in the unit of the nominal value. */
  readonly halfWidth: number
  /** What of the deviation of the instrument, as a share of the tolerance, is found at it. Of one point it is 1. */
  readonly share: number
  /** What is added to that, as a share of the tolerance: what a gauge lags behind on the way down. */
  readonly lag?: number
}

/** A procedure of the demo. */
export interface DemoProcedure {
  /** Beginning of the asset tags of the instruments that follow it. */
  readonly tag: string
  readonly procedure: LibraryProcedure
  readonly points: readonly DemoPoint[]
}

/** What a gauge lags behind at points on the way down, as a share of the tolerance. */
const LAG_DOWN = 0.15

/**
 * A procedure of the library as instruments of the demo follow it.
 * @param shareAt what of the deviation of the instrument is found at a point
 */
export function demoProcedure(
  tag: string,
  procedure: LibraryProcedure,
  shareAt: (index: number) => number,
): DemoProcedure {
  const points = procedure.points.map((point, index) => ({
    ...point,
    halfWidth: halfWidthOf(point),
    share: shareAt(index),
    ...(isFalling(point) && { lag: LAG_DOWN }),
  }))
  return { tag, procedure, points }
}

function isFalling({ channel, conditions }: LibraryPoint): boolean {
  return channel === 'Down' || conditions?.direction === 'down'
}

/** Milligrams of a gram: the library states tolerances of weights in them. */
const MG_PER_G = 1000

/** Of the symmetric tolerances that the demo's procedures have; 0 where a person judges. */
function halfWidthOf({ nominal, tolerance, span, resolution }: LibraryPoint): number {
  const terms = tolerance?.symmetric
  return (
    Number(terms?.absolute ?? 0) / (terms?.unit === 'mg' ? MG_PER_G : 1) +
    percentOf(terms?.percent_of_nominal ?? terms?.percent_of_reading, nominal.value) +
    percentOf(terms?.percent_of_span, span) +
    Number(terms?.counts ?? 0) * Number(resolution)
  )
}

function percentOf(percent: string | null | undefined, value: string | null | undefined): number {
  return (Number(value ?? 0) * Number(percent ?? 0)) / 100
}
