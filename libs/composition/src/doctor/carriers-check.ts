import type { Settings } from '@trunkline/platform';
import type { CarrierQueries, CarrierView } from '@trunkline/voice-routing';
import { type Check, fault, fromDatabase, ok, type Result, warning } from './check';

const CARRIERS_MAX = 100;
const CREATE = 'Create one: POST /operator/carriers. See docs/routing.md#outbound-calls.';

/** The carriers: that calls have one to go out by and to come in from, emergency calls too, and that they answer probes. */
export class CarriersCheck implements Check {
  readonly name = 'carriers';
  readonly failure = 'The carriers could not be checked';
  readonly remedy = CREATE;

  constructor(
    private readonly carriers: Pick<CarrierQueries, 'list'>,
    private readonly settings: Pick<Settings, 'isSandbox'>,
  ) {}

  run(): Promise<readonly Result[]> {
    return fromDatabase('Carriers', () => this.check());
  }

  private async check(): Promise<Result[]> {
    const page = { limit: CARRIERS_MAX, sort: 'created_at', order: 'asc', after: null } as const;
    const { items } = await this.carriers.list({ enabled: true, emergency: null }, page);
    if (items.length === 0) {
      const none = this.settings.isSandbox ? warning : fault;
      return [none('No carrier is enabled, so every call to and from the telephone network is rejected.', CREATE)];
    }
    return [...stateOf(items), ...sourcesOf(items), ...emergencyOf(items)];
  }
}

function stateOf(carriers: readonly CarrierView[]): Result[] {
  const down = carriers.filter(({ state }) => state === 'down').map(({ name }) => name);
  if (down.length === 0) return [ok(`Enabled carriers: ${carriers.length}. None is reported down.`)];
  const remedy =
    'Check its host, and that it accepts the addresses of the switch. GET /operator/carriers/{id}/status says why.';
  const message = `Carriers do not answer: ${down.join(', ')}.`;
  return [down.length === carriers.length ? fault(message, remedy) : warning(message, remedy)];
}

function sourcesOf(carriers: readonly CarrierView[]): Result[] {
  if (carriers.some(({ sourceNetworks }) => sourceNetworks.length > 0)) return [];
  const remedy = 'Set source_networks of the carriers that deliver calls: PATCH /operator/carriers/{id}.';
  return [warning('No carrier has source networks, so no call from the telephone network is accepted.', remedy)];
}

function emergencyOf(carriers: readonly CarrierView[]): Result[] {
  if (carriers.some(({ emergency }) => emergency)) return [];
  return [
    warning(
      'No carrier takes emergency calls.',
      'Set `emergency` of a carrier that does. See docs/emergency-calls.md.',
    ),
  ];
}
