export interface BillingContact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The members of an account, whom identity manages. */
export abstract class BillingContacts {
  /** Lists the recipients of billing mails: owners and members with the role `billing`. */
  abstract billingContacts(accountId: string): Promise<readonly BillingContact[]>;
}
