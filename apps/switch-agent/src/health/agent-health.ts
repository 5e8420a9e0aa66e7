import { unixSecondsOf } from '../time';
import type { SwitchApi } from '../api/switch-api';
import type { CommandFeed } from '../commands/command-feed';
import type { KamailioWatch } from '../kamailio/kamailio-watch';
import type { ReportQueue } from '../reports/report-queue';
import type { AgentHealth } from './health-server';

interface Watched {
  readonly watch: KamailioWatch;
  readonly api: SwitchApi;
  readonly commands: CommandFeed;
  readonly reports: ReportQueue;
}

/** Returns what `GET /health` shows: whether commands can be received and carried out, and what waits for the API. */
export function agentHealth({ watch, api, commands, reports }: Watched): AgentHealth {
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
