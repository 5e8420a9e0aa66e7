import { join } from 'node:path';
import { awaitToken, mailedTokens } from '../../sandbox/mail-folder';
import { ask, at, type Json, listAt, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';

export interface Gateway {
  readonly name?: string;
  readonly host?: string;
  readonly port: number;
  readonly [member: string]: unknown;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
  readonly domain: string;
}

export interface Trunk {
  readonly id: string;
  readonly gatewayIds: readonly string[];
  /** Of a trunk that registers. */
  readonly credentials: Credentials | null;
}

const MAIL_TIMEOUT_MS = 30_000;
const PASSWORD = 'correct horse battery staple';
const LOOPBACK = '127.0.0.1';
let customers = 0;

/** Sends a request and returns `data` of its answer. Throws on every status that is not 2xx. */
async function data(method: string, url: string, token: string, body?: object): Promise<Json> {
  const reply = await ask(method, url, { headers: { authorization: `Bearer ${token}` }, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return at(reply.body, 'data') as Json;
}

/** Sends a request to the operator's interface. */
export function operate(stack: Stack, method: string, path: string, body?: object): Promise<Json> {
  return data(method, `${stack.internalUrl}/operator${path}`, stack.operatorToken, body);
}

/** An account with an API key, on terms that set no limit to tests: wholesale, with money. */
export class Customer {
  private constructor(
    readonly stack: Stack,
    readonly accountId: string,
    private readonly key: string,
  ) {}

  /** Signs up, as a customer does, and sets the balance as the operator. */
  static async create(stack: Stack, { balanceCents = 10_000 } = {}): Promise<Customer> {
    customers += 1;
    const email = `calls-${process.pid}-${customers}@example.com`;
    const body = { email, password: PASSWORD, name: 'Ada Lovelace', country: 'US', company: 'Analytical Engines' };
    const signedUp = await ask('POST', `${stack.rootUrl}/v1/auth/signup`, { body });
    if (signedUp.status !== 201) throw new Error(`signup: ${signedUp.status} ${JSON.stringify(signedUp.body)}`);
    const mails = () => mailedTokens(join(stack.dataDir, 'mail'), email, 'verify-email');
    const token = await awaitToken(mails, [], MAIL_TIMEOUT_MS);
    const verified = await ask('POST', `${stack.rootUrl}/v1/auth/verify-email`, { body: { token } });
    const headers = { cookie: verified.cookie ?? '', origin: new URL(stack.dashboardUrl).origin };
    const made = await ask('POST', `${stack.rootUrl}/v1/api-keys`, { headers, body: { name: 'calls' } });
    const customer = new Customer(stack, textAt(signedUp.body, 'data.account_id'), textAt(made.body, 'data.key'));
    await operate(stack, 'PATCH', `/accounts/${customer.accountId}`, { tier: 'wholesale' });
    await customer.setBalance(balanceCents);
    return customer;
  }

  /** Returns an account that exists. */
  static of(stack: Stack, accountId: string, key: string): Customer {
    return new Customer(stack, accountId, key);
  }

  get(path: string): Promise<Json> {
    return this.send('GET', path);
  }

  send(method: string, path: string, body?: object): Promise<Json> {
    return data(method, `${this.stack.rootUrl}/v1${path}`, this.key, body);
  }

  /** Returns the items of a list. */
  async list(path: string): Promise<Json[]> {
    return listAt(await this.get(path), 'items') as Json[];
  }

  async balanceCents(): Promise<number> {
    return at(await this.get('/billing/balance'), 'amount_cents') as number;
  }

  /** Returns what calls hold of the balance. */
  async heldCents(): Promise<number> {
    return at(await this.get('/billing/balance'), 'held_cents') as number;
  }

  async setBalance(cents: number): Promise<void> {
    const amount = cents - (await this.balanceCents());
    if (amount === 0) return;
    const reference = `balance ${process.pid} ${performance.now()}`;
    const body = { amount_cents: amount, reason: 'test calls', reference };
    await operate(this.stack, 'POST', `/accounts/${this.accountId}/adjustments`, body);
  }

  async createTrunk({ gateways = [], ...members }: { gateways?: readonly Gateway[]; [member: string]: unknown } = {}) {
    const named = gateways.map((gateway, index) => ({ name: `gw${index + 1}`, host: LOOPBACK, ...gateway }));
    const name = `trunk ${performance.now()}`;
    const created = await this.send('POST', '/sip-trunks', { name, gateways: named, ...members });
    const made = 'gateways' in created ? (listAt(created, 'gateways') as Json[]) : [];
    return {
      id: textAt(created, 'id'),
      gatewayIds: made.map((each) => textAt(each, 'id')),
      credentials: 'credentials' in created ? credentialsIn(at(created, 'credentials')) : null,
    } satisfies Trunk;
  }

  /** Buys a number and routes it. Returns it in E.164. */
  async buyNumber(route: object, country = 'US'): Promise<string> {
    const bought = await this.send('POST', '/numbers', { country, type: 'geographic' });
    const e164 = textAt(bought, 'number.e164');
    await this.send('PATCH', `/numbers/${e164.slice(1)}/routing`, route);
    return e164;
  }

  /** Creates a profile over trunks, in order. Members of a target stand beside its trunk. */
  async createProfile(members: object, targets: readonly object[]): Promise<string> {
    const body = { name: `profile ${performance.now()}`, targets, ...members };
    return textAt(await this.send('POST', '/routing-profiles', body), 'profile.id');
  }
}

export const toTrunk = (trunk: Trunk, members: object = {}): object => ({
  kind: 'sip_trunk',
  sip_trunk_id: trunk.id,
  ...members,
});

function credentialsIn(json: unknown): Credentials {
  return {
    user: textAt(json, 'sip_username'),
    password: textAt(json, 'sip_password'),
    domain: textAt(json, 'sip_domain'),
  };
}
