import { randomBytes } from 'node:crypto';
import { verificationToken } from '@trunkline/identity/testing';
import type { ApiProcess } from './api-process';
import type { ProbeWorld } from './probe-world';

type Data = Readonly<Record<string, unknown>>;

/** A customer with an account and a card, who acts over HTTP. */
export class CardHolder {
  private constructor(
    readonly accountId: string,
    private readonly api: ApiProcess,
    private readonly cookie: string,
  ) {}

  /** With the trial credit of 500 and a default card. */
  static async join(api: ApiProcess, world: ProbeWorld): Promise<CardHolder> {
    const accountId = await api.signUp(`${randomBytes(8).toString('hex')}@example.com`);
    const body = JSON.stringify({ token: await verificationToken(world.db, world.mails, accountId) });
    const verified = await api.call('POST', '/v1/auth/verify-email', { 'content-type': 'application/json' }, body);
    const holder = new CardHolder(accountId, api, verified.headers.getSetCookie()[0]?.split(';')[0] ?? '');
    await holder.send('POST', '/billing/payment-methods', { processor_payment_method_id: 'pm_card_visa' });
    return holder;
  }

  /** Answers the payment's id at the processor. */
  async topUp(amountCents: number): Promise<string> {
    const topup = await this.send('POST', '/billing/topups', { amount_cents: amountCents });
    return String(topup['processor_payment_intent_id']);
  }

  async status(): Promise<unknown> {
    return (await this.send('GET', '/accounts/me'))['status'];
  }

  async balance(): Promise<unknown> {
    return (await this.send('GET', '/billing/balance'))['amount_cents'];
  }

  /** The code with which the account is refused a new trunk; null when it gets one. */
  async refusal(): Promise<string | null> {
    const answer = await this.request('POST', '/sip-trunks', { name: randomBytes(4).toString('hex') });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return error?.code ?? null;
  }

  private async send(method: string, path: string, body?: object): Promise<Data> {
    const answer = await this.request(method, path, body);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Data }).data;
  }

  private request(method: string, path: string, body?: object): Promise<Response> {
    const headers = { cookie: this.cookie, origin: this.api.origin, 'content-type': 'application/json' };
    return this.api.call(method, `/v1${path}`, headers, body && JSON.stringify(body));
  }
}
