import { CommonErrors } from '@trunkline/kernel';
import type { OptOutStore } from '../consent/ports';
import type { SendingStopStore } from '../sending-stops';
import type { SendingRules, SendingTerms } from './ports';

export interface SendingAttempt {
  readonly accountId: string;
  readonly from: string;
  readonly recipients: readonly string[];
}

export interface SendingLimitsInForce extends SendingTerms {
  /** Those of the recipients that want no messages from the number. */
  readonly optedOut: ReadonlySet<string>;
}

/** What an account may send to whom: the rules of calls, what its recipients want, and what an operator has stopped. */
export class SendingLimits {
  constructor(
    private readonly rules: SendingRules,
    private readonly optOuts: OptOutStore,
    private readonly stops: SendingStopStore,
  ) {}

  /** Throws `not_found`, and `forbidden` for an account whose messages are stopped. */
  async of({ accountId, from, recipients }: SendingAttempt): Promise<SendingLimitsInForce> {
    const [terms, optedOut, stopped] = await Promise.all([
      this.rules.termsOf(accountId),
      this.optOuts.among(accountId, from, recipients),
      this.stops.stopped(),
    ]);
    if (stopped.has(accountId))
      throw CommonErrors.forbidden({
        message: 'An operator has stopped the text messages of this account. Contact support.',
      });
    return { ...terms, optedOut };
  }
}
