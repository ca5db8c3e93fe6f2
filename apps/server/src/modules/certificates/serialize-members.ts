/** Removes blank members, so that the document prints no label for them. */
export function present<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(
    ([, value]) =>
      value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === ''),
  )
  return Object.fromEntries(entries) as Present<Members>
}

/** Members that may have been null or undefined become members that may be absent. */
type Present<Members> = {
  [
    Name in keyof Members as null extends Members[Name]
      ? never
      : undefined extends Members[Name]
        ? never
        : Name
  ]: Members[Name]
} & {
  [Name in keyof Members]?: NonNullable<Members[Name]>
}
