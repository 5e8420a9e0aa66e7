import { spawnSync } from 'node:child_process';

/** What Prometheus' own linter finds wrong with an exposition; '' when nothing, or where the machine has no promtool. */
export function promtoolFaults(exposition: string): string {
  const found = spawnSync('promtool', ['--version']).status === 0;
  if (!found && process.env['CI'] === 'true') throw new Error('no promtool: in CI the metrics must be checked');
  if (!found) return '';
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], {
    input: exposition,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
