import {
  type Clock,
  type EventBus,
  type IntegrationEvent,
  invalidFields,
  type Page,
  type PageRequest,
  type Transactor,
  unixSeconds,
} from '@trunkline/kernel';
import type { Actor, Change } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { PortOut, type PortOutRequest, type PortOutStatus } from '../../domain/porting/port-out';
import type { PortOutRefusal } from '../../domain/porting/reasons';
import type { NumberHistory, OperatorAudit, PhoneNumberRepository } from '../ports';
import type { PortOutPins } from './port-out-pins';

const PENDING = 'A request for this number is pending. Refuse it first.';

/** A request of another carrier, as the operator enters it. */
export interface NewPortOut extends Omit<PortOutRequest, 'requestedAt' | 'releaseAt'> {
  readonly e164: string;
  /** As the other carrier gave it; null without one. */
  readonly pin: string | null;
  /** Null for now. */
  readonly requestedAt: Date | null;
  /** Null for now. */
  readonly releaseAt: Date | null;
}

export interface PortOutFilters {
  readonly accountId?: string;
  readonly status?: readonly PortOutStatus[];
  readonly e164?: string;
}

export type PortOutView = Omit<PortOut, 'refuse' | 'release'>;

/** The requests of other carriers for numbers. */
export abstract class PortOutRepository {
  abstract add(portOut: PortOut): Promise<void>;
  abstract save(portOut: PortOut): Promise<void>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<PortOut>;
  /** Locks the request until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<PortOut>;
  /** Locks the pending request for a locked number that has one. */
  abstract lockPending(number: Pick<PhoneNumber, 'id' | 'accountId'>): Promise<PortOut>;
  abstract list(filters: PortOutFilters, page: PageRequest<'created_at'>): Promise<Page<PortOutView>>;
}

/**
 * Enters and refuses requests of other carriers. Numbers are locked before their requests. `ReleaseDueNumbers` releases the numbers at
 * their date.
 */
export class PortOuts {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly portOuts: PortOutRepository,
    private readonly pins: PortOutPins,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Enters a request. A locked number, a wrong PIN and a number that has never been active refuse it: it is kept as refused, and the
   * owners are mailed. Throws `not_found` for a number that no account has, and `port_already_exists` while another request for it is
   * pending.
   */
  enter(operator: string, { e164, pin, ...request }: NewPortOut): Promise<PortOut> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const number = await this.numbers.lockLiveOfAny(e164);
      if (number.portOutAt !== null) throw NumberingErrors.port_already_exists({ message: PENDING });
      const terms = { ...request, requestedAt: request.requestedAt ?? now, releaseAt: request.releaseAt ?? now };
      requireOrder(terms, now);
      const refusal = await this.refusalOf(number, pin);
      const portOut = PortOut.enter(number, terms, refusal, now);
      await this.portOuts.add(portOut);
      if (refusal === null) {
        const actor = { kind: 'operator', id: operator } as const;
        await this.store(number, actor, number.beginPortOut(terms.releaseAt, now));
      }
      await this.announce(portOut);
      await this.record(operator, 'port_out.enter', portOut, null);
      return portOut;
    });
  }

  /** Refuses a pending request, so that the number stays. Throws `not_found`, and `invalid_state` unless it is pending. */
  refuse(operator: string, id: string, refusal: { code: PortOutRefusal; message: string | null }): Promise<PortOut> {
    return this.tx.run(async () => {
      const number = await this.numbers.lockById((await this.portOuts.get(id)).numberId);
      const portOut = await this.portOuts.lock(id);
      const now = this.clock.now();
      const { status } = portOut;
      portOut.refuse(refusal.code, refusal.message, now);
      await this.portOuts.save(portOut);
      await this.store(number, { kind: 'operator', id: operator }, number.endPortOut(now));
      await this.announce(portOut);
      await this.record(operator, 'port_out.refuse', portOut, { status });
      return portOut;
    });
  }

  private async refusalOf(number: PhoneNumber, pin: string | null): Promise<PortOutRefusal | null> {
    const refusal = number.portOutRefusal;
    if (refusal !== null) return refusal;
    if (number.portOutPinHash === null) return 'pin_missing';
    return (await this.pins.matches(pin ?? '', number.portOutPinHash)) ? null : 'wrong_pin';
  }

  private async store(number: PhoneNumber, actor: Actor, change: Change): Promise<void> {
    await this.numbers.save(number);
    await this.history.add({ number, actor, change, at: this.clock.now() });
  }

  private announce(portOut: PortOut): Promise<void> {
    return this.events.publish(portOutEvent(portOut));
  }

  private record(
    actor: string,
    action: 'port_out.enter' | 'port_out.refuse',
    { id, accountId, ...portOut }: PortOut,
    before: object | null,
  ): Promise<void> {
    const { e164, gainingCarrier, releaseAt, status, refusalCode } = portOut;
    // Without the operator's words, which are erased with the account: the trail is kept forever.
    const outcome = { status, refusal_code: refusalCode };
    const after = { e164, gaining_carrier: gainingCarrier, release_at: unixSeconds(releaseAt), ...outcome };
    return this.audit.record({ actor, action, subject: id, accountId, ...(before && { before }), after });
  }
}

function requireOrder({ requestedAt, releaseAt }: PortOutRequest, now: Date): void {
  if (requestedAt > now) throw invalidFields({ requested_at: 'must not be in the future' });
  if (releaseAt < now) throw invalidFields({ release_at: 'must not be in the past' });
}

/** Returns the event of the present state of a request. */
export function portOutEvent(portOut: PortOut): IntegrationEvent {
  const { id, accountId, numberId, e164, status, gainingCarrier, releaseAt, refusalCode } = portOut;
  const number = { number_id: numberId, e164 };
  const terms = { gaining_carrier: gainingCarrier, release_at: unixSeconds(releaseAt), refusal_code: refusalCode };
  return { type: 'port_out.status_changed', accountId, data: { port_out_id: id, ...number, status, ...terms } };
}
