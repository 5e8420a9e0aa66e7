import { Ledger } from '@trunkline/billing-ledger';
import { PersonalData } from '@trunkline/compliance';
import { ApiKeys, Closures, Invitations } from '@trunkline/identity';
import { aPrincipal, openVerifiedAccount } from '@trunkline/identity/testing';
import { Clock, newId, type Principal } from '@trunkline/kernel';
import { Numbers, OrderNumber, type OrderRequest } from '@trunkline/numbering';
import { CreateSipTrunk, RoutingProfiles } from '@trunkline/voice-routing';
import { StaffedWorld } from './staffed-world';

const PASSWORD = 'correct horse battery staple';
const GRACE_S = 30 * 86_400;
const HOUR_S = 3600;
const CALLER = { ip: null, userAgent: null };
const ACTIVE = { country: 'US', numberType: 'geographic', areaCode: '212' } as const;
const WAITING = { country: 'GB', numberType: 'mobile', areaCode: null } as const;
const UNROUTED = { trunkId: null, routingProfileId: null };

/** An account with everything that closure must end, whose owner has requested closure. */
export interface Leaving {
  readonly accountId: string;
  readonly name: string;
}

/** Accounts about to be closed, and the workers that close them. */
export class ClosingWorld extends StaffedWorld {
  private accounts = 0;

  static async open(): Promise<ClosingWorld> {
    return new ClosingWorld(await StaffedWorld.staff());
  }

  endGrace = () => this.advance(GRACE_S + 1);
  /** Advances the clock by an hour, after which the hourly job runs again. */
  nextHour = () => this.advance(HOUR_S);

  /**
   * Creates an account and requests its closure. It has four numbers, of which one is locked and one waits for documents, a
   * trunk, a routing profile, money, an API key, an invitation, a data key and a second owner.
   */
  async anAccount(): Promise<Leaving> {
    const name = `Leaving ${String(++this.accounts)} Ltd`;
    const owner = await this.signUp(name);
    const { accountId } = owner;
    await this.topUp(accountId, 2000);
    await this.routes(accountId);
    for (const wanted of [ACTIVE, ACTIVE, ACTIVE, WAITING]) await this.order(accountId, wanted);
    await this.payAhead(accountId);
    await this.lockOne(accountId);
    const key = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null };
    await this.use(ApiKeys).create(owner, key);
    const invitation = { operationId: newId('op'), email: `${newId('usr')}@example.com` };
    await this.use(Invitations).invite(owner, { ...invitation, role: 'member', ip: null });
    await this.use(PersonalData).cipherOf(accountId);
    await this.addOwner(accountId, await this.signUp(`Partner of ${name}`));
    const wish = { who: owner, caller: CALLER, operationId: newId('op'), password: PASSWORD, code: null };
    await this.use(Closures).request({ ...wish, confirmName: name, reason: null, reasonCategory: null });
    return { accountId, name };
  }

  /** Credits a top-up whose outcome was unknown until now. */
  topUpLate({ accountId }: Leaving, amountCents: number): Promise<unknown> {
    return this.topUp(accountId, amountCents);
  }

  private topUp(accountId: string, amountCents: number): Promise<unknown> {
    const topup = { accountId, topupId: newId('top'), amountCents, description: 'Card top-up' };
    return this.use(Ledger).creditTopup({ ...topup, processorPaymentIntentId: newId('op') });
  }

  private async signUp(name: string): Promise<Principal> {
    const email = `${newId('usr')}@example.com`;
    const wanted = { email, password: PASSWORD, name, country: 'US', caller: CALLER };
    const { sessionId: credentialId, accountId, userId } = await openVerifiedAccount(this.use, wanted);
    return aPrincipal({ accountId, userId, credentialId, signedInAt: this.use(Clock).now() });
  }

  private addOwner(accountId: string, { userId }: Principal): Promise<unknown> {
    return this.probe.db.query(
      `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, 'owner', now())`,
      [accountId, userId],
    );
  }

  private async order(accountId: string, selection: OrderRequest['selection']): Promise<void> {
    await this.use(OrderNumber).order({
      accountId,
      actor: { kind: 'system', id: null },
      operationId: newId('op'),
      selection,
      route: UNROUTED,
      maxMonthlyPriceCents: null,
      complianceBundleId: null,
      customerReference: null,
    });
  }

  /** Otherwise the second month could start exactly when the grace period ends, and its charge would depend on timing. */
  private payAhead(accountId: string): Promise<unknown> {
    return this.probe.db.query(
      `UPDATE numbering.phone_numbers SET next_billing_at = next_billing_at + interval '60 days' WHERE account_id = $1`,
      [accountId],
    );
  }

  private async lockOne(accountId: string): Promise<void> {
    const [number] = await this.probe.db.query<{ e164: string }>(
      `SELECT e164 FROM numbering.phone_numbers WHERE account_id = $1 AND status = 'active' LIMIT 1`,
      [accountId],
    );
    const ref = { accountId, e164: number?.e164 ?? '', actor: { kind: 'system', id: null } } as const;
    await this.use(Numbers).change(ref, { deletionLock: true });
  }

  private async routes(accountId: string): Promise<void> {
    const create = { accountId, operationId: newId('op'), options: { name: 'Office' }, gateways: [] };
    const { trunk } = await this.use(CreateSipTrunk).create(create);
    const targets = [{ kind: 'sip_trunk' as const, sipTrunkId: trunk.id }];
    await this.use(RoutingProfiles).create({
      operationId: newId('op'),
      accountId,
      options: { name: 'Office' },
      targets,
    });
  }
}
