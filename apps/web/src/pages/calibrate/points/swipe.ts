import { useRef, type TouchEvent } from 'react'

/** A finger that moves less than this has not swiped, in CSS pixels. */
const SWIPE_MIN = 60

/** Where a finger was. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** To which point a swipe leads: to the left on to the next one, to the right back. Null for a scroll, a tap or a tremble. */
export function stepOfSwipe(from: Place, to: Place): 1 | -1 | null {
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < SWIPE_MIN || Math.abs(across) < 2 * Math.abs(down)) return null
  return across < 0 ? 1 : -1
}

/** What an element hears of a single finger that swipes over it. */
export function useSwipe(onStep: (step: 1 | -1) => void) {
  const from = useRef<Place>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      from.current = touches.length === 1 ? placeOf(touches[0]!) : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const step = from.current && stepOfSwipe(from.current, placeOf(changedTouches[0]!))
      from.current = null
      if (step !== null) onStep(step)
    },
    onTouchCancel: () => {
      from.current = null
    },
  }
}

function placeOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Place {
  return { x, y }
}
