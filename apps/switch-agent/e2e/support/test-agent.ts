import { mkdtempSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import { loadSettings } from '../../src/settings';
import { SwitchAgent } from '../../src/switch-agent';
import { FakeApi } from './fake-api';
import { FakeKamailio, type ReceivedCall } from './fake-kamailio';

export const TOKEN = 'token-of-the-switch';

type Env = Record<string, string>;

/** An agent between an API and a Kamailio that the test plays. */
export class TestAgent {
  readonly log = new RecordingLog();
  private agent: SwitchAgent | undefined;

  private constructor(
    readonly api: FakeApi,
    readonly kamailio: FakeKamailio,
    readonly env: Env,
  ) {}

  static async start(env: Env = {}): Promise<TestAgent> {
    const api = await FakeApi.start();
    const kamailio = await FakeKamailio.start();
    const test = new TestAgent(api, kamailio, {
      API_URL: api.url,
      SWITCH_TOKEN: TOKEN,
      SWITCH_ID: 'sw1',
      NODE: 'a',
      SIP_DOMAIN: 'sip.example',
      STATE_DIR: mkdtempSync(join(tmpdir(), 'switch-')),
      INTERNAL_SIP_PORT: String(kamailio.ports.sip),
      RPC_PORT: String(kamailio.ports.rpc),
      AGENT_PORT: String(await freeUdpPort()),
      HEALTH_PORT: String(await freeTcpPort()),
      ...env,
    });
    await test.restart();
    return test;
  }

  get stateDir(): string {
    return this.env['STATE_DIR'] ?? '';
  }

  /** Starts the agent; with another folder, as after a crash whose state was copied there. */
  async restart(stateDir = this.stateDir): Promise<void> {
    this.env['STATE_DIR'] = stateDir;
    this.agent = new SwitchAgent(loadSettings(this.env), this.log);
    await this.agent.start();
  }

  async stopAgent(): Promise<void> {
    await this.agent?.stop();
    this.agent = undefined;
  }

  async stop(): Promise<void> {
    await this.stopAgent();
    await this.api.stop();
    await this.kamailio.stop();
  }

  get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.env['HEALTH_PORT'] ?? ''}${path}`);
  }

  /** Hands the agent the command to connect a phone with a number, and returns the id of the command. */
  dial(decisionId: string, more: object = {}): string {
    return this.api.command({
      type: 'originate',
      decision_id: decisionId,
      call_id: `call-${decisionId}`,
      from: '+15550001',
      to: '+442079460000',
      ring_timeout_s: 30,
      plan: planOf(decisionId, 'car_1'),
      agent: planOf(decisionId, 'gw_1'),
      ...more,
    });
  }

  /** Returns the call that the agent made as its n-th. */
  call(index: number): Promise<ReceivedCall> {
    return eventually(() => {
      const call = this.kamailio.calls[index];
      if (!call) throw new Error(`there is no call ${index}`);
      return call;
    });
  }

  result(id: string): Promise<Record<string, unknown>> {
    return eventually(() => {
      const result = this.api.resultOf(id);
      if (!result) throw new Error(`the result of ${id} was not reported`);
      return result;
    });
  }

  cdr(decisionId: string): Promise<Record<string, unknown>> {
    return eventually(() => {
      const cdr = this.api.cdrs.find((each) => each['decision_id'] === decisionId);
      if (!cdr) throw new Error(`no CDR of ${decisionId} was reported`);
      return cdr;
    });
  }

  /** Connects a phone with a number, and returns both. */
  async connect(decisionId: string): Promise<{ readonly phone: ReceivedCall; readonly number: ReceivedCall }> {
    const first = this.kamailio.calls.length;
    const id = this.dial(decisionId);
    const phone = await this.call(first);
    await phone.answer();
    const number = await this.call(first + 1);
    await number.answer();
    await this.result(id);
    return { phone, number };
  }
}

export function planOf(decisionId: string, peer: string): object {
  const ids = peer.startsWith('gw_') ? { gateway_id: peer, carrier_id: null } : { gateway_id: null, carrier_id: peer };
  return {
    action: 'route',
    decision_id: decisionId,
    version: '1.0',
    routing: 'serial',
    max_duration_s: 900,
    routes: [{ uri: 'sip:x@192.0.2.9', target_id: null, contact_id: null, ...ids, codecs: ['g711a'] }],
  };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

async function freeTcpPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
