import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { installCommand, missingPackages } from '../sip/bed/programs';
import type { ChildProcesses } from './child-processes';
import { type FileResult, NOTHING, type RunResult } from './results';

/** Places calls through a real switch, or those of the given files of stories. See CONTRIBUTING.md. */
export async function runCalls(children: ChildProcesses, files: readonly string[] = []): Promise<RunResult> {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(`\n## NO CALLS ARE PLACED THROUGH A SWITCH: ${missing.join(', ')} NOT INSTALLED. ##`);
    console.error(`## ${installCommand(missing)} ##\n`);
    return process.env['CI'] ? { ...NOTHING, otherFailures: 1 } : NOTHING;
  }
  console.log('\ncalls through a real switch\n');
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-calls-'));
  const results = join(folder, 'results.json');
  try {
    const subjects = files.map((file) => basename(file, '.ts'));
    const isWell = await children.node(['tools/run.mjs', 'test-sip', ...subjects], { env: { SIP_RESULTS: results } });
    const told = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as FileResult[]) : [];
    const isExplained = isWell || told.some(({ failed }) => failed > 0);
    return { files: told, otherFailures: isExplained ? 0 : 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
