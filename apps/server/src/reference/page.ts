import { documentationHeader, HEADER_STYLE_PATH, SCRIPT_PATH } from './guides/index.ts'

/** Paths of the files that the page loads, all from this server. */
export const REDOC_PATH = '/docs/redoc.js'
export const START_PATH = '/docs/start.js'

/** ID of the element that Redoc renders into. */
const PLACE = 'reference'

/**
 * Returns the page into which Redoc renders the OpenAPI document, with a link to the document for readers without
 * scripts.
 */
export function referencePage(title: string, documentUrl: string): string {
  return `<!doctype html>
<html lang="en" data-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${HEADER_STYLE_PATH}">
<style>body { margin: 0; font-family: system-ui, sans-serif } h1 { overflow-wrap: anywhere }</style>
<script src="${SCRIPT_PATH}"></script>
<script src="${REDOC_PATH}" defer></script>
<script src="${START_PATH}" defer></script>
</head>
<body>
${documentationHeader()}
<div id="${PLACE}"></div>
<noscript><p>This page needs JavaScript. The <a href="${documentUrl}">OpenAPI document</a> holds the same.</p></noscript>
</body>
</html>
`
}

/** Settings of Redoc 2: the colors and fonts of the application, and no external resources. */
const OPTIONS = {
  // The search of the documentation is in the header, and finds operations too.
  disableSearch: true,
  expandResponses: '200,201',
  nativeScrollbars: true,
  pathInMiddlePanel: true,
  requiredPropsFirst: true,
  theme: {
    // Redoc's own light shade has too little contrast for colored text.
    colors: {
      primary: { main: '#364ab4', light: '#364ab4' },
      text: { primary: '#171a21', secondary: '#4d5563' },
    },
    typography: {
      fontFamily: 'system-ui, sans-serif',
      fontSize: '15px',
      headings: { fontFamily: 'system-ui, sans-serif' },
      code: { fontFamily: 'ui-monospace, monospace', color: '#8a1f3d' },
    },
  },
}

/** Returns the script that makes Redoc render the document: the policy of the page does not allow inline scripts. */
export function startScript(documentUrl: string): string {
  const place = `document.getElementById(${JSON.stringify(PLACE)})`
  return `Redoc.init(${JSON.stringify(documentUrl)}, ${JSON.stringify(OPTIONS)}, ${place})\n`
}
