import { apiMembers, type ChangedMembers, changedMembers, type Clock, type Transactor } from '@trunkline/kernel';
import { Carrier, type CarrierOptions, type NewCarrierOptions } from '../../domain/carrier';
import type { CarrierPasswords, CarrierQueries, CarrierRepository, CarrierView } from './ports';
import type { AuditLog } from '../ports';

export type CarrierInput = NewCarrierOptions & { readonly authPassword?: string | null };
export type CarrierChange = Partial<CarrierOptions> & { readonly authPassword?: string | null };

type CarrierRecord = CarrierOptions & Pick<Carrier, 'id' | 'authPasswordSealed' | 'createdAt' | 'updatedAt'>;

interface OperatorAction {
  readonly operator: string;
  readonly id: string;
}

/** The operator's carriers. Each change is recorded in the audit trail in the same transaction, without secrets. */
export class Carriers {
  constructor(
    private readonly tx: Transactor,
    private readonly carriers: CarrierRepository,
    private readonly queries: CarrierQueries,
    private readonly passwords: CarrierPasswords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws `invalid_input`. */
  create(operator: string, { authPassword, ...options }: CarrierInput): Promise<CarrierView> {
    return this.tx.run(async () => {
      const carrier = Carrier.create(options, this.clock.now());
      this.setPassword(carrier, authPassword);
      await this.carriers.add(carrier);
      const after = recordOf(carrier);
      await this.audit.record({ actor: operator, action: 'carrier.create', subject: carrier.id, after });
      return this.queries.get(carrier.id);
    });
  }

  /** Records nothing when nothing changes. Throws `not_found`, `invalid_input`. */
  update({ operator, id }: OperatorAction, { authPassword, ...change }: CarrierChange): Promise<CarrierView> {
    return this.tx.run(async () => {
      const carrier = await this.carriers.lock(id);
      const was = Object.assign({}, carrier);
      carrier.change(change, this.clock.now());
      this.setPassword(carrier, authPassword);
      const difference = differenceOf(was, carrier);
      if (difference) {
        await this.carriers.save(carrier);
        await this.audit.record({ actor: operator, action: 'carrier.change', subject: id, ...difference });
      }
      return this.queries.get(id);
    });
  }

  /** Live calls continue. Throws `not_found`. */
  remove({ operator, id }: OperatorAction): Promise<void> {
    return this.tx.run(async () => {
      const carrier = await this.carriers.lock(id);
      await this.carriers.remove(carrier);
      const before = recordOf(carrier);
      await this.audit.record({ actor: operator, action: 'carrier.delete', subject: id, before });
    });
  }

  /** Undefined keeps the password; null clears it. */
  private setPassword(carrier: Carrier, password: string | null | undefined): void {
    if (password !== undefined) carrier.setSealedPassword(password && this.passwords.seal(carrier.id, password));
  }
}

/** Returns the carrier's settings by their API names, for the audit trail. */
function recordOf({
  id: _id,
  authPasswordSealed,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...settings
}: CarrierRecord): Record<string, unknown> {
  return { ...apiMembers(settings), has_auth_password: authPasswordSealed !== null };
}

/** Returns the changed members, before and after, or null. A replaced password is recorded as replaced, without its value. */
function differenceOf(was: CarrierRecord, is: CarrierRecord): ChangedMembers | null {
  const changed = changedMembers(recordOf(was), recordOf(is));
  const isReplaced =
    was.authPasswordSealed !== null &&
    is.authPasswordSealed !== null &&
    was.authPasswordSealed !== is.authPasswordSealed;
  if (!isReplaced) return changed;
  return { before: changed?.before ?? {}, after: { ...changed?.after, auth_password_replaced: true } };
}
