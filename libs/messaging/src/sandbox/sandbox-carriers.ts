import { newId } from '@trunkline/kernel';
import type { Settings } from '@trunkline/platform';
import type {
  CarrierInbox,
  CarrierProtocol,
  CarrierRoutes,
  HeldCarrier,
  HeldCarriers,
  MessagingCarrier,
} from '../application/carriers/ports';

/** The carrier of the sandbox. */
export const SANDBOX_CARRIER: MessagingCarrier = { id: 'car_sandbox', name: 'Sandbox', protocol: 'sandbox' };
const WINDOW = 50;

/** Whether every third party is a sandbox. */
type Sandboxed = Pick<Settings, 'isSandbox'>;

/** The only carrier of the sandbox; outside it, there is none. */
export class SandboxRoutes implements CarrierRoutes {
  constructor(private readonly settings: Sandboxed) {}

  routesFor(): Promise<readonly string[]> {
    return Promise.resolve(this.settings.isSandbox ? [SANDBOX_CARRIER.id] : []);
  }

  takers(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.settings.isSandbox ? [SANDBOX_CARRIER.id] : []));
  }
}

/** Connects this process to the carrier of the sandbox. */
export class SandboxCarriers implements HeldCarriers {
  private held: HeldCarrier | null = null;

  constructor(
    private readonly settings: Sandboxed,
    private readonly protocol: CarrierProtocol,
    private readonly inbox: CarrierInbox,
  ) {}

  keep(): Promise<readonly HeldCarrier[]> {
    if (!this.settings.isSandbox) return Promise.resolve([]);
    this.held ??= {
      carrier: SANDBOX_CARRIER,
      link: this.protocol.open(SANDBOX_CARRIER, this.inbox),
      window: WINDOW,
      lease: newId('op'),
    };
    return Promise.resolve([this.held]);
  }

  async close(): Promise<void> {
    await this.held?.link.close();
  }
}
