export interface OutgoingMail {
  readonly accountId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Two mails of an account with one key are one mail. */
  readonly key: string;
}

/** Where a context hands in the mails that it has written. */
export abstract class Mails {
  /** Joins the transaction around it: the mail goes out when that commits, and then once. */
  abstract send(mail: OutgoingMail): Promise<unknown>;
}
