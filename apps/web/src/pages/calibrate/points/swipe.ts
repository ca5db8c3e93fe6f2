import { useRef, type TouchEvent } from 'react'

/** Minimum distance of a swipe, in CSS pixels. */
const SWIPE_MIN = 60

/** A touch position. */
export interface TouchPoint {
  readonly x: number
  readonly y: number
}

/** Returns the direction of a swipe: left for the next point, right for the previous one; null for a scroll or a tap. */
export function stepOfSwipe(from: TouchPoint, to: TouchPoint): 1 | -1 | null {
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < SWIPE_MIN || Math.abs(across) < 2 * Math.abs(down)) return null
  return across < 0 ? 1 : -1
}

/** Returns the touch handlers that detect a swipe with one finger. */
export function useSwipe(onStep: (step: 1 | -1) => void) {
  const from = useRef<TouchPoint>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      from.current = touches.length === 1 ? pointOf(touches[0]!) : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const step = from.current && stepOfSwipe(from.current, pointOf(changedTouches[0]!))
      from.current = null
      if (step !== null) onStep(step)
    },
    onTouchCancel: () => {
      from.current = null
    },
  }
}

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }): TouchPoint {
  return { x, y }
}
