import { type Clock, CommonErrors, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import { Carrier, type CarrierOptions, type CarrierState, type NewCarrierOptions } from '../../domain/carriers/carrier';
import type { CarrierFilter, CarrierPasswords, CarrierRepository, CarrierStatus, CarrierView } from './ports';
import { NEVER_REPORTED, type PeerHealth } from '../../domain/trunks/peer-health';
import type { AuditLog } from '../ports';

export type CarrierInput = NewCarrierOptions & { readonly authPassword?: string | null };
export type CarrierChange = Partial<CarrierOptions> & { readonly authPassword?: string | null };

interface OperatorAction {
  readonly operator: string;
  readonly id: string;
}

/** The operator's carriers. Each change is recorded in the audit trail in the same transaction, without secrets. */
export class Carriers {
  constructor(
    private readonly tx: Transactor,
    private readonly carriers: CarrierRepository,
    private readonly passwords: CarrierPasswords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(filter: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<CarrierView>> {
    const { items, next } = await this.carriers.list(filter, page);
    const health = await this.carriers.health(items.map(({ id }) => id));
    return { items: items.map((carrier) => viewOf(carrier, health.get(carrier.id))), next };
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<CarrierView> {
    const carrier = await this.carriers.find(id);
    if (!carrier) throw CommonErrors.not_found();
    return this.view(carrier);
  }

  /** Throws `not_found`. */
  async status(id: string): Promise<CarrierStatus> {
    const status = await this.carriers.status(id, this.clock.now());
    if (!status) throw CommonErrors.not_found();
    return status;
  }

  /** Throws `invalid_input`. */
  create(operator: string, { authPassword, ...options }: CarrierInput): Promise<CarrierView> {
    return this.tx.run(async () => {
      const carrier = Carrier.create(options, this.clock.now());
      this.setPassword(carrier, authPassword);
      await this.carriers.add(carrier);
      const after = recordOf(carrier.state);
      await this.audit.record({ actor: operator, action: 'carrier.create', subject: carrier.id, after });
      return viewOf(carrier);
    });
  }

  /** Records nothing when nothing changes. Throws `not_found`, `invalid_input`. */
  update({ operator, id }: OperatorAction, { authPassword, ...change }: CarrierChange): Promise<CarrierView> {
    return this.tx.run(async () => {
      const carrier = await this.carriers.lock(id);
      const was = carrier.state;
      carrier.change(change, this.clock.now());
      this.setPassword(carrier, authPassword);
      const difference = differenceOf(was, carrier.state);
      if (!difference) return viewOf(Carrier.restore(was));
      await this.carriers.save(carrier);
      await this.audit.record({ actor: operator, action: 'carrier.change', subject: id, ...difference });
      return this.view(carrier);
    });
  }

  /** Live calls continue. Throws `not_found`. */
  remove({ operator, id }: OperatorAction): Promise<void> {
    return this.tx.run(async () => {
      const carrier = await this.carriers.lock(id);
      await this.carriers.remove(carrier);
      const before = recordOf(carrier.state);
      await this.audit.record({ actor: operator, action: 'carrier.delete', subject: id, before });
    });
  }

  private async view(carrier: Carrier): Promise<CarrierView> {
    return viewOf(carrier, (await this.carriers.health([carrier.id])).get(carrier.id));
  }

  /** Undefined keeps the password; null clears it. */
  private setPassword(carrier: Carrier, password: string | null | undefined): void {
    if (password !== undefined) carrier.setSealedPassword(password && this.passwords.seal(carrier.id, password));
  }
}

function viewOf({ state }: Carrier, health: PeerHealth = NEVER_REPORTED): CarrierView {
  const { authPasswordSealed, ...view } = state;
  return { ...view, ...health, hasAuthPassword: authPasswordSealed !== null };
}

/** Returns the carrier's members by their API names, for the audit trail. */
function recordOf(state: CarrierState): Record<string, unknown> {
  return {
    name: state.name,
    host: state.host,
    port: state.port,
    transport: state.transport,
    auth_username: state.authUsername,
    has_auth_password: state.authPasswordSealed !== null,
    priority: state.priority,
    weight: state.weight,
    prefixes: state.prefixes,
    caller_id_format: state.callerIdFormat,
    send_identity: state.sendIdentity,
    codecs: state.codecs,
    source_networks: state.sourceNetworks,
    max_concurrent_calls: state.maxConcurrentCalls,
    emergency: state.emergency,
    enabled: state.enabled,
    dns_srv: state.dnsSrv,
    media_encryption: state.mediaEncryption,
  };
}

/** Returns the changed members, before and after, or null. A replaced password is recorded as replaced, without its value. */
function differenceOf(was: CarrierState, is: CarrierState): { readonly before: object; readonly after: object } | null {
  const before = recordOf(was);
  const after = recordOf(is);
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const isReplaced =
    was.authPasswordSealed !== null &&
    is.authPasswordSealed !== null &&
    was.authPasswordSealed !== is.authPasswordSealed;
  if (changed.length === 0 && !isReplaced) return null;
  const only = (record: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, record[name]]));
  return { before: only(before), after: { ...only(after), ...(isReplaced && { auth_password_replaced: true }) } };
}
