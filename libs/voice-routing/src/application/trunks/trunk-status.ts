import { type Clock, CommonErrors } from '@trunkline/kernel';
import { nextHopOf } from '../../domain/contact';
import { measuredHealth } from '../../domain/trunks/peer-health';
import type { ContactView, RegistrationQueries } from '../registrations/ports';
import type { ReportedTrunk, TrunkAttempt, TrunkCalls, TrunkStates } from './ports';
import type { RegisteredContact, TrunkStatusView } from './views';

/** What is known about trunks at the moment: registered systems, gateways and calls. */
export class TrunkStatus {
  constructor(
    private readonly states: TrunkStates,
    private readonly registrations: RegistrationQueries,
    private readonly calls: TrunkCalls,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async get(accountId: string, trunkId: string): Promise<TrunkStatusView> {
    const [status] = await this.list(accountId, [trunkId]);
    if (!status) throw CommonErrors.not_found();
    return status;
  }

  /** Returns the status of those of the trunks that the account has, by ID. */
  async list(accountId: string, trunkIds: readonly string[]): Promise<TrunkStatusView[]> {
    const now = this.clock.now();
    const [trunks, contacts, attempts] = await Promise.all([
      this.states.reported(accountId, trunkIds, now),
      this.registrations.contactsOfTrunks(accountId, trunkIds, now),
      this.calls.latestAttempts(accountId, trunkIds),
    ]);
    return trunks.map((trunk) => statusOf(trunk, contacts, attempts));
  }
}

/** `contacts` and `attempts` may be those of several trunks. */
function statusOf(
  { trunkId, registrationMode, activeCalls, gateways }: ReportedTrunk,
  contacts: readonly ContactView[],
  attempts: readonly TrunkAttempt[],
): TrunkStatusView {
  const measured = gateways.map((gateway) =>
    measuredHealth(
      gateway,
      attempts.filter((attempt) => attempt.trunkId === trunkId && attempt.gatewayId === gateway.gatewayId),
    ),
  );
  const own = contacts.filter((contact) => contact.trunkId === trunkId).map(registered);
  return { trunkId, activeCalls, gateways: measured, contacts: registrationMode === 'register' ? own : null };
}

function registered(contact: ContactView): RegisteredContact {
  const { userAgent, q, registeredAt, expiresAt } = contact;
  return { ip: nextHopOf(contact)?.host ?? null, userAgent, q, registeredAt, expiresAt };
}
