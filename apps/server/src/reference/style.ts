/** The look of the reference: quiet, light and dark, readable on a phone. */
export const style = `
:root { color-scheme: light dark; --line: #d7dce0; --soft: #f4f6f7; --accent: #0b6e69; --text: #1b2327; --page: #fff }
@media (prefers-color-scheme: dark) { :root { --line: #3a4449; --soft: #20282c; --accent: #5cc4bd; --text: #e4e9eb; --page: #161c1f } }
* { box-sizing: border-box }
body { margin: 0; display: flex; font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; flex: 0 0 270px; padding: 20px; border-right: 1px solid var(--line); background: var(--soft) }
nav h2 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; margin: 18px 0 4px }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: 3px 0; color: inherit; text-decoration: none }
nav a:hover { color: var(--accent) }
main { flex: 1 1 auto; min-width: 0; max-width: 900px; padding: 28px 40px 80px }
h1 small { font-size: 14px; font-weight: 400 }
section { margin-top: 40px }
article { border-top: 1px solid var(--line); padding: 8px 0 20px; scroll-margin-top: 8px }
h3 { font-size: 19px; margin: 14px 0 6px }
h4 { margin: 20px 0 6px }
a { color: var(--accent) }
code { font: 13px/1.5 ui-monospace, monospace }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 12px; overflow: auto }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid var(--line); padding: 7px 12px 7px 0; vertical-align: top }
td:first-child { width: 260px; overflow-wrap: anywhere }
small { opacity: .75 }
summary { cursor: pointer; padding: 3px 0 }
.path b { display: inline-block; min-width: 58px; color: var(--accent) }
.error { color: #b3431e }
@media (prefers-color-scheme: dark) { .error { color: #f0936f } }
@media (max-width: 760px) { body { display: block } nav { position: static; height: auto } main { padding: 20px } td:first-child { width: 40% } }
`
