// Runs test files, given by their paths, until a test fails.
for (const path of process.argv.slice(2)) await import(path)
