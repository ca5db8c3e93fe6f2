/** Where the scheme stands that is shown: Mantine keeps it there, and `index.html` before the first paint. */
const SCHEME = 'mantineColorScheme'

/** Paper is light, whatever the screen is: pages go to the printer in the light scheme, and come back as they were. */
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
