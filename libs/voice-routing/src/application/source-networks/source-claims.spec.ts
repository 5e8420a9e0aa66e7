import { type NetworkLimit, networkLimitOf } from '../../domain/trunks/network';
import { aSource, someNetworks } from '../../testing';
import { FakeAccounts } from '../../testing/calls/fakes';
import { FakeFunds } from '../../testing/fakes';
import { NetworkLimits } from '../trunks/trunk-checks';
import type { SourceNetworks } from '../calls/ports';
import { SourceClaims } from './source-claims';

const FREE = networkLimitOf({ tier: 'self_serve', hasToppedUp: false });
const WHOLESALE = networkLimitOf({ tier: 'wholesale', hasToppedUp: true });
const FUNDED = networkLimitOf({ tier: 'self_serve', hasToppedUp: true });

const LIMITS = { funded: FUNDED, wholesale: WHOLESALE };

class KnownLimits extends NetworkLimits {
  readonly read: string[] = [];

  constructor(private readonly known: Readonly<Record<string, NetworkLimit>>) {
    super(new FakeAccounts(), new FakeFunds());
  }

  override of(accountId: string): Promise<NetworkLimit> {
    this.read.push(accountId);
    return Promise.resolve(this.known[accountId] ?? FREE);
  }
}

type Networks = Readonly<Record<string, Partial<SourceNetworks>>>;

/** Decides a call from an address around which these accounts name networks. */
function decide(networks: Networks, { ip = '61.1.2.3', limits = new KnownLimits(LIMITS) } = {}) {
  const sources = Object.entries(networks).map(([accountId, each]) =>
    aSource({ id: `trk_${accountId}`, accountId, networks: someNetworks(each) }),
  );
  return new SourceClaims(limits).decide(ip, sources);
}

describe('SourceClaims', () => {
  it.each<[string, Networks, string | null]>([
    ['none of two accounts', { customer: {}, stranger: {} }, null],
    ['the account whose network is proven', { customer: { confirmedBits: 24 }, stranger: {} }, 'customer'],
    [
      'the account with the longest proven network',
      { customer: { digestBits: 29 }, stranger: { confirmedBits: 24 } },
      'customer',
    ],
    ['none of two accounts with equal proof', { customer: { digestBits: 24 }, stranger: { confirmedBits: 24 } }, null],
    ['the account whose network is not too wide for it', { customer: {}, stranger: { narrowestBits: 8 } }, 'customer'],
    ['none of two accounts with /24', { customer: { narrowestBits: 24 }, stranger: { narrowestBits: 24 } }, null],
    [
      'no free account with /16 but a funded one',
      { stranger: { narrowestBits: 16 }, funded: { narrowestBits: 16 } },
      'funded',
    ],
    [
      'the account that calls came from before another one named the address',
      { customer: {}, stranger: { isPreceded: true } },
      'customer',
    ],
    [
      'the proven account, also when calls of another one came first',
      { customer: { digestBits: 32, isPreceded: true }, stranger: {} },
      'customer',
    ],
    [
      'the account that calls came from, also when a later neighbour proves the network around the address',
      { customer: {}, stranger: { narrowestBits: 24, digestBits: 24, isPreceded: true } },
      'customer',
    ],
    [
      'no wholesale account with 0.0.0.0/0',
      { customer: {}, wholesale: { narrowestBits: 0, digestBits: 0 } },
      'customer',
    ],
    ['none of two accounts whose networks are too wide', { a: { narrowestBits: 8 }, b: { narrowestBits: 8 } }, null],
    [
      'the account beside one whose digest proves too wide a network',
      { customer: {}, stranger: { narrowestBits: 8, digestBits: 8 } },
      'customer',
    ],
    [
      'the account whose wide network an operator has confirmed',
      { customer: {}, carrier: { narrowestBits: 8, confirmedBits: 8 } },
      'carrier',
    ],
  ])('returns %s for a caller without a number of ours', async (_who, networks, expected) => {
    expect(await decide(networks)).toBe(expected);
    expect(await decide(Object.fromEntries(Object.entries(networks).reverse()))).toBe(expected);
  });

  it('measures IPv6 networks by their own limit', async () => {
    const ip = '2001:db8::3';
    expect(await decide({ customer: { narrowestBits: 56 }, stranger: { narrowestBits: 48 } }, { ip })).toBe('customer');
    expect(await decide({ funded: { narrowestBits: 48 }, stranger: { narrowestBits: 128 } }, { ip })).toBeNull();
    const customer = { narrowestBits: 64 };
    const later = (digestBits: number) => ({ customer, other: { digestBits, isPreceded: true } });
    expect(await decide(later(64), { ip })).toBe('other');
    expect(await decide(later(63), { ip })).toBe('customer');
  });

  it('reads no account where networks of /24 decide', async () => {
    const limits = new KnownLimits({});
    await decide({ customer: {}, stranger: {}, other: { narrowestBits: 8 } }, { limits });
    await decide({ customer: { digestBits: 24 }, stranger: {} }, { limits });
    expect(limits.read).toEqual([]);
  });
});
