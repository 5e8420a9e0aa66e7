import type { Clock } from '@trunkline/kernel';
import {
  type CardCharge,
  type CardChargeOutcome,
  type ChargeRef,
  ProcessorUnavailable,
} from '../../application/card-processor';
import { SandboxCardProcessor } from '../../sandbox/processors/sandbox-card-processor';
import type { SandboxCharges } from '../../sandbox/processors/sandbox-charges';
import { SandboxSecrets } from '../../sandbox/processors/sandbox-secrets';
import { testCryptoBox } from './sandbox-world';

/** `lost`: the request does not arrive. `unanswered`: the card is charged, and the response is lost. */
export type ProcessorFault = 'lost' | 'unanswered';

const NO_FAULTS = { take: () => Promise.resolve(null) };

/** The sandbox processor, with faults and outcomes that a test chooses. */
export class FakeCardProcessor extends SandboxCardProcessor {
  /** Faults of the next requests, one each. */
  readonly faults: ProcessorFault[] = [];
  /** Overrides the outcome of every charge. */
  overrideOutcome: ((kept: CardChargeOutcome) => CardChargeOutcome) | null = null;
  readonly detached: string[] = [];
  /** Runs while a card is being detached. */
  duringDetach: () => Promise<unknown> = () => Promise.resolve();

  constructor(charges: SandboxCharges, clock: Clock) {
    super(charges, new SandboxSecrets(testCryptoBox()), NO_FAULTS, clock);
  }

  override async charge(charge: CardCharge): Promise<CardChargeOutcome> {
    const fault = this.faults.shift();
    if (fault === 'lost') throw new ProcessorUnavailable();
    const outcome = await super.charge(charge);
    if (fault === 'unanswered') throw new ProcessorUnavailable();
    return this.overrideOutcome?.(outcome) ?? outcome;
  }

  override async find(charge: ChargeRef): Promise<CardChargeOutcome | null> {
    const outcome = await super.find(charge);
    return outcome && (this.overrideOutcome?.(outcome) ?? outcome);
  }

  override async detach(processorPaymentMethodId: string): Promise<void> {
    if (this.faults.shift()) throw new ProcessorUnavailable();
    await this.duringDetach();
    this.detached.push(processorPaymentMethodId);
  }
}
