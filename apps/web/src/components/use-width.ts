import { useCallback, useState } from 'react'

/**
 * The width of an element in pixels, right from its first paint on and after every change; 0 before it stands.
 * @returns what the element takes as its `ref`, and its width
 */
export function useWidth(): [(element: Element | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
