export interface OutgoingMail {
  readonly accountId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Two mails of an account with one key are one mail. */
  readonly key: string;
}

export abstract class Mails {
  /** Joins the transaction around it: the mail goes out when that commits, and then once. */
  abstract send(mail: OutgoingMail): Promise<unknown>;
}

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
