import { addSeconds, type Clock } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Registration } from '../../domain/registration/registration';
import type { FaultPoints } from '../ports';
import { sweep } from '../sweep';
import type { RegistrationCheck } from './end-user-registrar';
import type { RegistrationRepository } from './ports';
import type { Registrars } from './registrars';
import type { SettleCheck } from './settle-check';

const BATCH = 20;
/** Longer than a batch takes at a supplier that responds slowly. */
const LEASE_SECONDS = 600;

/** The outcome of one check in a run. */
export interface CheckedRegistration {
  readonly registration: Registration;
  /** `unclear`: reviewed again. `reported`: to be confirmed by another check. `error`: to be retried. */
  readonly outcome: 'registered' | 'unclear' | 'reported' | 'revoked' | 'changed' | 'error';
  /** The failure of this check. */
  readonly error?: unknown;
}

/**
 * Checks each day whether suppliers still accept what they have registered, and suspends the numbers whose registration they
 * have revoked. Safe to run on any number of workers. See docs/numbers.md#registration.
 */
export class CheckRegistrations {
  constructor(
    private readonly registrations: RegistrationRepository,
    private readonly registrars: Registrars,
    private readonly settle: SettleCheck,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Checks all registrations that are due. */
  async check(): Promise<readonly CheckedRegistration[]> {
    const now = this.clock.now();
    const checked: CheckedRegistration[] = [];
    const claim = (limit: number) => {
      const leaseUntil = addSeconds(this.clock.now(), LEASE_SECONDS);
      return this.registrations.claimDue(this.registrars.names, 'registered', { now, leaseUntil, limit });
    };
    await sweep(claim, BATCH, async (registration) => {
      const outcome = await this.checkClaimed(registration);
      if (outcome) checked.push(outcome);
    });
    return checked;
  }

  private async checkClaimed(claimed: Registration): Promise<CheckedRegistration | null> {
    const number = await this.settle.begin(claimed);
    if (!number) return null;
    let result: RegistrationCheck;
    try {
      result = await this.ask(claimed, number);
    } catch (error) {
      return { registration: await this.settle.fail(claimed, error), outcome: 'error', error };
    }
    await this.faults.reach('registration.checked');
    const registration = await this.settle.settle(claimed, result);
    return { registration, outcome: outcomeOf(result, registration) };
  }

  private ask({ bundleId, supplier }: Registration, number: PhoneNumber): Promise<RegistrationCheck> {
    const { orderId, supplierNumberRef, country, numberType } = number;
    const registrar = this.registrars.find(supplier);
    if (!registrar || supplierNumberRef === null) {
      throw new Error(`${supplier} checks no number without a reference of its own.`);
    }
    return registrar.check({ orderId, bundleId, supplierNumberRef, country, numberType });
  }
}

function outcomeOf(result: RegistrationCheck, { status }: Registration): CheckedRegistration['outcome'] {
  if (status === 'revoked') return 'revoked';
  if (status !== 'registered') return 'changed';
  if (result.status === 'registered') return 'registered';
  return result.status === 'pending' ? 'unclear' : 'reported';
}
