import type { LibraryPoint, LibraryProcedure } from '@plumbline/contract/library'

/** A point of a demo procedure, and how readings deviate there. */
export interface DemoPoint extends LibraryPoint {
  /** Half width of the tolerance, in the unit of the nominal value. */
  readonly halfWidth: number
  /** Share of the instrument's deviation that is found at this point; 1 at one of the points. */
  readonly share: number
  /** Added to that, as a share of the tolerance: the hysteresis of a gauge at falling pressure. */
  readonly lag?: number
}

/** A procedure of the demo. */
export interface DemoProcedure {
  /** Prefix of the asset tags of the instruments that follow it. */
  readonly tag: string
  readonly procedure: LibraryProcedure
  readonly points: readonly DemoPoint[]
}

/** Hysteresis of a gauge at points with falling pressure, as a share of the tolerance. */
const LAG_DOWN = 0.15

/**
 * Returns a procedure of the library in the form that instruments of the demo follow.
 * @param shareAt returns the share of the instrument's deviation that is found at a point
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

/** Milligrams in a gram; the library states the tolerances of weights in milligrams. */
const MG_PER_G = 1000

/** Returns half the width of a symmetric tolerance, the only kind that demo procedures have; 0 if a person decides. */
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
