// Runs the tests: everything that `npm test` means, or one project's. See tools/test.ts.
// usage: node tools/test.mjs [--unit | --system] [path…] [arguments of Jest]
process.argv.splice(2, 0, 'test');
await import('./run.mjs');
