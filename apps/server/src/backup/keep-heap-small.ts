import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the young generation of the heap at its initial size: V8 lets it grow with the data that pass through, and
 * there are millions of rows. For separate commands; it was measured to reduce their peak by 60 to 90 MB without
 * taking time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
