export interface MailAttachment {
  /** ASCII. */
  readonly fileName: string;
  /** Media type. */
  readonly type: string;
  readonly base64: string;
}

export interface OutgoingMail {
  readonly accountId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: MailAttachment;
  /** Deduplicates: an account receives one mail per key. */
  readonly key: string;
}

/** Accepts the mails that a context has written. */
export abstract class Mails {
  /** Joins the surrounding transaction. The mail is sent once, after the commit. */
  abstract send(mail: OutgoingMail): Promise<unknown>;
}
