import type { ResumeCall, RouteAnswer, RouteCall } from '@trunkline/voice-routing';
import { resumeOf, routeRequest } from './request-schemas';
import { routeJson } from './switch-answers';
import type { SwitchEndpoint } from './switch-endpoint';
import { SwitchError } from './switch-error';
import type { SwitchMetrics } from './switch-metrics';

const OUT_OF_TURN = 'Resume with the `resume.after_target_id` of the last answer about the decision.';

/** Decides where calls go. See docs/integrating-a-switch.md#route. */
export class RouteEndpoints {
  constructor(
    private readonly routeCall: RouteCall,
    private readonly resumeCall: ResumeCall,
    private readonly metrics: SwitchMetrics,
  ) {}

  get endpoints(): readonly (readonly [string, SwitchEndpoint])[] {
    return [['POST /switch/route', ({ body }) => this.route(body)]];
  }

  private async route(body: unknown): Promise<object> {
    const decision = await this.decide(body);
    this.metrics.decided(decision.action === 'route' ? 'routed' : decision.rejection);
    return routeJson(decision);
  }

  private async decide(body: unknown): Promise<RouteAnswer> {
    const call = routeRequest(body);
    const resumed = resumeOf(body);
    if (!resumed) return this.routeCall.execute(call);
    const answer = await this.resumeCall.execute({ call, ...resumed });
    if (answer === 'unknown') throw new SwitchError(404, 'not_found', 'Unknown decision, or one of another switch.');
    if (answer === 'out_of_turn') throw new SwitchError(409, 'conflict', OUT_OF_TURN);
    return answer;
  }
}
