import { Clock } from '@trunkline/kernel';
import { Metrics, type Schedule } from '@trunkline/platform';
import { AuthenticateSystem, ExpireContacts, RegistrationQueries } from '@trunkline/voice-routing';
import type { Use } from '../use';

/** Returns the schedules that forget old reports and failed digests, and reports how many contacts are registered. */
export function contactSchedules(use: Use): readonly Schedule[] {
  const contacts = use(ExpireContacts);
  const systems = use(AuthenticateSystem);
  const registrations = use(RegistrationQueries);
  const clock = use(Clock);
  use(Metrics).gauge(
    {
      name: 'trunkline_sip_registrations',
      help: 'What is registered: live contacts, and trunks that have one.',
      labels: ['kind'],
    },
    async (set) => {
      const counted = await registrations.count(clock.now());
      set(counted.contacts, { kind: 'contact' });
      set(counted.trunks, { kind: 'trunk' });
    },
  );
  return [
    { name: 'prune-auth-failures', cron: '* * * * *', deletes: true, run: () => systems.prune() },
    { name: 'prune-contact-reports', cron: '20 * * * *', deletes: true, run: () => contacts.forgetReports() },
  ];
}
