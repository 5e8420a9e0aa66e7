import { Database } from '@trunkline/platform';
import { dataOf, type Row, Shopping } from './numbering/shopping';
import type { Answer, Customer, TestApi } from './index';

/** Returns the time one hour ago, in whole seconds. */
export const anHourAgo = (): number => Math.floor(Date.now() / 1000) - 3_600;

/** Returns the time this many seconds ago. */
export const justBefore = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

export const jsonOf = (answer: Answer): Row => JSON.parse(answer.text) as Row;

export interface CallOptions {
  readonly to?: string;
  readonly from?: string;
  readonly startedAt?: number;
  /** From answer to end; null for an unanswered call. */
  readonly seconds?: number | null;
  readonly row?: Row;
}

/** A switch and a customer with a number that is routed to a trunk with two gateways. */
export class Telephony {
  number = '';
  numberId = '';
  trunkId = '';

  private constructor(
    private readonly api: TestApi,
    readonly customer: Customer,
  ) {}

  static async make(api: TestApi, balanceCents = 10_000): Promise<Telephony> {
    const telephony = new Telephony(api, await api.customers.make({ balanceCents }));
    // Most tests do not end the calls that they route.
    const limit = { max_concurrent_calls: 1_000 };
    await api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, limit);
    const gateways = [
      {
        name: 'first',
        host: '192.0.2.1',
        auth_username: 'me',
        auth_password: 'secret',
        custom_headers: { 'X-Site': 'b' },
      },
      { name: 'second', host: 'sip.example.com', priority: 1, transport: 'tls' },
    ];
    const trunk = await api.post('/v1/sip-trunks', { name: 'Office', gateways }, telephony.customer);
    telephony.trunkId = String(dataOf(trunk)['id']);
    const number = await new Shopping(api, telephony.customer).buy({ trunk_id: telephony.trunkId });
    telephony.number = String(number['e164']);
    telephony.numberId = String(number['id']);
    return telephony;
  }

  /** Requests the route of a call. */
  async route(given: Row = {}): Promise<Row> {
    const call = { switch_id: 'sw1', call_id: `call ${Math.random()}`, from: '+493012345', to: this.number };
    const answer = await this.api.switch('/switch/route', {
      ...call,
      source_ip: '203.0.113.9',
      source_port: 5060,
      transport: 'udp',
      ...given,
    });
    if (answer.status !== 200) throw new Error(`No route: ${answer.text}`);
    return { ...call, ...given, ...jsonOf(answer) };
  }

  /** Returns the CDR of a routed call. By default the call has just ended. */
  rowOf(routed: Row, { seconds = 60, startedAt = justBefore(8 + (seconds ?? 0)), row = {} }: CallOptions = {}): Row {
    const answered =
      seconds === null ? { answered_at: null, sip_code: 486 } : { answered_at: startedAt + 8, sip_code: 200 };
    const key = { switch_id: routed['switch_id'], call_id: routed['call_id'], decision_id: routed['decision_id'] };
    return { ...key, started_at: startedAt, ended_at: startedAt + 8 + (seconds ?? 0), ...answered, ...row };
  }

  /** Reports CDRs as the switch, and returns their outcomes. */
  async report(...rows: readonly Row[]): Promise<Row[]> {
    return jsonOf(await this.api.switch('/switch/cdrs', { cdrs: rows }))['outcomes'] as Row[];
  }

  /** Moves the decision to the start of its call. */
  async backdate(routed: Row, startedAt: number): Promise<void> {
    await this.api
      .use(Database)
      .query(`UPDATE voice.decisions SET created_at = to_timestamp($2), stored_at = to_timestamp($2) WHERE id = $1`, [
        routed['decision_id'],
        startedAt,
      ]);
  }

  /** Routes and reports a call; returns the id of its CDR. */
  async call(options: CallOptions = {}): Promise<string> {
    const { to, from } = options;
    const routed = await this.route({ ...(to && { to }), ...(from && { from }) });
    const row = this.rowOf(routed, options);
    await this.backdate(routed, Number(row['started_at']));
    const [outcome] = await this.report(row);
    if (outcome?.['outcome'] !== 'recorded') throw new Error(`Not recorded: ${JSON.stringify(outcome)}`);
    return String(outcome['cdr_id']);
  }
}
