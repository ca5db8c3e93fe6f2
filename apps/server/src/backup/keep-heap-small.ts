import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the heap small in which millions of rows pass through: the young generation stays at its initial size, which
 * V8 otherwise lets grow with them, and the old one is collected after it has grown by a fifth, rather than after it
 * has grown several times. For separate commands, before they load their modules, of which some outlive the first
 * collections.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
}
