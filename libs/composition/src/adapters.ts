import type { BillingQueries } from '@trunkline/billing-ledger';
import type { ChargedRecords } from '@trunkline/billing-ledger/wiring';
import type { Cdrs } from '@trunkline/cdr';
import type { BundleDirectory, ComplianceDocument, Documents, EndUsers } from '@trunkline/compliance/wiring';
import type { AccountDirectory } from '@trunkline/identity/wiring';
import { type BillingDetails, type Clock, DomainError, NO_BILLING_DETAILS } from '@trunkline/kernel';
import type { NumberFilters, NumberQueries, Numbers, OrderQueries } from '@trunkline/numbering';
import type {
  AccountStanding,
  AccountStandings,
  ApprovedBundle,
  ApprovedBundles,
  BundleRef,
  LetterReader,
  PortSubscribers,
  Subscriber,
} from '@trunkline/numbering/wiring';
import type { NumberRouting } from '@trunkline/voice-routing/wiring';

// Answers that need more than one class of another context, or its answer in another form.

/** Combines the tier (identity) with whether the account has ever topped up (billing). */
export class StandingsByAccountAndTopups implements AccountStandings {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly billing: BillingQueries,
  ) {}

  async standing(accountId: string): Promise<AccountStanding> {
    const [{ tier }, hasToppedUp] = await Promise.all([
      this.accounts.get(accountId),
      this.billing.hasToppedUp(accountId),
    ]);
    return { tier, hasToppedUp };
  }
}

/** Opens approved bundles through compliance, whose access log records every read with the supplier as the reader. */
export class ApprovedBundlesOfCompliance implements ApprovedBundles {
  constructor(
    private readonly bundles: BundleDirectory,
    private readonly endUsers: EndUsers,
    private readonly documents: Documents,
    private readonly clock: Clock,
  ) {}

  async open({ accountId, bundleId }: BundleRef, supplier: string): Promise<ApprovedBundle | null> {
    const contents = await this.bundles.findApproved({ accountId, bundleId }, this.clock.now());
    if (!contents) return null;
    const reader = { kind: 'supplier', id: supplier } as const;
    const { endUser } = await this.endUsers.get({ accountId, id: contents.endUserId }, reader);
    const { kind, country, details } = endUser;
    const documents: ComplianceDocument[] = [];
    for (const id of contents.documentIds) documents.push(await this.documents.get({ accountId, id }, reader));
    return {
      id: bundleId,
      endUser: { kind, country, ...details },
      documents: documents.map((document) => ({
        id: document.id,
        docType: document.docType,
        filename: `${document.docType}.${document.contentType.split('/')[1] ?? ''}`,
        open: async () => (await this.documents.read(document, reader)).content,
      })),
    };
  }
}

/** Reads CDRs and number orders as their account, so a record of another account is not found. */
export class ChargedRecordsByOwners implements ChargedRecords {
  constructor(
    private readonly cdrs: Cdrs,
    private readonly orders: OrderQueries,
  ) {}

  hasCdr(accountId: string, id: string): Promise<boolean> {
    return isFound(this.cdrs.get(accountId, id));
  }

  hasNumberOrder(accountId: string, id: string): Promise<boolean> {
    return isFound(this.orders.get(accountId, id));
  }
}

async function isFound(read: Promise<object>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return false;
    throw error;
  }
}

/** The end user of a port through compliance, whose access log records the read; without one, the account. */
export class SubscribersByEndUsersAndAccounts implements PortSubscribers {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly endUsers: EndUsers,
  ) {}

  async get(accountId: string, endUserId: string | null, reader: LetterReader): Promise<Subscriber> {
    if (endUserId === null) return this.account(accountId);
    const { endUser } = await this.endUsers.get({ accountId, id: endUserId }, reader);
    const { businessName, firstName, lastName, ...address } = endUser.details;
    const person = [firstName, lastName].filter((part) => part !== null).join(' ');
    return {
      name: businessName ?? person,
      addressLines: addressLinesOf({ ...address, region: address.state }),
      country: endUser.country,
    };
  }

  private async account(accountId: string): Promise<Subscriber> {
    const { name, country, billingDetails } = await this.accounts.get(accountId);
    const details = billingDetails ?? NO_BILLING_DETAILS;
    return {
      name: details.legalName ?? name,
      addressLines: addressLinesOf(details),
      country: details.country ?? country,
    };
  }
}

type Address = Pick<BillingDetails, 'addressLine1' | 'addressLine2' | 'postalCode' | 'city' | 'region'>;

function addressLinesOf({ addressLine1, addressLine2, postalCode, city, region }: Address): string[] {
  const place = [postalCode, city].filter((part) => part !== null && part !== '').join(' ');
  return [addressLine1, addressLine2, place, region].filter((line) => line !== null && line !== '').map(String);
}

type RoutedTo = Pick<NumberFilters, 'trunkId' | 'routingProfileId'>;

const NOWHERE = { trunkId: null, routingProfileId: null };
const BATCH = 100;

/** Detaches numbers through numbering's bulk routing, so that each number's history records the change. */
export class NumberRoutingByNumbers implements NumberRouting {
  constructor(
    private readonly queries: NumberQueries,
    private readonly numbers: Numbers,
  ) {}

  detachTrunk(accountId: string, trunkId: string): Promise<void> {
    return this.detach(accountId, { trunkId: [trunkId] });
  }

  detachProfile(accountId: string, routingProfileId: string): Promise<void> {
    return this.detach(accountId, { routingProfileId: [routingProfileId] });
  }

  private async detach(accountId: string, filters: RoutedTo): Promise<void> {
    const page = { limit: BATCH, sort: 'assigned_at', order: 'asc', after: null } as const;
    // Detached numbers leave the list, so the first page is always the next batch.
    for (;;) {
      const { items } = await this.queries.list(accountId, filters, page);
      if (items.length === 0) return;
      const e164s = items.map(({ e164 }) => e164);
      await this.numbers.routeMany({ accountId, actor: { kind: 'system', id: null } }, e164s, NOWHERE);
    }
  }
}
