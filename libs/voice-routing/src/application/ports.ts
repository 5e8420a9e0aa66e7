export interface KnownNumber {
  readonly numberId: string;
  readonly accountId: string;
  readonly e164: string;
  readonly country: string;
  readonly numberType: string;
  readonly status: string;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
  /** The carrier that brings its calls in; null for any. */
  readonly carrierId: string | null;
}

/** Numbers, as voice routing reads them. */
export abstract class NumberDirectory {
  /** Returns the live number of any account. */
  abstract findByE164(e164: string): Promise<KnownNumber | null>;
  abstract isOwned(accountId: string, e164: string): Promise<boolean>;
  /** As `isOwned`, and keeps the number from being released until the transaction ends. Lock trunks and profiles first. */
  abstract lockOwned(accountId: string, e164: string): Promise<boolean>;
  /**
   * Returns whether a number of the account is being released or has a date of release. Otherwise keeps a number of the
   * account from being released until the transaction ends. Lock profiles first.
   */
  abstract isLeaving(accountId: string, e164: string): Promise<boolean>;
  abstract countByTrunks(accountId: string, trunkIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Counts active numbers. */
  abstract countByProfiles(accountId: string, profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the countries of the account's live numbers. */
  abstract countriesOf(accountId: string): Promise<readonly string[]>;
  /** Counts live numbers, including suspended ones. */
  abstract countLiveByProfile(accountId: string, profileId: string): Promise<number>;
}

/** Detaches numbers from trunks and profiles that are archived with `force=true`. Joins the transaction. */
export abstract class NumberRouting {
  abstract detachTrunk(accountId: string, trunkId: string): Promise<unknown>;
  abstract detachProfile(accountId: string, profileId: string): Promise<unknown>;
}

export interface OperatorEntry {
  /** The fingerprint of the operator's token. */
  readonly actor: string;
  /** `resource.verb`. */
  readonly action:
    | 'outbound_policy.change'
    | 'revenue_share_range.add'
    | 'revenue_share_range.remove'
    | 'alert.acknowledge'
    | 'carrier.create'
    | 'carrier.change'
    | 'carrier.delete'
    | 'call.end'
    | 'call.reveal_caller'
    | 'source_network.confirm'
    | 'source_network.reject';
  /** The id of the changed resource. */
  readonly subject: string;
  readonly accountId?: string;
  readonly before?: object;
  readonly after?: object;
}

/** The audit trail of operator actions. */
export abstract class AuditLog {
  /** Joins the transaction around it. */
  abstract record(entry: OperatorEntry): Promise<void>;
}

/** The country of an account, as emergency calls read it. */
export abstract class AccountCountries {
  /** Returns ISO 3166-1 alpha-2. Throws `not_found`. */
  abstract country(accountId: string): Promise<string>;
}
