/** The attribute with the current colour scheme, set by `index.html` before the first paint and then by Mantine. */
const SCHEME = 'mantineColorScheme'

/** Prints pages in the light colour scheme, and restores the previous scheme afterwards. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  addEventListener('beforeprint', () => {
    shown = dataset[SCHEME]
    dataset[SCHEME] = 'light'
  })
  addEventListener('afterprint', () => {
    if (shown !== undefined) dataset[SCHEME] = shown
  })
}
