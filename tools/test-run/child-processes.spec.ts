import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, pause, waitForExit } from '../postgres';
import { ChildProcesses } from './child-processes';

/** A leader with a child, as Jest and its worker. The child ignores SIGTERM and writes its id once it does. */
const WORKER = `process.on('SIGTERM', () => undefined);
  const { renameSync, writeFileSync } = require('node:fs');
  writeFileSync(process.argv[1] + '.new', String(process.pid));
  renameSync(process.argv[1] + '.new', process.argv[1]);
  setInterval(() => undefined, 1000);`;
const LEADER = `require('node:child_process').spawn(
  process.execPath, ['-e', ${JSON.stringify(WORKER)}, process.argv[1]], { stdio: 'ignore' });
  setInterval(() => undefined, 1000);`;

describe('ChildProcesses', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-children-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const started = async (file: string): Promise<number> => {
    while (!existsSync(file)) await pause(20);
    return Number(readFileSync(file, 'utf8'));
  };

  it.each<[string, (children: ChildProcesses) => void]>([
    ['an interruption', (children) => children.interrupt('SIGTERM')],
    ['a kill', (children) => children.kill('-e')],
  ])('leaves no process of a group behind after %s', async (_what, end) => {
    const children = new ChildProcesses(100);
    const file = join(folder, 'pid');
    const ended = children.node(['-e', LEADER, file]);
    const worker = await started(file);
    expect(isAlive(worker)).toBe(true);
    end(children);
    expect(await ended).toBe(false);
    expect(await waitForExit(worker, 10_000)).toBe(true);
  });

  it('starts nothing after an interruption', async () => {
    const children = new ChildProcesses();
    children.interrupt('SIGTERM');
    expect(await children.node(['-e', 'process.exit(0)'])).toBe(false);
    expect(children.isInterrupted).toBe(true);
  });

  it('resolves to whether the program exited with 0', async () => {
    const children = new ChildProcesses();
    expect(await children.node(['-e', 'process.exit(Number(process.env.CODE))'], { env: { CODE: '0' } })).toBe(true);
    expect(await children.node(['-e', 'process.exit(Number(process.env.CODE))'], { env: { CODE: '3' } })).toBe(false);
  });
});
