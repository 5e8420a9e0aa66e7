import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';
import { existsSync, readFileSync } from 'node:fs';
import type { FileResult, RunResult } from '../test-run/results';

/** Returns the result of a Playwright run from its JSON report. A run without one failed. */
export function resultIn(path: string, isWell: boolean): RunResult {
  if (!existsSync(path)) return { files: [], otherFailures: 1 };
  const report = JSON.parse(readFileSync(path, 'utf8')) as JSONReport;
  const files = report.suites.map(fileResult);
  return { files, otherFailures: isWell || files.some(({ failed }) => failed > 0) ? 0 : 1 };
}

function testsOf(suite: JSONReportSuite): JSONReportTest[] {
  return [...suite.specs.flatMap(({ tests }) => tests), ...(suite.suites ?? []).flatMap(testsOf)];
}

/** Journeys that did not run, because one that they depend on failed, count as failed: they are repeated with it. */
function fileResult(suite: JSONReportSuite): FileResult {
  const tests = testsOf(suite);
  const failed = tests.filter(
    ({ status, results }) => status === 'unexpected' || (status === 'skipped' && results.length === 0),
  );
  const passed = tests.filter(({ status }) => status === 'expected').length;
  const errors = failed.flatMap(({ results }) => results.flatMap((result) => result.errors));
  return {
    path: suite.file,
    passed,
    failed: failed.length,
    skipped: tests.length - passed - failed.length,
    failure: errors[0]?.message ?? null,
  };
}
