// Of the page about sample data: makes a key for them, where the person who is signed in may.
const API = '/api/app/v1'

async function read(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Returns what the person can do, and the workspace of sample data where they may make a key there. */
async function situation() {
  if ((await read('/api/auth/get-session')) === null)
    return { text: 'Sign in to the application in this browser, then load this page again.' }
  const { memberships } = await read(`${API}/me`)
  const samples = memberships.filter(({ sample_of: of }) => of !== null)
  if (samples.length === 0) return { text: 'You have no sample data yet.' }
  const sample = samples.find(({ role }) => role === 'admin')
  return sample === undefined
    ? { text: 'Ask an admin of the workspace of sample data for a key.' }
    : { sample }
}

async function makeKey({ workspace_id: id }) {
  const response = await fetch(`${API}/workspaces/${id}/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Made at /docs', scope: 'write' }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(body.message)
  return body.key
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** The key as the guides take it, in full this once. */
function lines(key) {
  const block = document.createElement('pre')
  block.append(element('code', `export BASE_URL=${location.origin}\nexport API_KEY=${key}`))
  block.tabIndex = 0
  return [element('p', 'It is shown only here. Copy both lines into your shell:'), block]
}

async function offerKey() {
  const place = document.getElementById('sample-key')
  try {
    const { text, sample } = await situation()
    if (sample === undefined) {
      place.replaceChildren(element('p', text))
      return
    }
    const button = element('button', `Make a key for ${sample.name}`)
    button.type = 'button'
    button.addEventListener('click', async () => {
      button.disabled = true
      const shown = await makeKey(sample).then(lines, (error) => [element('p', error.message)])
      place.replaceChildren(...shown)
    })
    place.replaceChildren(button)
  } catch {
    place.replaceChildren(element('p', 'The server did not respond. Load this page again.'))
  }
}

void offerKey()
