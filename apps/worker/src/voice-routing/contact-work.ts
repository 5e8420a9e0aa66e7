import { Metrics, type Schedule } from '@trunkline/platform';
import { AuthenticateSystem, ExpireContacts } from '@trunkline/voice-routing';
import type { Use } from '../use';

/** Returns the schedules that forget old reports and failed digests, and reports how many contacts are registered. */
export function contactSchedules(use: Use): readonly Schedule[] {
  const contacts = use(ExpireContacts);
  const systems = use(AuthenticateSystem);
  use(Metrics).gauge(
    {
      name: 'trunkline_sip_registrations',
      help: 'What is registered: live contacts, and trunks that have one.',
      labels: ['kind'],
    },
    async (set) => {
      const counted = await contacts.count();
      set(counted.contacts, { kind: 'contact' });
      set(counted.trunks, { kind: 'trunk' });
    },
  );
  return [
    { name: 'prune-auth-failures', cron: '* * * * *', deletes: true, run: () => systems.prune() },
    { name: 'prune-contact-reports', cron: '20 * * * *', deletes: true, run: () => contacts.forgetReports() },
  ];
}
