/** A recipient has asked for no more messages from a number of the account. */
export interface OptOut {
  readonly id: string;
  readonly accountId: string;
  readonly numberId: string;
  /** The account's number. */
  readonly fromNumber: string;
  readonly toNumber: string;
  /** The word that the recipient sent. */
  readonly keyword: string;
  /** When the message with the word was received. */
  readonly askedAt: Date;
  readonly createdAt: Date;
}
