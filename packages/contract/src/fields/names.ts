/** Converts `tolerance_spec` to a member name of rows: `toleranceSpec`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** A cache of the names in the field tables, because each record and each instrument needs all of them. */
const written = new Map<string, string>()

/** Returns a field's name in the style of row members. */
export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  const known = written.get(name) ?? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  written.set(name, known)
  return known as CamelCase<Name>
}

/** Returns a field's name in the style of types: `calibration_type` is `CalibrationType`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
}
