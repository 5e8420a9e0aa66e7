import type { RecordCdrs } from '@trunkline/cdr';
import type { SwitchReports } from '@trunkline/voice-routing';
import type { CommandEndpoints } from './endpoints/command-endpoints';
import type { FeedEndpoints } from './endpoints/feed-endpoints';
import type { EventEndpoints } from './endpoints/event-endpoints';
import type { RegistrationEndpoints } from './endpoints/registration-endpoints';
import { gatewayReport, reportedRows } from './schemas/request-schemas';
import type { RouteEndpoints } from './endpoints/route-endpoints';
import { outcomesJson } from './endpoints/switch-answers';
import type { SwitchEndpoint, SwitchEndpoints } from './endpoints/switch-endpoint';
import { SwitchError } from './switch-error';

/** Answers the requests of switches: validates the body, executes the use case, and writes the members of the response. */
export class SwitchInterface {
  constructor(
    private readonly routes: RouteEndpoints,
    private readonly recordCdrs: RecordCdrs,
    private readonly reports: SwitchReports,
    private readonly events: EventEndpoints,
    private readonly commands: CommandEndpoints,
    private readonly registrations: RegistrationEndpoints,
    private readonly feeds: FeedEndpoints,
  ) {}

  get endpoints(): SwitchEndpoints {
    return new Map<string, SwitchEndpoint>([
      ...this.routes.endpoints,
      ['POST /switch/cdrs', async ({ body }) => outcomesJson(await this.recordCdrs.record(reportedRows(body)))],
      ...this.events.endpoints,
      ['POST /switch/gateway-health', ({ body }) => this.reportGateway(body)],
      ...this.commands.endpoints,
      ...this.registrations.endpoints,
      ...this.feeds.endpoints,
    ]);
  }

  private async reportGateway(body: unknown): Promise<object> {
    const isKnown = await this.reports.gatewayHealth(gatewayReport(body));
    if (!isKnown) throw new SwitchError(404, 'not_found', 'Unknown gateway or carrier.');
    return {};
  }
}
