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

/** Returns the counts of one file. One that could not run counts as one failure. */
function fileResult({ testFilePath, numPassingTests, numFailingTests, numPendingTests, numTodoTests, ...rest }) {
  return {
    path: testFilePath,
    passed: numPassingTests,
    failed: numFailingTests + (rest.testExecError && numFailingTests === 0 ? 1 : 0),
    skipped: numPendingTests + numTodoTests,
    failure: rest.failureMessage ?? null,
  };
}

/** Writes the result of each file for tools/test.ts. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const file = process.env['TEST_COUNTS_FILE'];
    if (!file) return;
    printSlowest(results);
    writeFileSync(file, JSON.stringify(results.testResults.map(fileResult)));
  }
}
