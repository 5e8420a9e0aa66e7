import { type Clock, unixSeconds } from '@trunkline/kernel';
import { failed, readWebhookAnswer, type WebhookAnswer } from '../../domain/webhook-answer';
import type { ProfileState } from '../calls/ports';
import type { AskedWebhook, CallWebhooks, ResumableCall } from './ports';

/** Asks the webhooks of a profile where a call goes. See docs/webhooks.md#call-webhooks. */
export class WebhookQuestions {
  constructor(
    private readonly webhooks: CallWebhooks,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the webhook that the plan has reached, or all webhooks of targets that ring together. Call it without a database
   * connection.
   */
  askNext(call: ResumableCall, rest: NonNullable<ResumableCall['rest']>, profile: ProfileState | null) {
    const ids = rest.strategy === 'simultaneous_ring' ? rest.order : rest.order.slice(rest.next, rest.next + 1);
    const kindOf = (id: string) => profile?.targets.find((target) => target.id === id)?.kind ?? 'webhook';
    const webhooks = ids.filter((id) => kindOf(id) === 'webhook');
    return Promise.all(
      webhooks.map((id, index) => this.ask(call, { id, profile, attempt: call.asked.length + index + 1 })),
    );
  }

  private async ask(
    call: ResumableCall,
    question: { readonly id: string; readonly profile: ProfileState | null; readonly attempt: number },
  ): Promise<AskedWebhook> {
    const askedAt = this.clock.now();
    const answer = await this.answerTo(call, question);
    return {
      targetId: question.id,
      askedAt,
      afterRoutes: call.routes.length,
      destination: answer.action === 'forward' ? answer.destination : null,
      code: answer.action === 'reject' ? answer.code : null,
      failure: answer.action === 'failed' ? answer.reason : null,
    };
  }

  private async answerTo(
    call: ResumableCall,
    { id, profile, attempt }: { readonly id: string; readonly profile: ProfileState | null; readonly attempt: number },
  ): Promise<WebhookAnswer> {
    const target = profile?.targets.find((each) => each.id === id);
    if (!target?.enabled || target.webhookUrl === null)
      return failed('The target was removed or disabled during the call.');
    const body = { call: describe(call, id), attempt };
    const { accountId, decisionId } = call;
    const reply = await this.webhooks.ask({ accountId, url: target.webhookUrl, id: `${decisionId}_${id}`, body });
    return 'failure' in reply ? failed(reply.failure) : readWebhookAnswer(reply.body);
  }
}

function describe(call: ResumableCall, targetId: string): object {
  return {
    decision_id: call.decisionId,
    target_id: targetId,
    direction: call.direction,
    from: call.from || null,
    to: call.to,
    number_id: call.numberId,
    routing_profile_id: call.routingProfileId,
    at: unixSeconds(call.createdAt),
  };
}
