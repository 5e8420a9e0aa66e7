import { addSeconds, type Clock, CommonErrors, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import {
  deleted,
  deletionFailed,
  type ErasureStatus,
  reopenErasure,
  type SupplierErasure,
} from '../../domain/registration/supplier-erasure';
import type { Claim, OperatorAudit } from '../ports';
import { sweep } from '../sweep';
import type { Registrars } from './registrars';

const BATCH = 20;
const LEASE_SECONDS = 600;

/** Undefined members match everything. */
export interface ErasureFilters {
  readonly status?: ErasureStatus;
  readonly supplier?: string;
  readonly accountId?: string;
}

export interface ErasureCount {
  readonly supplier: string;
  readonly status: ErasureStatus;
  readonly count: number;
}

export abstract class SupplierErasureRepository {
  /**
   * Adds an erasure for each supplier that may have received one of these bundles; null stands for all bundles of the account.
   * An erasure that exists is created anew at `now`, because registrations may have been under way since; an open one keeps its
   * attempts.
   */
  abstract addAll(accountId: string, bundleIds: readonly string[] | null, now: Date): Promise<void>;
  abstract save(erasure: SupplierErasure): Promise<void>;
  /** Locks the erasure until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<SupplierErasure>;
  /** Claims open erasures at these suppliers that are due. */
  abstract claimDue(suppliers: readonly string[], claim: Claim): Promise<SupplierErasure[]>;
  /** Counts the open and failed erasures by supplier and status. */
  abstract count(): Promise<readonly ErasureCount[]>;
  abstract list(filters: ErasureFilters, page: PageRequest<'created_at'>): Promise<Page<SupplierErasure>>;
}

/** Deletes what suppliers received of erased end users. See docs/numbers.md#erasure. */
export class SupplierErasures {
  constructor(
    private readonly tx: Transactor,
    private readonly erasures: SupplierErasureRepository,
    private readonly registrars: Registrars,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /** Requests the deletion of these bundles, or of all bundles of the account. Idempotent. Joins the transaction. */
  request(accountId: string, bundleIds: readonly string[] | null): Promise<void> {
    return this.erasures.addAll(accountId, bundleIds, this.clock.now());
  }

  /**
   * Continues all due erasures, and returns those that failed in this run. A failure is stored with the erasure and retried
   * later. Safe to run on any number of workers.
   */
  async erase(): Promise<readonly SupplierErasure[]> {
    const now = this.clock.now();
    const failures: SupplierErasure[] = [];
    const claim = (limit: number) => {
      const leaseUntil = addSeconds(this.clock.now(), LEASE_SECONDS);
      return this.erasures.claimDue(this.registrars.names, { now, leaseUntil, limit });
    };
    await sweep(claim, BATCH, async (erasure) => {
      const settled = await this.attempt(erasure);
      if (settled.lastError !== null) failures.push(settled);
    });
    return failures;
  }

  /** Starts a failed erasure again. Throws `not_found`, `invalid_state`. */
  retry(id: string, operator: string): Promise<SupplierErasure> {
    return this.tx.run(async () => {
      const erasure = await this.erasures.lock(id);
      const { status, accountId } = erasure;
      if (status !== 'failed') {
        throw CommonErrors.invalid_state({ message: `The erasure is ${status}. Only a failed one can be retried.` });
      }
      const retried = reopenErasure(erasure, this.clock.now());
      await this.erasures.save(retried);
      const entry = { action: 'erasure.retry', before: { status }, after: { status: 'open' } } as const;
      await this.audit.record({ ...entry, actor: operator, subject: id, accountId });
      return retried;
    });
  }

  private async attempt(erasure: SupplierErasure): Promise<SupplierErasure> {
    const error = await this.eraseAt(erasure);
    return this.tx.run(async () => {
      const current = await this.erasures.lock(erasure.id);
      if (current.status !== 'open') return current;
      const now = this.clock.now();
      const settled = error === null ? deleted(current, now) : deletionFailed(current, error, now);
      await this.erasures.save(settled);
      return settled;
    });
  }

  /** Returns the failure, or null. */
  private async eraseAt({ bundleId, supplier }: SupplierErasure): Promise<string | null> {
    try {
      const registrar = this.registrars.find(supplier);
      if (!registrar) throw new Error(`The supplier ${supplier} is not enabled.`);
      await registrar.erase(bundleId);
      return null;
    } catch (error) {
      return String(error);
    }
  }
}
