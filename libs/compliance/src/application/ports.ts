/** The members of accounts, from identity. */
export abstract class ComplianceContacts {
  /** Returns the owners and admins. */
  abstract technicalContacts(
    accountId: string,
  ): Promise<readonly { readonly userId: string; readonly email: string; readonly name: string }[]>;
}
