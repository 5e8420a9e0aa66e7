import type { Clock } from '@trunkline/kernel';
import { nextHopOf } from '../../domain/contact';
import type { RegistrationQueries } from '../registrations/ports';
import { measuredHealth } from '../../domain/trunks/peer-health';
import type { TrunkCalls, TrunkStates } from './ports';
import type { RegisteredContact, TrunkStatusView } from './views';

/** What is known about a trunk at the moment: registered systems, gateways and calls. */
export class TrunkStatus {
  constructor(
    private readonly states: TrunkStates,
    private readonly registrations: RegistrationQueries,
    private readonly calls: TrunkCalls,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async get(accountId: string, trunkId: string): Promise<TrunkStatusView> {
    const now = this.clock.now();
    const [state, contacts, attempts] = await Promise.all([
      this.states.status(accountId, trunkId, now),
      this.registrations.contactsOfTrunk(accountId, trunkId, now),
      this.calls.latestAttempts(accountId, trunkId),
    ]);
    const { registrationMode, activeCalls } = state;
    const gateways = state.gateways.map((gateway) =>
      measuredHealth(
        gateway,
        attempts.filter(({ gatewayId }) => gatewayId === gateway.gatewayId),
      ),
    );
    const registered = contacts.map(
      (contact): RegisteredContact => ({
        ip: nextHopOf(contact)?.host ?? null,
        userAgent: contact.userAgent,
        q: contact.q,
        registeredAt: contact.registeredAt,
        expiresAt: contact.expiresAt,
      }),
    );
    return { activeCalls, gateways, contacts: registrationMode === 'register' ? registered : null };
  }
}
