/** Returns a figure with its unit, if there is one. */
export function withUnit(figure: string, unit: string): string {
  return unit === '' ? figure : `${figure} ${unit}`
}
