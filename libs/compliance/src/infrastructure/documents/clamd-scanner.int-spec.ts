import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import { ClamdScanner } from './clamd-scanner';
import { ContentInspector } from './inspection/content-inspector';
import { InspectionThreads } from './inspection/inspection-threads';

/** The path of clamd. Without it the test run prints a notice, and with CI=true it fails. */
const CLAMD = process.env['TEST_CLAMD'] ?? '';
const describeWithClamd = CLAMD ? describe : describe.skip;
/** The EICAR test file, in two parts, so that scanners leave this source alone. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Answers every connection with a text, as clamd would. */
async function fakeClamd(answer: string | null): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (answer === null) socket.destroy();
      else if (chunk.subarray(-4).equals(Buffer.alloc(4)) || chunk.includes('zPING')) socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { server, address: `127.0.0.1:${port}` };
}

describe('ClamdScanner', () => {
  it.each([
    ['stream: OK\0', null],
    ['stream: Eicar-Test-Signature FOUND\0', 'Eicar-Test-Signature'],
  ])('understands %j', async (answer, virus) => {
    const { server, address } = await fakeClamd(answer);
    expect(await new ClamdScanner(address).scan(Buffer.alloc(200_000))).toBe(virus);
    server.close();
  });

  it('answers a check with PONG only', async () => {
    for (const [answer, isUp] of [
      ['PONG\0', true],
      ['UNKNOWN COMMAND\0', false],
      ['', false],
    ] as const) {
      const { server, address } = await fakeClamd(answer);
      const [outcome] = await Promise.allSettled([new ClamdScanner(address).check()]);
      expect([answer, outcome.status]).toEqual([answer, isUp ? 'fulfilled' : 'rejected']);
      server.close();
    }
    await expect(new ClamdScanner('127.0.0.1:1').check()).rejects.toThrow('ECONNREFUSED');
  });

  it.each(['INSTREAM size limit exceeded. ERROR\0', '', null])('is unavailable after the answer %j', async (answer) => {
    const { server, address } = await fakeClamd(answer);
    await expect(new ClamdScanner(address).scan(Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
    server.close();
  });

  it('is unavailable where nothing listens', async () => {
    await expect(new ClamdScanner('127.0.0.1:1').scan(Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describeWithClamd('clamd of Debian', () => {
  let folder: string;
  let clamd: ChildProcess;
  let scanner: ClamdScanner;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-clamd-'));
    chmodSync(folder, 0o755);
    // A database of one signature starts in a second and needs no download.
    writeFileSync(join(folder, 'eicar.ndb'), `Eicar-Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
    const socket = join(folder, 'clamd.sock');
    const settings = [`LocalSocket ${socket}`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'User root'];
    writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
    clamd = spawn(CLAMD, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    scanner = new ClamdScanner(socket);
    await eventually(() => scanner.scan(Buffer.from('harmless')));
  });
  afterAll(() => {
    clamd.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds EICAR, and passes a harmless document', async () => {
    expect(execFileSync(CLAMD, ['--version']).toString()).toContain('ClamAV');
    await expect(scanner.check()).resolves.toBeUndefined();
    expect(await scanner.scan(Buffer.from(EICAR))).toBe('Eicar-Test.UNOFFICIAL');
    expect(await scanner.scan(Buffer.alloc(2_097_152))).toBeNull();
  });

  it('refuses a document with EICAR before it is parsed', async () => {
    const infected = Buffer.from(`%PDF-1.7\n% ${EICAR}\n`);
    const request = { accountId: 'acc_1', declaredType: null, stripsMetadata: false };
    const inspected = new ContentInspector(scanner, new InspectionThreads(new RecordingLog())).inspect(
      () => Promise.resolve(infected),
      request,
    );
    await expect(inspected).rejects.toMatchObject({ code: 'document_infected' });
  });
});
