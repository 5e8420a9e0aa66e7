import { type Clock, CommonErrors, invalidFields, type PortReasonCode, type Transactor } from '@trunkline/kernel';
import { type Actor, SYSTEM } from '../../domain/actor';
import { commentOn, type PortComment } from '../../domain/porting/port-event';
import type { PortNumber } from '../../domain/porting/port-number';
import type { PortRequest, PortTransition } from '../../domain/porting/port-request';
import { groupBy } from '../group-by';
import type { Funds, OperatorAudit } from '../ports';
import type { InboundCarriers } from '../stock/ports';
import type { PortMoves } from './port-moves';
import type { PortNotices } from './port-notices';
import type { PortRepository } from './ports';

/** What the losing carrier decided about a number, or `ported` to assign a number again that could not be assigned. */
export interface NumberDecision {
  readonly e164: string;
  readonly status: 'rejected' | 'ported';
  readonly reasonCode: PortReasonCode | null;
}

/** The operator's work on submitted ports. Each change is recorded in the audit trail in the same transaction. See docs/porting.md. */
export class OperatePorts {
  constructor(
    private readonly tx: Transactor,
    private readonly ports: PortRepository,
    private readonly moves: PortMoves,
    private readonly carriers: InboundCarriers,
    private readonly funds: Funds,
    private readonly notices: PortNotices,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves a port. Its lock makes two operators decide one after the other. Throws `not_found`, `invalid_state` for a move that its
   * status does not allow, and a validation error.
   */
  transition(operator: string, id: string, transition: PortTransition): Promise<void> {
    return this.tx.run(async () => {
      await this.requireValid(transition);
      const request = await this.ports.lockSubmitted(id);
      const before = recordOf(request);
      await this.move(request, transition, { kind: 'operator', id: operator });
      const entry = { actor: operator, subject: id, accountId: request.accountId };
      await this.audit.record({ ...entry, action: 'port.transition', before, after: recordOf(request) });
    });
  }

  /** Ports at the confirmed date, unless an operator has changed it, or takes it back to decide by hand, meanwhile. */
  portWhenDue(id: string): Promise<void> {
    return this.tx.run(async () => {
      const request = await this.ports.lockSubmitted(id);
      const { status, autoActivate, focAt } = request;
      if (status !== 'foc_confirmed' || !autoActivate || !focAt || focAt > this.clock.now()) return;
      await this.move(request, { status: 'ported' }, SYSTEM);
    });
  }

  /** Moves a port in the sandbox, without an operator. Throws what `transition` throws. */
  transitionBySystem(id: string, transition: PortTransition): Promise<void> {
    return this.tx.run(async () => {
      await this.move(await this.ports.lockSubmitted(id), transition, SYSTEM);
    });
  }

  /**
   * Decides on single numbers: rejects numbers of a partial port, and assigns numbers again, or gives them up, that could not be
   * assigned. Throws `not_found`, `invalid_state`, and a validation error.
   */
  decideNumbers(operator: string, id: string, decisions: readonly NumberDecision[]): Promise<void> {
    return this.tx.run(async () => {
      requireDistinct(decisions);
      const request = await this.ports.lockSubmitted(id);
      const numbers = await this.ports.numbersOf(id);
      const decided = decisions.map((decision) => decide(request, numberOf(numbers, decision.e164), decision));
      requireRest(request, numbers, decided);
      await this.ports.saveNumbers(decided);
      await this.refundFailed(request, numbers, decided);
      await this.tellRejected(request, numbers, decided, { kind: 'operator', id: operator });
      await this.audit.record({
        actor: operator,
        action: 'port.decide_numbers',
        subject: id,
        accountId: request.accountId,
        before: { numbers: statusesOf(numbers.filter(({ e164 }) => decided.some((each) => each.e164 === e164))) },
        after: { numbers: statusesOf(decided) },
      });
    });
  }

  /** Comments on a port, and mails the comment to its owners. Throws `not_found`. */
  comment(operator: string, id: string, body: string): Promise<PortComment> {
    return this.tx.run(async () => {
      const request = await this.ports.lockSubmitted(id);
      const [first] = await this.ports.numbersOf(id);
      const comment = commentOn(request, { kind: 'operator', id: operator }, body, this.clock.now());
      await this.ports.addComment(comment);
      await this.notices.commented(request, comment.id, first?.e164 ?? id, body);
      const entry = { actor: operator, subject: id, accountId: request.accountId };
      await this.audit.record({ ...entry, action: 'port.comment', after: { comment_id: comment.id } });
      return comment;
    });
  }

  /** Records that an operator has read the details of a port, which are personal. */
  recordRead(operator: string, { id: subject, accountId }: Pick<PortRequest, 'id' | 'accountId'>): Promise<void> {
    return this.audit.record({ actor: operator, action: 'port.read', subject, accountId });
  }

  private async move(request: PortRequest, transition: PortTransition, actor: Actor): Promise<void> {
    const { status: from } = request;
    request.transition(transition, this.clock.now());
    await this.moves.record({ request, from, actor, message: transition.message ?? null });
  }

  private async requireValid(transition: PortTransition): Promise<void> {
    const { status, focAt, carrierId } = transition;
    if (status === 'foc_confirmed' && (!focAt || focAt <= this.clock.now())) {
      throw invalidFields({ foc_at: 'is required for `foc_confirmed`, and must be in the future' });
    }
    requireReason(transition);
    if (carrierId && (await this.carriers.listKnown([carrierId])).length === 0) {
      throw invalidFields({ carrier_id: 'is not a carrier' });
    }
  }

  /** Refunds the fees of numbers that were ported, but can never be assigned. */
  private async refundFailed(
    { id, accountId, holdId }: PortRequest,
    before: readonly PortNumber[],
    decided: readonly PortNumber[],
  ): Promise<void> {
    if (holdId === null) return;
    for (const { e164, feeCents } of decided.filter((number) => isGivenUp(number, before))) {
      if (feeCents === null || feeCents === 0) continue;
      await this.funds.refundUpTo({
        accountId,
        amountCents: feeCents,
        description: `Port of ${e164}, which could not be assigned`,
        relatedKind: 'port',
        relatedId: id,
        reference: `port:${id}:${e164}`,
        item: 'port_fee',
      });
    }
  }

  /** Tells of the numbers that the losing carrier keeps, by their reasons, and of those that it has handed over in vain. */
  private async tellRejected(
    request: PortRequest,
    before: readonly PortNumber[],
    decided: readonly PortNumber[],
    actor: Actor,
  ): Promise<void> {
    const rejected = decided.filter(({ status }) => status === 'rejected');
    const at = this.clock.now();
    for (const [reason, group] of groupBy(rejected, (number) =>
      isGivenUp(number, before) ? GIVEN_UP : (number.reasonCode ?? 'other'),
    )) {
      const e164s = group.map(({ e164 }) => e164);
      const to = { reason_code: group[0]?.reasonCode ?? null, e164s };
      const eventId = await this.ports.addEvent(request, { action: 'numbers_rejected', from: {}, to }, { actor, at });
      if (reason === GIVEN_UP) await this.notices.numbersGivenUp(request, eventId, e164s);
      else await this.notices.numbersRejected(request, eventId, e164s, reason as PortReasonCode);
    }
  }
}

const GIVEN_UP = 'given_up';

/** Returns whether the number was ported, could not be assigned, and is not assigned any more. */
function isGivenUp({ e164, status }: PortNumber, before: readonly PortNumber[]): boolean {
  return status === 'rejected' && numberOf(before, e164).status === 'failed';
}

function requireDistinct(decisions: readonly NumberDecision[]): void {
  const e164s = decisions.map(({ e164 }) => e164);
  const twice = e164s.find((e164, index) => e164s.indexOf(e164) < index);
  if (twice !== undefined) throw invalidFields({ numbers: `contains ${twice} twice` });
}

function numberOf(numbers: readonly PortNumber[], e164: string): PortNumber {
  const found = numbers.find((number) => number.e164 === e164);
  if (!found) throw invalidFields({ numbers: `contains ${e164}, which the port does not have` });
  return found;
}

function requireReason({ status, exceptionCode, message }: PortTransition): void {
  const needsReason = status === 'exception' || status === 'rejected';
  if (!needsReason || exceptionCode || message !== undefined) return;
  const why = `is required for \`${status}\`, unless the other says why`;
  throw invalidFields({ exception_code: why, message: why });
}

/** Throws `invalid_state` if the number, or the port, does not allow the decision. */
function decide(request: PortRequest, number: PortNumber, { status, reasonCode }: NumberDecision): PortNumber {
  if (status === 'rejected') {
    requireRejectable(request, number);
    return { ...number, status, reasonCode: reasonCode ?? 'other', claim: null };
  }
  if (number.status === 'failed') return { ...number, status: 'activating', reasonCode: null };
  throw CommonErrors.invalid_state({
    message: `${number.e164} is ${number.status}. Only numbers that failed are assigned again.`,
  });
}

function requireRejectable({ isRunning, partial }: PortRequest, { e164, status }: PortNumber): void {
  if (status === 'failed') return;
  if (status !== 'pending' || !isRunning) {
    throw CommonErrors.invalid_state({ message: `${e164} is ${status}, and cannot be rejected.` });
  }
  if (!partial) throw CommonErrors.invalid_state({ message: 'The port is not partial. Reject it as a whole.' });
}

/** A running port keeps a number. */
function requireRest({ isRunning }: PortRequest, before: readonly PortNumber[], decided: readonly PortNumber[]): void {
  const ended = new Set(decided.map(({ e164 }) => e164));
  if (!isRunning || before.some(({ e164, status }) => status === 'pending' && !ended.has(e164))) return;
  throw CommonErrors.invalid_state({ message: 'No number would be left. Reject the port as a whole.' });
}

/** Returns what an operator decides of a port by its API names, for the audit trail. */
function recordOf(request: PortRequest): Record<string, unknown> {
  return {
    status: request.status,
    foc_at: request.focAt?.toISOString() ?? null,
    auto_activate: request.autoActivate,
    exception_code: request.exceptionCode,
    carrier_id: request.carrierId,
    monthly_price_cents: request.monthlyPriceCents,
  };
}

function statusesOf(numbers: readonly PortNumber[]) {
  return numbers.map(({ e164, status, reasonCode }) => ({ e164, status, reason_code: reasonCode }));
}
