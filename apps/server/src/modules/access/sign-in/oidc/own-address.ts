/**
 * The address to go on to after signing in, as a full address of this site: another site's would be a trap.
 * @param next a path as the browser was sent with it; anything that leads elsewhere leads to the start page
 */
export function ownAddress(publicUrl: string, next: string | undefined): string {
  const site = new URL(publicUrl).origin
  const home = `${site}/`
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, home)) return home
  const { origin, pathname, search, hash } = new URL(next, home)
  // What reads as this site's path here must not read as another host where the page takes it up.
  if (origin !== site || pathname.startsWith('//')) return home
  return `${origin}${pathname}${search}${hash}`
}
