import { FakeDidww } from './fake-didww/fake-didww';
import type { FakeRecord } from './fake-didww/json-api-store';
import { FakeTelnyx } from './fake-telnyx/fake-telnyx';

/** Fakes of the real suppliers with stock of the United States and France, and their settings. */
export class RealSuppliers {
  private readonly ofDidww: ReadonlySet<string>;

  private constructor(
    readonly didww: FakeDidww,
    readonly telnyx: FakeTelnyx,
  ) {
    this.ofDidww = new Set(didww.stock.free().map(numberOf));
  }

  static async start(): Promise<RealSuppliers> {
    const [didww, telnyx] = await Promise.all([FakeDidww.start(), FakeTelnyx.start()]);
    const place = {
      country: 'US',
      type: 'Local',
      exchange: '777',
      area: 'New York',
      city: 'New York',
      region: 'New York',
    };
    didww.stock.addCountry('US', 'United States', '1');
    didww.stock.addGroup({ ...place, prefix: '646', selects: true, stock: 9, skus: [{ ...SKU, monthly: '0.9' }] });
    didww.stock.addGroup({ ...place, prefix: '617', area: 'Boston', city: 'Boston', stock: 5, skus: [SKU] });
    didww.stock.addCountry('FR', 'France', '33');
    didww.stock.addGroup({
      country: 'FR',
      type: 'National',
      prefix: '',
      exchange: '97012',
      area: '',
      stock: 2,
      skus: [SKU],
      restrictions: TERMS,
    });
    return new RealSuppliers(didww, telnyx);
  }

  /** Returns the supplier of a number. */
  sellerOf(e164: string): 'telnyx' | 'didww' | 'sandbox' {
    if (this.ofDidww.has(e164)) return 'didww';
    return this.telnyx.state.stock.some((number) => number.e164 === e164) ? 'telnyx' : 'sandbox';
  }

  env(names = 'sandbox,telnyx,didww'): Record<string, string> {
    const { apiKey, apiBase, callbackSecrets, voiceIn } = this.didww.config;
    return {
      NUMBER_SUPPLIERS: names,
      DIDWW_API_KEY: apiKey,
      DIDWW_API_BASE: apiBase.href,
      DIDWW_CALLBACK_SECRETS: callbackSecrets.join(),
      DIDWW_VOICE_IN_TRUNK_ID: voiceIn.id,
      TELNYX_API_KEY: this.telnyx.authorization.replace('Bearer ', ''),
      TELNYX_PUBLIC_KEY: this.telnyx.publicKey,
      TELNYX_API_BASE: this.telnyx.baseUrl.href,
      TELNYX_CONNECTION_ID: '1293384261075731499',
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.didww.stop(), this.telnyx.stop()]);
  }
}

const numberOf = ({ attributes }: FakeRecord) => `+${String(attributes['number'])}`;
/** Longer than any text of ours, because suppliers' texts are unlimited. */
const TERMS = 'Not for telemarketing. '.repeat(150).trim();
const SKU = { monthly: '1.2', setup: '0', channels: 2 };
