/** `tolerance_spec` as members of rows are written: `toleranceSpec`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** Names of the field tables, written once: each record and each instrument asks for all of them. */
const written = new Map<string, string>()

/** Returns a field's name as members of rows are written. */
export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  const known = written.get(name) ?? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  written.set(name, known)
  return known as CamelCase<Name>
}

/** Returns a field's name as types are written: `calibration_type` is `CalibrationType`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
}
