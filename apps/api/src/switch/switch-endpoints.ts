import type { RecordCdrs } from '@trunkline/cdr';
import type { RouteCall, SwitchReports } from '@trunkline/voice-routing';
import type { CommandEndpoints } from './command-endpoints';
import type { FeedEndpoints } from './feed-endpoints';
import type { EventEndpoints } from './event-endpoints';
import type { RegistrationEndpoints } from './registration-endpoints';
import { gatewayReport, reportedRows, routeRequest } from './request-schemas';
import { outcomesJson, routeJson } from './switch-answers';
import type { SwitchEndpoint, SwitchEndpoints } from './switch-endpoint';
import { SwitchError } from './switch-error';
import type { SwitchMetrics } from './switch-metrics';

/** Answers the requests of switches: validates the body, executes the use case, and writes the members of the response. */
export class SwitchInterface {
  constructor(
    private readonly routeCall: RouteCall,
    private readonly recordCdrs: RecordCdrs,
    private readonly reports: SwitchReports,
    private readonly events: EventEndpoints,
    private readonly commands: CommandEndpoints,
    private readonly registrations: RegistrationEndpoints,
    private readonly feeds: FeedEndpoints,
    private readonly metrics: SwitchMetrics,
  ) {}

  get endpoints(): SwitchEndpoints {
    return new Map<string, SwitchEndpoint>([
      ['POST /switch/route', ({ body }) => this.route(body)],
      ['POST /switch/cdrs', async ({ body }) => outcomesJson(await this.recordCdrs.execute(reportedRows(body)))],
      ...this.events.endpoints,
      ['POST /switch/gateway-health', ({ body }) => this.reportGateway(body)],
      ...this.commands.endpoints,
      ...this.registrations.endpoints,
      ...this.feeds.endpoints,
    ]);
  }

  private async route(body: unknown): Promise<object> {
    const decision = await this.routeCall.execute(routeRequest(body));
    this.metrics.decided(decision.action === 'route' ? 'routed' : decision.rejection);
    return routeJson(decision);
  }

  private async reportGateway(body: unknown): Promise<object> {
    const isKnown = await this.reports.gatewayHealth(gatewayReport(body));
    if (!isKnown) throw new SwitchError(404, 'not_found', 'Unknown gateway or carrier.');
    return {};
  }
}
