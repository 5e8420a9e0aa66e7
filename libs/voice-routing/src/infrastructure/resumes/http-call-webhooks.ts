import { type Clock, signedHeaders } from '@trunkline/kernel';
import { type AddressGuard, GuardedPost, type Settings } from '@trunkline/platform';
import { type CallWebhooks, type WebhookQuestion, type WebhookSecrets } from '../../application/resumes/ports';
import { signingSecrets } from '../../application/resumes/webhook-signing';
import { webhookPolicyOf } from '../profiles/guarded-webhook-urls';

/** The caller hears nothing meanwhile. */
const TIMEOUT_MS = 2_000;
const MS = 1000;
const TYPE = 'call.route';

type Reply = { readonly body: string } | { readonly failure: string };

/**
 * Asks within limits of outstanding questions, in total and per account: past them a question fails at once, because a call
 * that waits for its turn would wait longer than the webhook may take.
 */
export class HttpCallWebhooks implements CallWebhooks {
  private readonly posts: GuardedPost;
  private readonly outstanding = new Map<string, number>();
  private total = 0;

  constructor(
    guard: AddressGuard,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    private readonly settings: Pick<
      Settings,
      'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS' | 'WEBHOOK_CONCURRENCY' | 'WEBHOOK_ACCOUNT_CONCURRENCY'
    >,
  ) {
    this.posts = new GuardedPost(guard, webhookPolicyOf(settings));
  }

  async ask(question: WebhookQuestion): Promise<Reply> {
    const { accountId } = question;
    const ofAccount = this.outstanding.get(accountId) ?? 0;
    const { WEBHOOK_CONCURRENCY, WEBHOOK_ACCOUNT_CONCURRENCY } = this.settings;
    if (this.total >= WEBHOOK_CONCURRENCY || ofAccount >= WEBHOOK_ACCOUNT_CONCURRENCY)
      return { failure: 'Too many webhooks are being asked at once.' };
    this.total++;
    this.outstanding.set(accountId, ofAccount + 1);
    try {
      return await this.post(question);
    } finally {
      this.total--;
      this.free(accountId);
    }
  }

  private async post({ accountId, url, id, body }: WebhookQuestion): Promise<Reply> {
    const now = this.clock.now();
    const secrets = signingSecrets(await this.secrets.ensure(accountId, now), now);
    const text = JSON.stringify(body);
    // Real time, which receivers compare with theirs; the clock of a sandbox may be ahead.
    const signing = { secrets, at: Math.floor(Date.now() / MS), attempt: 1 };
    const headers = signedHeaders({ id, type: TYPE, body: text }, signing);
    const result = await this.posts.post(url, { headers, body: text }, TIMEOUT_MS);
    if (result.error !== null) return { failure: result.error };
    if (result.statusCode !== 200) return { failure: `The webhook answered with status ${result.statusCode}.` };
    return { body: result.body.toString('utf8') };
  }

  private free(accountId: string): void {
    const left = (this.outstanding.get(accountId) ?? 1) - 1;
    if (left === 0) this.outstanding.delete(accountId);
    else this.outstanding.set(accountId, left);
  }
}
