import type { Clock } from '@trunkline/kernel';
import { type CardCharge, type CardChargeOutcome, ProcessorUnavailable } from '../application/card-processor';
import {
  type SandboxCharge,
  SandboxCardProcessor,
  SandboxCharges,
} from '../infrastructure/processors/sandbox-card-processor';

export class InMemorySandboxCharges extends SandboxCharges {
  readonly kept = new Map<string, SandboxCharge>();

  override once(charge: SandboxCharge): Promise<SandboxCharge> {
    const kept = this.kept.get(charge.idempotencyKey) ?? charge;
    this.kept.set(charge.idempotencyKey, kept);
    return Promise.resolve(kept);
  }

  override find(idempotencyKey: string): Promise<SandboxCharge | null> {
    return Promise.resolve(this.kept.get(idempotencyKey) ?? null);
  }
}

/** `lost`: the request never arrives. `unanswered`: the card is charged, and the answer gets lost. */
export type ProcessorFault = 'lost' | 'unanswered';

/** The sandbox processor over a memory of its own, with faults and outcomes that a test can choose. */
export class FakeCardProcessor extends SandboxCardProcessor {
  /** What happens to the next requests, one each. */
  readonly faults: ProcessorFault[] = [];
  /** Overrides what the processor says of every charge. */
  says: ((kept: CardChargeOutcome) => CardChargeOutcome) | null = null;
  readonly detached: string[] = [];

  constructor(
    readonly memory: InMemorySandboxCharges,
    clock: Clock,
  ) {
    super(memory, clock);
  }

  override async charge(charge: CardCharge): Promise<CardChargeOutcome> {
    const fault = this.faults.shift();
    if (fault === 'lost') throw new ProcessorUnavailable();
    const outcome = await super.charge(charge);
    if (fault === 'unanswered') throw new ProcessorUnavailable();
    return this.says?.(outcome) ?? outcome;
  }

  override async find(charge: { readonly idempotencyKey: string }): Promise<CardChargeOutcome | null> {
    const outcome = await super.find(charge);
    return outcome && (this.says?.(outcome) ?? outcome);
  }

  override detach(processorPaymentMethodId?: string): Promise<void> {
    if (this.faults.shift()) throw new ProcessorUnavailable();
    this.detached.push(processorPaymentMethodId ?? '');
    return Promise.resolve();
  }
}
