import { addSeconds, type Clock, CommonErrors, Turns } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Registration } from '../../domain/registration/registration';
import type { CallConnectors } from '../connections/call-connector';
import type { FaultPoints } from '../ports';
import { sweep } from '../sweep';
import { type ApprovedBundle, type ApprovedBundles, type RegistrationResult } from './end-user-registrar';
import type { RegistrationRepository } from './ports';
import type { Registrars } from './registrars';
import type { SettleRegistration } from './settle-registration';
import { RecordBusyError } from './supplier-refs';

const BATCH = 20;
/** Longer than a batch takes at a supplier that responds slowly. Another worker that starts earlier creates nothing twice. */
const LEASE_SECONDS = 600;

/** The outcome of one registration in a run. */
export interface RegistrationAttempt {
  readonly registration: Registration;
  /**
   * `error`: to be retried. `failed`: waits for an operator. `withdrawn`: the number no longer waits. `revoked`: registered and
   * revoked by other workers during this attempt.
   */
  readonly outcome: 'under_review' | 'registered' | 'rejected' | 'withdrawn' | 'revoked' | 'busy' | 'error' | 'failed';
  /** The failure of this attempt. */
  readonly error?: unknown;
}

/**
 * Hands approved end users and documents on to suppliers, and activates the numbers that they register. Continues where a
 * crash or failure stopped it. Safe to run on any number of workers. See docs/numbers.md#registration.
 */
export class RegisterNumbers {
  constructor(
    private readonly registrations: RegistrationRepository,
    private readonly registrars: Registrars,
    private readonly approvedBundles: ApprovedBundles,
    private readonly settle: SettleRegistration,
    private readonly connectors: CallConnectors,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Continues all due registrations. A supplier's failure is stored with the registration and retried later. */
  async register(): Promise<readonly RegistrationAttempt[]> {
    const now = this.clock.now();
    const attempts: RegistrationAttempt[] = [];
    const turns = new Map<string, Turns>();
    const claim = (limit: number) => {
      const leaseUntil = addSeconds(this.clock.now(), LEASE_SECONDS);
      return this.registrations.claimDue(this.registrars.names, 'open', { now, leaseUntil, limit });
    };
    await sweep(claim, BATCH, async (registration) => {
      // The numbers of a bundle share its records at the supplier.
      const turn = turns.get(registration.bundleId) ?? new Turns(1);
      turns.set(registration.bundleId, turn);
      const attempt = await turn.run(() => this.attempt(registration));
      if (attempt) attempts.push(attempt);
    });
    return attempts;
  }

  private async attempt(registration: Registration): Promise<RegistrationAttempt | null> {
    const number = await this.settle.begin(registration);
    if (!number) return null;
    let result: RegistrationResult;
    try {
      result = await this.submit(registration, number);
      // The number becomes active now, so its supplier must send its calls to us.
      if (result.status === 'registered') await this.connectors.find(registration.supplier)?.connect(number);
    } catch (error) {
      const failed = await this.settle.fail(registration, error);
      if (error instanceof RecordBusyError) return { registration: failed, outcome: 'busy' };
      return { registration: failed, outcome: failed.status === 'failed' ? 'failed' : 'error', error };
    }
    await this.faults.reach('registration.supplier_done');
    const settled = await this.settle.settle(registration, result);
    return { registration: settled, outcome: settled.status === 'open' ? 'under_review' : settled.status };
  }

  private submit(registration: Registration, number: PhoneNumber): Promise<RegistrationResult> {
    const { bundleId, supplier } = registration;
    const { orderId, supplierNumberRef, country, numberType } = number;
    const registrar = this.registrars.find(supplier);
    if (!registrar || supplierNumberRef === null) {
      throw new Error(`${supplier} registers no number without a reference of its own.`);
    }
    const waiting = { orderId, bundleId, supplierNumberRef, country, numberType };
    return registrar.register(waiting, () => this.open(registration));
  }

  private async open({ accountId, bundleId, supplier }: Registration): Promise<ApprovedBundle> {
    const bundle = await this.approvedBundles.open({ accountId, bundleId }, supplier);
    if (!bundle) throw CommonErrors.invalid_state({ message: 'The bundle is no longer approved.' });
    return bundle;
  }
}
