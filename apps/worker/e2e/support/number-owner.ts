import { Ledger } from '@trunkline/billing-ledger';
import { openVerifiedAccount } from '@trunkline/identity/testing';
import { newId } from '@trunkline/kernel';
import { OrderNumber } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import type { Use } from '../../src/use';

export interface NumberOwner {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly e164: string;
}

/** Opens a verified account, tops it up, and orders a number. */
export async function openNumberOwner(use: Use, fundsCents: number): Promise<NumberOwner> {
  const signIn = { email: `${newId('usr')}@example.com`, password: 'correct horse battery staple' };
  const person = { ...signIn, name: 'Ada', country: 'US', caller: { ip: null, userAgent: null } };
  const { accountId } = await openVerifiedAccount(use, person);
  const topup = { accountId, topupId: newId('top'), amountCents: fundsCents, description: 'Card top-up' };
  await use(Ledger).creditTopup({ ...topup, processorPaymentIntentId: newId('op') });
  await use(OrderNumber).order({
    accountId,
    actor: { kind: 'system', id: null },
    operationId: newId('op'),
    selection: { country: 'US', numberType: 'geographic', areaCode: '212' },
    route: { trunkId: null, routingProfileId: null },
    maxMonthlyPriceCents: null,
    complianceBundleId: null,
    customerReference: null,
  });
  const owned = `SELECT e164 FROM numbering.phone_numbers WHERE account_id = $1`;
  const { e164 } = await use(Database).get<{ e164: string }>(owned, [accountId]);
  return { accountId, ...signIn, e164 };
}
