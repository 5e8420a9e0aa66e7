import type { CardProcessor } from '../../application/card-processor';
import type { SandboxEvent } from '../../sandbox/processors/sandbox-charges';
import type { SandboxPayments } from '../../sandbox/processors/sandbox-payments';
import type { SignedEvents } from '../../infrastructure/processors/signed-events';
import type { ProcessorUnderTest } from './processor-under-test';

export interface SandboxContext {
  readonly processor: CardProcessor;
  readonly payments: SandboxPayments;
  readonly signed: SignedEvents;
  /** Returns the events since the last call. */
  readonly newEvents: () => Promise<readonly Pick<SandboxEvent, 'body'>[]>;
  readonly advance: (seconds: number) => void;
}

/** Adapts the sandbox to the contract suite. */
export function sandboxUnderTest({
  processor,
  payments,
  signed,
  newEvents,
  advance,
}: SandboxContext): ProcessorUnderTest {
  return {
    processor,
    advance,
    // The sandbox saves no cards: its test payment methods exist for every account.
    isAttached: () => false,
    isSetUpOpen: () => false,
    callbacks: async () =>
      Promise.all(
        (await newEvents()).map(async ({ body }) => {
          return { rawBody: Buffer.from(body), signature: await signed.sign(body) };
        }),
      ),
    authenticate: (intentId) => payments.act({ intentId, action: 'authenticate' }),
    winDispute: (intentId) => payments.act({ intentId, action: 'win_dispute' }),
    refundElsewhere: (intentId, amountCents) => payments.act({ intentId, action: 'refund', amountCents }),
  };
}
