// `npm start`: the same as `plumbline serve`.
process.argv.splice(2, 0, 'serve')
await import('./cli/plumbline.ts')
