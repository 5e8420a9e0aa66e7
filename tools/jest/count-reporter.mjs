import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const SLOWEST = Number(process.env['SLOWEST'] ?? 10);

/** Prints the slowest files of a large run. */
function printSlowest(results) {
  const files = results.testResults.map(({ testFilePath, perfStats }) => [testFilePath, perfStats.runtime ?? 0]);
  if (files.length <= SLOWEST) return;
  const slowest = files.sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const lines = slowest.map(([path, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative('', path)}`);
  console.log(`\nThe ${SLOWEST} slowest of ${files.length} files:\n${lines.join('\n')}\n`);
}

/** Writes the run's counts for tools/test.ts. A file that could not run counts as one failure. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const file = process.env['TEST_COUNTS_FILE'];
    if (!file) return;
    printSlowest(results);
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(file, JSON.stringify(counts));
  }
}
