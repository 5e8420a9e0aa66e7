import { spawnSync } from 'node:child_process';

/** Returns the faults that Prometheus' linter finds in an exposition. Returns '' for none, or without promtool. */
export function promtoolFaults(exposition: string): string {
  const found = spawnSync('promtool', ['--version']).status === 0;
  if (!found && process.env['CI'] === 'true')
    throw new Error('promtool is not installed. In CI the metrics must be checked.');
  if (!found) return '';
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], {
    input: exposition,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
