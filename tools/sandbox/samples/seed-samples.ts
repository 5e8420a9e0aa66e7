import { StartError } from '../../stack/start-error';
import { type Answer, ApiClient } from '../api-client';
import { type CallTarget, recordCalls } from './call-history';
import { planCalls, planRejected } from './call-plan';

export interface SampleTarget extends Omit<CallTarget, 'pbxAddress' | 'outboundPerSecond'> {
  /** Address of the API. */
  readonly address: string;
  readonly rootUrl: string;
  readonly apiKey: string;
}

export interface Samples {
  readonly numbers: number;
  readonly calls: number;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface OwnedNumber {
  readonly e164: string;
  readonly label: string | null;
}

const TRUNK = 'Head office';
const PROFILE = 'Front desk';
const PBX_ADDRESS = '198.51.100.20';
const GATEWAYS = [
  { name: 'pbx-1', host: '127.0.0.1', port: 5081, priority: 0 },
  { name: 'pbx-2', host: '127.0.0.1', port: 5082, priority: 1 },
];
/** Numbers of countries that ask for no documents. The last routes nowhere, as the home page then points out. */
const NUMBERS = [
  { label: 'Main line', country: 'US', area: '212', isRouted: true },
  { label: 'Sales', country: 'GB', area: '20', isRouted: true },
  { label: 'Support', country: 'US', area: '415', isRouted: true },
  { label: 'Toronto office', country: 'CA', area: '416', isRouted: true },
  { label: 'Returns', country: 'US', area: '305', isRouted: true },
  { label: 'New campaign', country: 'US', area: '646', isRouted: false },
];

/** Gives the sandbox account numbers, a trunk, a routing profile and forty days of calls, as far as they are missing. */
export async function seedSamples(target: SampleTarget): Promise<Samples> {
  const api = new SampleApi(target);
  const trunkId = await api.ensure('/sip-trunks', TRUNK, { inbound_cidrs: [PBX_ADDRESS], gateways: GATEWAYS });
  const targets = [{ kind: 'sip_trunk', sip_trunk_id: trunkId }];
  const profileId = await api.ensure('/routing-profiles', PROFILE, { strategy: 'failover', targets });
  const owned = await api.list<OwnedNumber>('/numbers?limit=100');
  const numbers: string[] = [];
  const unrouted: string[] = [];
  for (const sample of NUMBERS) {
    const found = owned.find(({ label }) => label === sample.label);
    const e164 = found?.e164 ?? (await buy(api, sample, profileId));
    (sample.isRouted ? numbers : unrouted).push(e164);
  }
  const calls = (await api.list('/cdrs?limit=1')).length > 0 ? 0 : await record(target, api, { numbers, unrouted });
  return { numbers: NUMBERS.length, calls };
}

interface OwnedNumbers {
  readonly numbers: readonly string[];
  readonly unrouted: readonly string[];
}

async function record(target: SampleTarget, api: SampleApi, { numbers, unrouted }: OwnedNumbers): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const planned = planCalls(numbers.length, now);
  const rejected = planRejected(numbers.length, now);
  const outboundPerSecond = (await api.callsPerSecond()) ?? Infinity;
  const calls = { ...target, pbxAddress: PBX_ADDRESS, outboundPerSecond };
  return recordCalls(calls, [...numbers, ...unrouted], { planned, rejected });
}

async function buy(api: SampleApi, sample: (typeof NUMBERS)[number], profileId: string): Promise<string> {
  const { label, country, area, isRouted } = sample;
  const order = { country, type: 'geographic', area, ...(isRouted && { routing_profile_id: profileId }) };
  const bought = await api.post('/numbers', order);
  const { e164 } = (bought['number'] ?? bought) as unknown as OwnedNumber;
  await api.patch(`/numbers/${encodeURIComponent(e164)}`, { label });
  return e164;
}

class SampleApi {
  private readonly client: ApiClient;

  constructor(private readonly target: SampleTarget) {
    this.client = new ApiClient(target.address, target.rootUrl);
  }

  async list<T = unknown>(path: string): Promise<readonly T[]> {
    return dataOf(await this.client.get(path, this.target.apiKey))['items'] as T[];
  }

  /** Outbound calls that the account may start; null without a limit. */
  async callsPerSecond(): Promise<number | null> {
    const inForce = dataOf(await this.client.get('/accounts/me/outbound', this.target.apiKey));
    return inForce['calls_per_second'] as number | null;
  }

  async post(path: string, body: object): Promise<Answer['data']> {
    return dataOf(await this.client.post(path, body, this.target.apiKey));
  }

  async patch(path: string, body: object): Promise<void> {
    dataOf(await this.client.patch(path, body, this.target.apiKey));
  }

  /** Returns the id of the resource with the name, which is created unless it exists. */
  async ensure(path: string, name: string, body: object): Promise<string> {
    const found = (await this.list<Named>(`${path}?limit=100`)).find((each) => each.name === name);
    if (found) return found.id;
    const created = await this.post(path, { name, ...body });
    return ((created['profile'] ?? created) as unknown as Named).id;
  }
}

function dataOf({ status, data, text }: Answer): Answer['data'] {
  if (status >= 300) throw new StartError(`the sample data could not be created: ${status} ${text}`);
  return data;
}
