export interface BillingContact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** Billing's view of the people of an account. */
export abstract class BillingContacts {
  /** Whom mails about money go to: owners and members of role billing. */
  abstract billingContacts(accountId: string): Promise<readonly BillingContact[]>;
}
