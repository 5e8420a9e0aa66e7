import {
  apiMembers,
  type ChangedMembers,
  changedMembers,
  type Clock,
  invalidFields,
  type Transactor,
} from '@trunkline/kernel';
import { type CarrierOptions, Carrier, faultOfProfile, type NewCarrierOptions } from '../../domain/carriers/carrier';
import type { AuditLog } from '../ports';
import type { CarrierPasswords, CarrierView, CarrierQueries, CarrierRepository } from './store-ports';

export type CarrierInput = NewCarrierOptions & { readonly password?: string | null };
export type CarrierChange = Partial<CarrierOptions> & { readonly password?: string | null };

interface OperatorAction {
  readonly operator: string;
  readonly id: string;
}

/** The operator's carriers of messages. Each change is recorded in the audit trail in the same transaction, without secrets. */
export class MessagingCarriers {
  constructor(
    private readonly tx: Transactor,
    private readonly carriers: CarrierRepository,
    private readonly queries: CarrierQueries,
    private readonly passwords: CarrierPasswords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws `invalid_input`. */
  create(operator: string, { password, ...options }: CarrierInput): Promise<CarrierView> {
    return this.tx.run(async () => {
      const carrier = Carrier.create(options, this.clock.now());
      this.setPassword(carrier, password);
      await this.assertProfile(carrier);
      await this.carriers.add(carrier);
      const after = recordOf(carrier);
      await this.audit.record({ actor: operator, action: 'messaging_carrier.create', subject: carrier.id, after });
      return this.queries.get(carrier.id);
    });
  }

  /** Changes and records nothing when nothing differs. Throws `not_found`, `invalid_input`. */
  update({ operator, id }: OperatorAction, { password, ...change }: CarrierChange): Promise<CarrierView> {
    return this.tx.run(async () => {
      const carrier = await this.carriers.lock(id);
      const was = Object.assign({}, carrier);
      carrier.change(change, this.clock.now());
      this.setPassword(carrier, password);
      const difference = differenceOf(was, carrier);
      if (difference) {
        await this.assertProfile(carrier);
        await this.carriers.save(carrier);
        await this.audit.record({ actor: operator, action: 'messaging_carrier.change', subject: id, ...difference });
      }
      return this.queries.get(id);
    });
  }

  /** What the carrier has taken is still settled by its receipts, if they arrive over another way. Throws `not_found`. */
  remove({ operator, id }: OperatorAction): Promise<void> {
    return this.tx.run(async () => {
      const carrier = await this.carriers.lock(id);
      await this.carriers.remove(carrier);
      const before = recordOf(carrier);
      await this.audit.record({ actor: operator, action: 'messaging_carrier.delete', subject: id, before });
    });
  }

  /** Carriers with one public key differ by their messaging profiles. See docs/messages.md#http-carriers. */
  private async assertProfile(carrier: Carrier): Promise<void> {
    const { id, protocol, webhookPublicKey } = carrier;
    if (protocol !== 'http' || webhookPublicKey === null) return;
    const others = (await this.carriers.lockKey(webhookPublicKey)).filter((each) => each.id !== id);
    const fault = faultOfProfile(carrier, others);
    if (fault !== null) throw invalidFields({ system_id: fault });
  }

  /** Undefined keeps the password; null clears it. */
  private setPassword(carrier: Carrier, password: string | null | undefined): void {
    if (password === undefined) return;
    carrier.setSealedPassword(password && this.passwords.seal(carrier.id, password), this.clock.now());
  }
}

type Recorded = CarrierOptions & Pick<Carrier, 'id' | 'passwordSealed' | 'createdAt' | 'updatedAt'>;

/** Returns the carrier's settings by their API names, for the audit trail. */
function recordOf({
  id: _id,
  passwordSealed,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...settings
}: Recorded): Record<string, unknown> {
  return { ...apiMembers(settings), has_password: passwordSealed !== null };
}

/** Returns the changed members, before and after, or null. A replaced password is recorded as replaced, without its value. */
function differenceOf(was: Recorded, is: Recorded): ChangedMembers | null {
  const changed = changedMembers(recordOf(was), recordOf(is));
  const isReplaced =
    was.passwordSealed !== null && is.passwordSealed !== null && was.passwordSealed !== is.passwordSealed;
  if (!isReplaced) return changed;
  return { before: changed?.before ?? {}, after: { ...changed?.after, password_replaced: true } };
}
