import { type FirstDeletions, Log, Metrics, type Schedule, Settings } from '@trunkline/platform';
import {
  CommandQueue,
  OverdueDecisions,
  PeerFeeds,
  PruneDecisions,
  ReleaseExpiredHolds,
  UnplacedCalls,
  UnreportedCalls,
  WebrtcUsers,
} from '@trunkline/voice-routing';
import type { Use } from '../use';

/** Returns the schedules for calls without a CDR, and reports how many there are. See docs/operations.md#metrics. */
export function callSchedules(use: Use, deletions: FirstDeletions): readonly Schedule[] {
  const unreported = use(UnreportedCalls);
  const unplaced = use(UnplacedCalls);
  const pruneDecisions = use(PruneDecisions);
  const { CDR_RETENTION_DAYS: retentionDays } = use(Settings);
  const releaseExpiredHolds = use(ReleaseExpiredHolds);
  const webrtcUsers = use(WebrtcUsers);
  const feeds = use(PeerFeeds);
  const log = use(Log);
  use(Metrics).gauge(
    { name: 'trunkline_calls_unreported', help: 'Routed calls whose CDR is overdue.', labels: [] },
    async (set) => set(await use(OverdueDecisions).count(), {}),
  );
  const flagUnreported = async () => {
    const flagged = await unreported.flag();
    if (flagged > 0) log.warn({ calls: flagged }, 'calls were not reported by their switch');
  };
  return [
    { name: 'flag-unreported-calls', cron: '* * * * *', run: flagUnreported },
    // See docs/live-calls.md#when-no-cdr-arrives.
    { name: 'release-expired-holds', cron: '* * * * *', run: () => releaseExpiredHolds.release() },
    // Their command expires after 30 seconds. See docs/integrating-a-switch.md#commands.
    { name: 'end-unplaced-calls', cron: '* * * * *', run: () => unplaced.endExpired() },
    { name: 'prune-switch-commands', cron: '55 4 * * *', deletes: true, run: () => use(CommandQueue).prune() },
    // Switches that ask for older changes get the full list. See docs/integrating-a-switch.md#gateways.
    { name: 'prune-peer-changes', cron: '58 4 * * *', deletes: true, run: () => feeds.prune() },
    // Credentials of browsers, an hour old. Expired ones are refused anyway.
    { name: 'prune-webrtc-tokens', cron: '*/10 * * * *', deletes: true, run: () => webrtcUsers.pruneTokens() },
    deletions.schedule('prune-decisions', '25 4 * * *', {
      table: 'voice.decisions',
      rule: `CDR_RETENTION_DAYS=${String(retentionDays)}`,
      count: () => pruneDecisions.count(retentionDays),
      prune: () => pruneDecisions.prune(retentionDays),
    }),
  ];
}
