import { explain } from '../src/explain.ts'
import { verifyFile } from '../src/file.ts'

const inputs = document.getElementById('inputs')
const drop = document.getElementById('drop')
const fileInput = document.getElementById('file')

/** Between two reports of progress: often enough to see that it moves, seldom enough to be read aloud. */
const PROGRESS_EVERY_MS = 2000

/** The file to check, and a count of checks, so that a slow one never overwrites the verdict of a later one. */
let chosen
let checks = 0

fileInput.addEventListener('change', () => choose(fileInput.files[0]))
inputs.addEventListener('change', (event) => {
  if (event.target !== fileInput) void check()
})
inputs.addEventListener('submit', (event) => event.preventDefault())

// A file dropped beside the field would otherwise replace the page.
addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.classList.add('over')
})
addEventListener('dragleave', () => drop.classList.remove('over'))
addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  choose(event.dataTransfer.files[0])
})

function choose(file) {
  if (file === undefined) return
  chosen = file
  void check()
}

async function check() {
  if (chosen === undefined) return
  checks += 1
  const own = checks
  const update = (...shown) => {
    if (own === checks) show(...shown)
  }
  update('running', { headline: `Checking ${chosen.name} …`, details: [] })
  let shownAt = performance.now()
  const onProgress = (entries) => {
    if (performance.now() - shownAt < PROGRESS_EVERY_MS) return
    shownAt = performance.now()
    update('running', { headline: `Checking … ${entries} entries so far`, details: [] })
  }
  try {
    const file = await verifyFile(chunksOf(chosen), { ...givenOptions(), onProgress })
    update(file.verdict.holds ? 'holds' : 'wrong', explain(file), recordOf(file))
  } catch (error) {
    update('undecided', { headline: 'Nothing could be decided.', details: [reasonOf(error)] })
  }
}

function givenOptions() {
  const vkey = document.getElementById('vkey').value.trim()
  const checkpoint = document.getElementById('checkpoint').value.trim()
  return {
    ...(vkey !== '' && { vkey }),
    // The blank end of a note is easily lost in copying.
    ...(checkpoint !== '' && { earlier: [`${checkpoint}\n`] }),
  }
}

/** The pieces of a file, also in browsers whose streams cannot be iterated. */
async function* chunksOf(file) {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function recordOf(file) {
  return file.what === 'record' && file.verdict.holds ? file.verdict.facts.payload : undefined
}

function reasonOf(error) {
  if (error.name === 'NotSupportedError' || globalThis.crypto?.subtle === undefined) {
    return 'This browser cannot check Ed25519 signatures. Use a current browser, or the command line.'
  }
  return error.message
}

function show(outcome, { headline, details }, record) {
  document.getElementById('verdict').dataset.outcome = outcome
  document.getElementById('headline').textContent = headline
  const items = details.map((detail) => {
    const item = document.createElement('li')
    item.textContent = detail
    return item
  })
  document.getElementById('details').replaceChildren(...items)
  const text = document.getElementById('record')
  text.hidden = record === undefined
  text.textContent = record === undefined ? '' : JSON.stringify(record, null, 2)
}
