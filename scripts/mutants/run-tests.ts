// A process that runs test files, by their paths, until one test fails.
for (const path of process.argv.slice(2)) await import(path)
