import type { ContactAddress } from '../../domain/contact';

/** A contact as its registrar has it. */
export interface ReportedContact extends ContactAddress {
  readonly userAgent: string | null;
  /** Preference from 0 to 1. */
  readonly q: number;
  readonly expiresAt: Date;
}

/** A live contact of a trunk. */
export interface ContactView extends ReportedContact {
  readonly id: string;
  readonly trunkId: string;
  readonly switchId: string;
  readonly node: string;
  readonly registeredAt: Date;
}

/** Reads registrations. */
export abstract class RegistrationQueries {
  /** Returns the contacts of the account's trunks that have not expired, by preference, then newest first. */
  abstract contactsOfTrunks(accountId: string, trunkIds: readonly string[], now: Date): Promise<ContactView[]>;
}

export interface RegistrationCounts {
  readonly contacts: number;
  readonly trunks: number;
}

/** All contacts of one user at one process of a switch. */
export interface ContactReport {
  readonly switchId: string;
  readonly node: string;
  /** Changes with every start of the switch. */
  readonly bootId: string;
  readonly username: string;
  /** When the switch made the report; null: in the order of arrival. */
  readonly at: Date | null;
  readonly contacts: readonly ReportedContact[];
}

/** The owner of a SIP username. */
export type SipUser = {
  readonly accountId: string;
} & (
  | { readonly trunkId: string; readonly trunkName: string; readonly isRegistered: boolean }
  /** A browser with a token. */
  | { readonly trunkId: null; readonly webrtcUserId: string }
);

/** Where a contact registered from. */
export type ContactSource = Pick<ReportedContact, 'uri' | 'received' | 'userAgent'>;

export interface ReplacedContacts {
  /** False for a report that is older than one before. It changed nothing. */
  readonly isApplied: boolean;
  /** Live contacts of the user at the process of the switch. */
  readonly count: number;
  /** The trunk has a live contact at any switch. */
  readonly isReachable: boolean;
  /** The removed contact that would have lasted longest. */
  readonly lost: (ContactSource & { readonly isExpired: boolean }) | null;
}

/** A trunk whose last contact is gone. */
export interface UnregisteredTrunk {
  readonly accountId: string;
  readonly trunkId: string;
  readonly trunkName: string;
  readonly lost: ContactSource | null;
}

export abstract class ContactStore {
  /**
   * Returns null for an unknown username. Reports of one username wait for each other, also at different switches, until
   * the transaction ends.
   */
  abstract lockUser(username: string): Promise<SipUser | null>;
  /**
   * Stores the contacts, and removes all others that the same process has reported since its start. Contacts from before its
   * start stay until they expire. Call it after `lockUser`, in the same transaction.
   */
  abstract replace(user: SipUser, report: ContactReport, now: Date): Promise<ReplacedContacts>;
  /** Stores since when the trunk is registered; null: it is not. */
  abstract markRegistered(trunkId: string, since: Date | null): Promise<void>;
  /**
   * Removes expired contacts of at most `limit` trunks that no other transaction has locked, and returns those that are no
   * longer registered. `isDone`: no such trunk is left.
   */
  abstract removeExpired(
    now: Date,
    limit: number,
  ): Promise<{ readonly unregistered: readonly UnregisteredTrunk[]; readonly isDone: boolean }>;
  /** Counts the live contacts, and the trunks that have one. */
  abstract count(now: Date): Promise<RegistrationCounts>;
  /** Forgets when users were reported that no switch has reported since. */
  abstract forgetReports(before: Date): Promise<number>;
}

/** The owner of a username, and the hashes with which a switch checks digests (RFC 7616, section 3.4.2). */
export interface SipLogin {
  readonly owner: { readonly trunkId: string } | { readonly webrtcUserId: string };
  readonly ha1Md5: string;
  readonly ha1Sha256: string;
}

export abstract class SipLogins {
  /**
   * Returns the login of an active trunk in register mode, or of a token of an active WebRTC user; `blockedUntil` is set while
   * the username is blocked from the address.
   */
  abstract find(
    request: { readonly username: string; readonly realm: string; readonly sourceIp: string | null },
    now: Date,
  ): Promise<{ readonly login: SipLogin | null; readonly blockedUntil: Date | null }>;
}

export abstract class AuthFailures {
  /**
   * Counts a failure of the username from the address. Blocks the two after `limit.failures` within `limit.seconds`, counted
   * over all processes, and returns whether this failure did. While they are blocked, failures are not counted.
   */
  abstract record(
    failure: { readonly username: string; readonly sourceIp: string; readonly at: Date },
    limit: { readonly failures: number; readonly seconds: number; readonly blockSeconds: number },
    now: Date,
  ): Promise<boolean>;
  /** Deletes what no longer counts. */
  abstract prune(now: Date): Promise<number>;
}
