// Of the pages under /docs, which work without it: the colours that the application was set to, and results while one types.
try {
  const scheme = localStorage.getItem('plumbline-color-scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme ??= scheme
} catch {
  // Storage that the browser refuses leaves the colours of the system.
}

/** Addresses of operations as they were when the reference was the page /docs. */
if (location.pathname === '/docs' && /^#(?:tag|operation)\//.test(location.hash)) {
  location.replace(`/docs/reference${location.hash}`)
}

/** Between the last key and the request: who types on causes no request for each letter. */
const PAUSE_MS = 250

document.addEventListener('DOMContentLoaded', () => {
  // On a narrow page the list of all pages would come before the text.
  if (matchMedia('(max-width: 54rem)').matches)
    document.querySelector('.side details')?.removeAttribute('open')
  const input = document.querySelector('.top input')
  const place = document.getElementById('suggestions')
  if (input === null || place === null) return
  let timer
  let latest = ''
  const close = () => {
    latest = ''
    place.hidden = true
  }
  const show = async (query) => {
    latest = query
    const response = await fetch(`/docs/search?q=${encodeURIComponent(query)}`).catch(() => undefined)
    if (!response?.ok || latest !== query) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const results = page.getElementById('results')
    if (results === null || latest !== query) return
    place.replaceChildren(results)
    place.hidden = false
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    const query = input.value.trim()
    if (query === '') close()
    else timer = setTimeout(() => void show(query), PAUSE_MS)
  })
  input.form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    close()
    input.focus()
  })
  input.form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!input.form.contains(relatedTarget)) close()
  })
})
