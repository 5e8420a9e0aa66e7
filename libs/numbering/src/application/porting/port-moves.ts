import { type Clock, type EventBus, type PortStatus, unixSecondsOrNull } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PortNumber } from '../../domain/porting/port-number';
import type { PortRequest } from '../../domain/porting/port-request';
import type { Funds } from '../ports';
import type { PortNotices } from './port-notices';
import type { PortRepository } from './ports';

/** A request that has moved, and the status before. */
export interface MovedPort {
  readonly request: PortRequest;
  readonly from: PortStatus;
  readonly actor: Actor;
  /** What the operator says about it; null if it says nothing. */
  readonly message?: string | null;
}

/**
 * Records the moves of locked ports by any actor: the request, its numbers, its fee, the timeline, the event and the mail.
 * Joins the caller's transaction. See docs/porting.md#states.
 */
export class PortMoves {
  constructor(
    private readonly ports: PortRepository,
    private readonly funds: Funds,
    private readonly notices: PortNotices,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  async record({ request, from, actor, message = null }: MovedPort): Promise<void> {
    const at = this.clock.now();
    const numbers = await this.ports.numbersOf(request.id);
    const pending = numbers.filter(({ status }) => status === 'pending');
    await this.settle(request);
    await this.ports.save(request);
    const eventId = await this.ports.addEvent(request, changeOf(request, from, message), { actor, at });
    await this.publish(request, from, pending);
    const { status, exceptionCode, exceptionMessage, focAt } = request;
    if (status === 'draft') return;
    await this.notices.moved(request, eventId, {
      status,
      exceptionCode,
      exceptionMessage: message ?? exceptionMessage,
      focAt,
      e164s: pending.map(({ e164 }) => e164),
      rejectedCount: numbers.length - pending.length,
    });
  }

  /** Settles the numbers and the fee of a port that has ended. */
  private async settle({ id, accountId, status, exceptionCode, holdId }: PortRequest): Promise<void> {
    if (status === 'rejected' || status === 'cancelled') await this.ports.endPending(id, status, exceptionCode);
    else if (status === 'ported') await this.charge(id, accountId, holdId);
    else return;
    if (holdId !== null) await this.funds.releaseHold({ accountId, holdId });
  }

  /** Charges the fees of the numbers that are ported. The rest of the hold is released. */
  private async charge(id: string, accountId: string, holdId: string | null): Promise<void> {
    const { count, feeCents: amountCents } = await this.ports.activatePending(id);
    if (holdId === null || amountCents === 0) return;
    const description = `Port of ${count} ${count === 1 ? 'number' : 'numbers'}`;
    const related = { relatedKind: 'port', relatedId: id, reference: `port:${id}`, item: 'port_fee' } as const;
    await this.funds.captureAll([{ accountId, holdId, amountCents, description, ...related }]);
  }

  private publish(request: PortRequest, from: PortStatus, pending: readonly PortNumber[]): Promise<void> {
    const { id, accountId, status, focAt, exceptionCode, exceptionMessage, customerReference } = request;
    return this.events.publish({
      type: 'port.status_changed',
      accountId,
      data: {
        port_request_id: id,
        status,
        previous_status: from,
        number_count: pending.length,
        foc_at: unixSecondsOrNull(focAt),
        exception_code: exceptionCode,
        exception_message: exceptionMessage,
        customer_reference: customerReference,
      },
    });
  }
}

function changeOf(
  { status, focAt, exceptionCode, exceptionMessage }: PortRequest,
  from: PortStatus,
  message: string | null,
) {
  return {
    action: 'status_changed',
    from: { status: from },
    to: {
      status,
      ...(focAt && { foc_at: unixSecondsOrNull(focAt) }),
      ...(exceptionCode && { exception_code: exceptionCode }),
      ...(exceptionMessage && { exception_message: exceptionMessage }),
      ...(message !== null && message !== exceptionMessage && { message }),
    },
  } as const;
}
