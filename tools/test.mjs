// Runs all tests, or those at the given paths. See tools/test.ts.
// usage: node tools/test.mjs [--unit | --system] [path…] [Jest arguments]
process.argv.splice(2, 0, 'test');
await import('./run.mjs');
