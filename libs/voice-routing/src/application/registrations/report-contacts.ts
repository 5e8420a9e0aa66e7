import { type Clock, type EventBus, type Transactor, unixSeconds } from '@trunkline/kernel';
import { contactIp } from '../../domain/contact';
import { isPlausible } from '../live-calls/follow-calls';
import type {
  ContactReport,
  ContactSource,
  ContactStore,
  ReplacedContacts,
  ReportedContact,
  SipUser,
  UnregisteredTrunk,
} from './ports';

type TrunkUser = Extract<SipUser, { trunkId: string }>;

/** Follows which systems are registered, as the registrars of switches report it. See docs/registration.md. */
export class ReportContacts {
  constructor(
    private readonly tx: Transactor,
    private readonly contacts: ContactStore,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores all contacts that a user has at a process of a switch. Returns how many of them are live, or null for an unknown
   * user. A report that is older than the last one changes nothing.
   */
  report(report: ContactReport): Promise<number | null> {
    const now = this.clock.now();
    const contacts = bindingsOf(report.contacts, now);
    // A time far ahead would make every later report look old.
    const at = report.at && isPlausible(report.at, now) ? report.at : null;
    return this.tx.run(async () => {
      const user = await this.contacts.lockUser(report.username);
      if (!user) return null;
      const replaced = await this.contacts.replace(user, { ...report, at, contacts }, now);
      if (user.trunkId !== null && replaced.isApplied) await this.follow(user, replaced, { contacts, now });
      return replaced.count;
    });
  }

  /** Publishes an event if the trunk had no contact and has one, or had one and has none. */
  private async follow(
    user: TrunkUser,
    { isReachable, lost }: ReplacedContacts,
    { contacts, now }: { readonly contacts: readonly ReportedContact[]; readonly now: Date },
  ): Promise<void> {
    const [first] = contacts;
    if (!user.isRegistered && first) {
      await this.contacts.markRegistered(user.trunkId, now);
      const data = { ...eventDataOf(user, first), expires_at: unixSeconds(first.expiresAt) };
      await this.events.publish({ type: 'trunk.registered', accountId: user.accountId, data });
    } else if (user.isRegistered && !isReachable) {
      await this.contacts.markRegistered(user.trunkId, null);
      await this.events.publish(unregisteredEvent({ ...user, lost }, lost?.isExpired ? 'expired' : 'unregistered'));
    }
  }
}

export function unregisteredEvent(trunk: UnregisteredTrunk, reason: 'expired' | 'unregistered') {
  const data = { ...eventDataOf(trunk, trunk.lost), reason };
  return { type: 'trunk.unregistered', accountId: trunk.accountId, data } as const;
}

function eventDataOf(
  { trunkId, trunkName }: Pick<UnregisteredTrunk, 'trunkId' | 'trunkName'>,
  contact: ContactSource | null,
) {
  return {
    trunk_id: trunkId,
    name: trunkName,
    contact_ip: contact && contactIp(contact),
    user_agent: contact?.userAgent ?? null,
  };
}

/**
 * Returns the contacts that have not expired, by preference. Registrars list removed ones for a while, and may list a binding
 * twice, of which the one that lasts longer counts.
 */
function bindingsOf(contacts: readonly ReportedContact[], now: Date): ReportedContact[] {
  const byExpiry = contacts
    .filter(({ expiresAt }) => expiresAt > now)
    .sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
  const bindings = new Map(byExpiry.map((contact) => [`${contact.uri} ${contact.received ?? ''}`, contact]));
  return [...bindings.values()].sort((a, b) => b.q - a.q);
}
