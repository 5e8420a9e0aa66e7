import type { CardProcessor } from '../application/card-processor';
import type { SandboxEvent } from '../sandbox/sandbox-charges';
import type { SandboxPayments } from '../sandbox/sandbox-payments';
import type { SignedEvents } from '../infrastructure/processors/signed-events';
import type { ProcessorUnderTest } from './card-processor-contract';

export interface SandboxContext {
  readonly processor: CardProcessor;
  readonly payments: SandboxPayments;
  readonly signed: SignedEvents;
  /** The events since it was last asked. */
  readonly newEvents: () => Promise<readonly Pick<SandboxEvent, 'body'>[]>;
  readonly pass: (seconds: number) => void;
}

/** The sandbox as the contract suite handles every processor. */
export function sandboxUnderTest({ processor, payments, signed, newEvents, pass }: SandboxContext): ProcessorUnderTest {
  return {
    processor,
    pass,
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
