import { CommonErrors, newId } from '@trunkline/kernel';
import type { PhoneNumber } from '../lifecycle/phone-number';
import type { PortOutRefusal } from './reasons';

export const PORT_OUT_STATUSES = ['pending', 'released', 'refused'] as const;
export type PortOutStatus = (typeof PORT_OUT_STATUSES)[number];

/** What another carrier asks for. */
export interface PortOutRequest {
  readonly gainingCarrier: string;
  readonly requestedAt: Date;
  /** When the number leaves. */
  readonly releaseAt: Date;
}

/** A request of another carrier for a number of an account. Refused requests are kept, too. See docs/porting.md#leaving. */
export class PortOut {
  readonly id!: string;
  readonly accountId!: string;
  readonly numberId!: string;
  readonly e164!: string;
  readonly gainingCarrier!: string;
  readonly requestedAt!: Date;
  readonly releaseAt!: Date;
  readonly status!: PortOutStatus;
  readonly refusalCode!: PortOutRefusal | null;
  /** Words of the operator for the owner and the other carrier. */
  readonly refusalMessage!: string | null;
  readonly createdAt!: Date;
  /** When it was released or refused; null while it is pending. */
  readonly endedAt!: Date | null;

  private constructor(state: Partial<PortOut>) {
    Object.assign(this, state);
  }

  /** Enters a request, refused at once for a reason that the number itself gives. */
  static enter(number: PhoneNumber, request: PortOutRequest, refusal: PortOutRefusal | null, now: Date): PortOut {
    const { id: numberId, accountId, e164 } = number;
    return new PortOut({
      id: newId('pout'),
      accountId,
      numberId,
      e164,
      ...request,
      status: refusal === null ? 'pending' : 'refused',
      refusalCode: refusal,
      refusalMessage: null,
      createdAt: now,
      endedAt: refusal === null ? null : now,
    });
  }

  /** Throws `invalid_state` unless the request is pending. */
  refuse(refusalCode: PortOutRefusal, refusalMessage: string | null, now: Date): void {
    this.end({ status: 'refused', refusalCode, refusalMessage }, now);
  }

  /** Records that the number has left. Throws `invalid_state` unless the request is pending. */
  release(now: Date): void {
    this.end({ status: 'released' }, now);
  }

  private end(outcome: Partial<PortOut> & Pick<PortOut, 'status'>, now: Date): void {
    if (this.status !== 'pending') {
      const message = `The request is ${this.status}, and cannot become ${outcome.status}.`;
      throw CommonErrors.invalid_state({ message });
    }
    Object.assign(this, outcome, { endedAt: now });
  }
}
