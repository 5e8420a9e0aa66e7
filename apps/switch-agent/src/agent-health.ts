import type { HealthReport } from '@trunkline/platform/process';
import type { SwitchApi } from './api/switch-api';
import type { CommandFeed } from './commands/command-feed';
import type { KamailioWatch } from './kamailio/kamailio-watch';
import type { ReportQueue } from './reports/report-queue';
import { unixSecondsOf } from './time';

interface Watched {
  readonly watch: KamailioWatch;
  readonly api: SwitchApi;
  readonly commands: CommandFeed;
  readonly reports: ReportQueue;
}

/** Returns what `GET /health` shows: whether Kamailio and the API can be reached, and what waits. See docs/switch.md#health. */
export function agentHealth({ watch, api, commands, reports }: Watched): HealthReport {
  const { isReachable, bootId, hasSources, outbox, journal } = watch.state;
  return {
    ok: isReachable && api.isReachable,
    kamailio: { reachable: isReachable, boot_id: bootId, sources: hasSources, outbox, journal },
    api: {
      reachable: api.isReachable,
      last_answer_at: unixSecondsOf(api.lastAnswerAt),
      last_poll_at: unixSecondsOf(commands.lastPollAt),
    },
    reports_pending: reports.pending,
  };
}
