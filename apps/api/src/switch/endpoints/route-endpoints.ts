import type { FollowCalls, ResumeCall, ResumeRequest, RouteAnswer, RouteCall } from '@trunkline/voice-routing';
import { resumeOf, routeRequest } from '../schemas/request-schemas';
import { SwitchError } from '../switch-error';
import type { SwitchMetrics } from '../switch-metrics';
import { routeJson } from './switch-answers';
import type { SwitchCall, SwitchEndpoint } from './switch-endpoint';

const OUT_OF_TURN = 'Resume with the `resume.after_target_id` of the last response for this decision.';

/** Decides where calls go. See docs/integrating-a-switch.md#route. */
export class RouteEndpoints {
  constructor(
    private readonly routeCall: RouteCall,
    private readonly resumeCall: ResumeCall,
    private readonly followCalls: FollowCalls,
    private readonly metrics: SwitchMetrics,
  ) {}

  get endpoints(): readonly (readonly [string, SwitchEndpoint])[] {
    return [['POST /switch/route', (call) => this.route(call)]];
  }

  private async route({ body, signal }: SwitchCall): Promise<object> {
    const call = routeRequest(body);
    const resumed = resumeOf(body);
    const decision = resumed ? await this.resume({ call, ...resumed }) : await this.routeCall.route(call);
    // The switch has left without the answer, so it does not connect the call. It may ask again for the rest of a plan.
    if (signal.aborted && !resumed)
      await this.followCalls.end({ ...call, decisionId: decision.decisionId }, { at: null, answeredAt: null });
    this.metrics.decided(decision.action === 'route' ? 'routed' : decision.rejection);
    return routeJson(decision);
  }

  private async resume(request: ResumeRequest): Promise<RouteAnswer> {
    const answer = await this.resumeCall.resume(request);
    if (answer === 'unknown')
      throw new SwitchError(404, 'not_found', 'The decision is unknown or belongs to another switch.');
    if (answer === 'out_of_turn') throw new SwitchError(409, 'conflict', OUT_OF_TURN);
    return answer;
  }
}
