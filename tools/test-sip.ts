// npm run test:sip: places real calls through Kamailio. Arguments are subjects of stories, or words of their titles.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertPackages } from './sip/bed/programs';
import { closeLab, openLab } from './sip/run/lab';
import { type Outcome, playAll } from './sip/run/play';
import { STORIES } from './sip/stories';
import { reasonOf } from './stack/start-error';
import type { FileResult } from './test-run/results';

const asked = process.argv.slice(2);
// Programs of the testbed are killed when this process exits, but not when a signal ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

function print({ subject, title, seconds, proofs, failure }: Outcome): void {
  console.log(`${failure === null ? '✓' : '✗'} ${subject}: ${title} (${seconds.toFixed(1)} s)`);
  for (const proof of proofs) console.log(`    ${proof}`);
  if (failure !== null) console.log(`    ${failure.replaceAll('\n', '\n    ')}`);
}

/** Returns the results as those of test files, one per subject. */
function resultsOf(outcomes: readonly Outcome[]): FileResult[] {
  return Object.keys(STORIES).flatMap((subject) => {
    const own = outcomes.filter((outcome) => outcome.subject === subject);
    const failures = own.flatMap(({ failure, title }) => (failure === null ? [] : [`${title}\n${failure}`]));
    const passed = own.length - failures.length;
    const path = `tools/sip/stories/${subject}.ts`;
    return own.length === 0
      ? []
      : [{ path, passed, failed: failures.length, skipped: 0, failure: failures[0] ?? null }];
  });
}

async function main(): Promise<boolean> {
  assertPackages();
  const all = Object.entries(STORIES).flatMap(([subject, stories]) => stories.map((story) => ({ subject, story })));
  const isAsked = ({ subject, story }: (typeof all)[number]) =>
    asked.length === 0 || asked.some((word) => subject === word || story.title.includes(word));
  const since = performance.now();
  const lab = await openLab();
  let outcomes: Outcome[] = [];
  const logs = mkdtempSync(join(tmpdir(), 'trunkline-sip-logs-'));
  try {
    outcomes = await playAll(lab, all.filter(isAsked), print);
  } finally {
    const isWell = outcomes.length > 0 && outcomes.every(({ failure }) => failure === null);
    await closeLab(lab, isWell ? null : logs);
    if (isWell) rmSync(logs, { recursive: true });
    else console.log(`logs: ${logs}`);
  }
  const failed = outcomes.filter(({ failure }) => failure !== null).length;
  const seconds = ((performance.now() - since) / 1000).toFixed(0);
  const file = process.env['SIP_RESULTS'];
  if (file) writeFileSync(file, JSON.stringify(resultsOf(outcomes)));
  console.log(`${outcomes.length - failed} passed, ${failed} failed in ${seconds} s`);
  return failed === 0;
}

try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
