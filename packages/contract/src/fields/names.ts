/** `tolerance_spec` as members of rows are written: `toleranceSpec`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** Returns a field's name as members of rows are written. */
export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>
}
