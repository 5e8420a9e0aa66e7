import type { Transactor } from '@trunkline/kernel';
import type { PlanRest, PlanUsed } from '../../domain/calls/plan';
import type { Destination } from '../../domain/webhook-answer';
import type { AccountStanding, Standing } from '../calls/account-standing';
import type { Call, CallRequest } from '../calls/call';
import { withCaller } from '../calls/inbound-calls';
import type { ProfileState, RoutingSnapshots } from '../calls/ports';
import type { ReadCall } from '../calls/read-call';
import type { RouteAnswer } from '../calls/route-answer';
import { type ContinueCall, OUT_OF_TURN, PEER_FULL, rejected } from './continue-call';
import type { AskedWebhook, ResumableCall, ResumableCalls } from './ports';
import type { RestPlanner } from './rest-planner';
import type { WebhookQuestions } from './webhook-questions';

/** A trunk may fill up while the rest is planned; it is planned this often at most. */
const PLANS_MAX = 4;

export interface ResumeRequest {
  /** As the switch repeats it; its decision states the numbers. */
  readonly call: CallRequest;
  readonly decisionId: string;
  readonly afterTargetId: string;
}

/** `unknown`: no such decision of this switch. `out_of_turn`: the last answer leads to another webhook, or to none. */
export type ResumeAnswer = RouteAnswer | 'unknown' | typeof OUT_OF_TURN;

interface State {
  readonly call: Omit<Call, 'source' | 'calledCountry'>;
  readonly profile: ProfileState | null;
  readonly standing: Standing;
}

interface Next {
  readonly afterTargetId: string;
  readonly rest: PlanRest;
  readonly asked: readonly AskedWebhook[];
  readonly state: State;
}

/**
 * Continues the plan of a call whose next target is a webhook: asks it, and appends the routes up to the next webhook to the
 * decision. A repeated request returns the same answer. See docs/integrating-a-switch.md#resume.
 */
export class ResumeCall {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: ResumableCalls,
    private readonly reader: ReadCall,
    private readonly snapshots: RoutingSnapshots,
    private readonly standings: AccountStanding,
    private readonly questions: WebhookQuestions,
    private readonly planner: RestPlanner,
    private readonly continuation: ContinueCall,
  ) {}

  async resume({ call: request, decisionId, afterTargetId }: ResumeRequest): Promise<ResumeAnswer> {
    const call = await this.calls.find(decisionId);
    if (!call || !isOf(call, request)) return 'unknown';
    const answered = this.continuation.answered(call, afterTargetId);
    if (answered !== null || call.rest === null) return answered ?? OUT_OF_TURN;
    return this.proceed(call, { afterTargetId, rest: call.rest, state: await this.read(call, request) });
  }

  private async proceed(call: ResumableCall, next: Omit<Next, 'asked'>): Promise<ResumeAnswer> {
    const { profile, standing } = next.state;
    if (!standing.mayCall) return rejected(call.decisionId, 'account_not_active');
    const asked = await this.questions.askNext(call, next.rest, profile);
    const code = asked.find((each) => each.code !== null)?.code ?? null;
    if (code !== null) return this.continuation.reject(call, { afterTargetId: next.afterTargetId, asked, code });
    return this.route(call, { ...next, asked });
  }

  /** Plans again when a trunk or carrier was full in the end, and finally without routes: the call proceeds. */
  private async route(
    call: ResumableCall,
    { asked, afterTargetId, rest, state }: Next,
  ): Promise<RouteAnswer | typeof OUT_OF_TURN> {
    const all = [...call.asked, ...asked];
    const destinations = new Map<string, Destination>(
      all.flatMap(({ targetId, destination }) => (destination ? [[targetId, destination] as const] : [])),
    );
    const known = {
      accountId: call.accountId,
      rest,
      destinations,
      asked: new Set(all.map(({ targetId }) => targetId)),
    };
    for (let planned = 1; ; planned++) {
      const { profile, call: traits } = state;
      const planning = await this.tx.together(async () => {
        // Its trunks may have filled up since.
        const current = planned === 1 ? profile : await this.profileOf(call, traits);
        return this.planner.prepare(
          { ...known, profile: current, used: usedBy(call) },
          { call: traits, called: call.e164, outbound: state.standing.outbound },
        );
      });
      // Without a connection: host names are resolved.
      const { plan, unreachable } = await planning();
      const shown = withCaller(plan, traits);
      const attempts = planned > PLANS_MAX ? [] : shown.attempts;
      const next = {
        afterTargetId,
        asked,
        planned: { plan: { ...shown, attempts }, unreachable },
        terms: state.standing,
      };
      const answer = await this.continuation.route(call, next);
      if (answer !== PEER_FULL) return answer;
    }
  }

  private read(resumed: ResumableCall, request: CallRequest): Promise<State> {
    const { callId, from, to, createdAt, accountId } = resumed;
    return this.tx.together(async () => {
      const call = await this.reader.readDecided(request, { callId, from, to, createdAt });
      const [profile, standing] = await Promise.all([this.profileOf(resumed, call), this.standings.of(accountId)]);
      return { call, profile, standing };
    });
  }

  private async profileOf(
    { accountId, routingProfileId }: ResumableCall,
    { at, request }: State['call'],
  ): Promise<ProfileState | null> {
    const profile = await this.snapshots.ofProfile(accountId, routingProfileId, at, request);
    return profile?.status === 'active' ? profile : null;
  }
}

/** Only the process of the switch that requested the decision may resume it. */
function isOf(call: ResumableCall, { switchId, node }: CallRequest): boolean {
  return call.switchId === switchId && call.node === node;
}

function usedBy({ routes }: ResumableCall): PlanUsed {
  return { attempts: routes.length, targets: new Set(routes.map(({ targetId }) => targetId)).size };
}
