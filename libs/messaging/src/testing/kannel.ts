import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually, freePort } from '@trunkline/platform/testing';

/** The path of Kannel's bearerbox. Without it the test run prints a notice, and with CI=true it fails. */
export const BEARERBOX = process.env['TEST_BEARERBOX'] ?? '';

/** A message as Kannel received it. */
export interface KannelMessage {
  readonly from: string;
  readonly to: string;
  /** Of the octets: 0 is GSM-7, which Kannel hands over in UTF-8; 2 is UCS-2. */
  readonly coding: number;
  readonly octets: Buffer;
}

export interface Kannel {
  /** What Kannel received, its parts joined. */
  readonly received: readonly KannelMessage[];
  /** Sends a text in GSM-7 (0) or UCS-2 (2). Throws unless Kannel takes it. */
  readonly send: (message: { from: string; to: string; text: string; coding: 0 | 2 }) => Promise<void>;
  readonly log: () => string;
  /** The addresses on which it listens, as the kernel lists them: `0100007F` is 127.0.0.1. */
  readonly addresses: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts Kannel, all of whose listeners are on loopback, as the client of an SMSC. */
export async function startKannel(smsc: { readonly port: number; readonly password: string }): Promise<Kannel> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-kannel-'));
  const received: KannelMessage[] = [];
  const sink = createServer((request, response) => {
    received.push(messageOf(request.url ?? ''));
    response.end();
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port: sinkPort } = sink.address() as { port: number };
  const [admin, smsbox, sendsms] = [await freePort(), await freePort(), await freePort()];
  const configuration = join(folder, 'kannel.conf');
  writeFileSync(configuration, groups({ folder, smsc, sinkPort, admin, smsbox, sendsms }).map(groupText).join('\n'));
  const children: ChildProcess[] = [];
  const start = (program: string) =>
    children.push(spawn(program, ['-v', '4', configuration], { cwd: folder, stdio: 'ignore' }));
  const log = () => readFileSync(join(folder, 'bearerbox.log'), 'utf8');
  start(BEARERBOX);
  await eventually(() => expect(log()).toContain('MAIN: Start-up done'));
  start(join(dirname(BEARERBOX), 'smsbox'));
  await eventually(() => fetch(`http://127.0.0.1:${String(sendsms)}/`));
  return {
    received,
    log,
    addresses: () => addressesOf([admin, smsbox, sendsms]),
    send: async ({ from, to, text, coding }) => {
      const query = new URLSearchParams({ username: 'test', password: 'test', from, to, text, charset: 'UTF-8' });
      if (coding === 2) query.set('coding', '2');
      const response = await fetch(`http://127.0.0.1:${String(sendsms)}/cgi-bin/sendsms?${query.toString()}`);
      if (response.status !== 202)
        throw new Error(`Kannel answered ${String(response.status)}: ${await response.text()}`);
    },
    stop: async () => {
      for (const child of children.reverse().filter(({ exitCode }) => exitCode === null)) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await new Promise((resolve) => sink.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressesOf(ports: readonly number[]): readonly string[] {
  const rows = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1));
  const local = rows.map((row) => row.trim().split(/\s+/)).filter(([, , , state]) => state === '0A');
  return local.flatMap(([, endpoint = '']) => {
    const [address = '', port = ''] = endpoint.split(':');
    return ports.includes(parseInt(port, 16)) ? [address] : [];
  });
}

function messageOf(url: string): KannelMessage {
  const query = new Map(
    url
      .slice(url.indexOf('?') + 1)
      .split('&')
      .map((each) => each.split('=', 2) as [string, string]),
  );
  // The text is any octets, so it is not decoded as UTF-8.
  const octets = (name: string) => {
    const text = (query.get(name) ?? '').replaceAll('+', ' ');
    return Buffer.from(
      text.replace(/%([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    );
  };
  return {
    from: octets('from').toString(),
    to: octets('to').toString(),
    coding: Number(query.get('coding')),
    octets: octets('text'),
  };
}

type Group = Readonly<Record<string, string | number>>;

interface Ports {
  readonly folder: string;
  readonly smsc: { readonly port: number; readonly password: string };
  readonly sinkPort: number;
  readonly admin: number;
  readonly smsbox: number;
  readonly sendsms: number;
}

/** Kannel listens on every address where no interface is named. */
function groups({ folder, smsc, sinkPort, admin, smsbox, sendsms }: Ports): readonly Group[] {
  const loopback = '127.0.0.1';
  const query = 'from=%p&to=%P&coding=%c&text=%b';
  return [
    {
      group: 'core',
      'admin-port': admin,
      'admin-interface': loopback,
      'admin-password': 'test',
      'smsbox-port': smsbox,
      'smsbox-interface': loopback,
      'log-file': join(folder, 'bearerbox.log'),
    },
    {
      group: 'smsc',
      smsc: 'smpp',
      host: loopback,
      port: smsc.port,
      'smsc-username': 'kannel',
      'smsc-password': smsc.password,
      'system-type': 'VMA',
      'transceiver-mode': 'true',
      'source-addr-ton': 1,
      'source-addr-npi': 1,
      'dest-addr-ton': 1,
      'dest-addr-npi': 1,
      'reconnect-delay': 1,
    },
    { group: 'smsbox', 'bearerbox-host': loopback, 'sendsms-port': sendsms, 'sendsms-interface': loopback },
    { group: 'sendsms-user', username: 'test', password: 'test', concatenation: 'true', 'max-messages': 50 },
    {
      group: 'sms-service',
      keyword: 'default',
      'catch-all': 'true',
      'get-url': `"http://${loopback}:${String(sinkPort)}/?${query}"`,
      'max-messages': 0,
    },
  ];
}

function groupText(group: Group): string {
  return Object.entries(group)
    .map(([name, value]) => `${name} = ${String(value)}\n`)
    .join('');
}
