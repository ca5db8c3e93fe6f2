/** A figure with its unit, where there is one. */
export function withUnit(figure: string, unit: string): string {
  return unit === '' ? figure : `${figure} ${unit}`
}
