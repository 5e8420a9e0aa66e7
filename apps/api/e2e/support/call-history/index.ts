import type { RateQuote } from '@trunkline/cdr';
import { Clock } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { ReleaseExpiredHolds } from '@trunkline/voice-routing';
import { dataOf, type Row, Shopping } from '../numbering/shopping';
import type { TestApi } from '../index';
import { jsonOf, Telephony } from '../telephony';
import {
  answeredAtOf,
  type Call,
  delaysOf,
  endedEventOf,
  highestPriceOf,
  priceOf,
  type Route,
  rowOf,
  sumOf,
  type Switch,
} from './call';
import type { CallPlan, Step, SwitchKind } from './plan';
import { HistoryWallet } from './wallet';

export type * from './plan';

const MS = 1000;
const DAY_SECONDS = 86_400;
/** The maximum duration of a call. */
const CALL_SECONDS_MAX = 14_400;
const RINGING_SECONDS_MAX = 180;
const SLICE_SECONDS = 900;
/** A covered call has ten minutes left after a heartbeat, with a clock skew of up to one minute. */
const LEFT_SECONDS_MIN = 540;
const OUTAGE_SECONDS = 300;
const PBX = '198.51.100.77';
/** Germany at 1.5 cents a minute with a connection fee, Egypt at 13, Grenada at 28. */
const DESTINATIONS = ['+4930901820', '+20225770000', '+14734402000'];

/** The coverage of a history, so that a test can expect that its histories are not trivial. */
export interface Coverage {
  /** The number of extensions. */
  extended: number;
  /** The number of covered calls that lasted through an outage. */
  survived: number;
}

/** Runs a history of calls: one account, the clock, and the switches that carry its calls. */
export class CallHistory {
  readonly seen: Coverage = { extended: 0, survived: 0 };
  private now = Date.now();
  private switches: readonly Switch[] = [];
  private calls: Call[] = [];
  private began = new Date(0);
  private runs = 0;
  private readonly wallet: HistoryWallet;

  private constructor(
    private readonly api: TestApi,
    private readonly telephony: Telephony,
    private readonly forwarded: string,
  ) {
    this.wallet = new HistoryWallet(api, telephony.customer.accountId);
  }

  static async make(api: TestApi): Promise<CallHistory> {
    const telephony = await Telephony.make(api, 5_000);
    const { customer, trunkId } = telephony;
    await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, {
      outbound_exceptions: { countries: ['EG', 'GD'] },
      tier: 'verified',
      max_concurrent_calls: null,
    });
    await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '192.0.2.99' });
    await api.patch(`/v1/sip-trunks/${trunkId}`, { inbound_cidrs: [PBX] }, customer);
    await api.use(Database).query(`UPDATE cdr.rates SET connection_fee_cents = 4 WHERE prefix = '49'`);
    const forwards = DESTINATIONS.map((pstn_forward_e164) => ({ kind: 'pstn_forward', pstn_forward_e164 }));
    const targets = [...forwards, { kind: 'sip_trunk', sip_trunk_id: trunkId }];
    const profile = await api.post(
      '/v1/routing-profiles',
      { name: 'Forward', strategy: 'failover', targets },
      customer,
    );
    const { id } = dataOf(profile)['profile'] as Row;
    const number = await new Shopping(api, customer).buy({ routing_profile_id: id });
    const history = new CallHistory(api, telephony, String(number['e164']));
    api.use(Clock).now = () => new Date(history.now);
    return history;
  }

  /** Starts a new history with the balance, after all earlier holds have been released. */
  async begin(balanceCents: number, kinds: readonly SwitchKind[]): Promise<void> {
    this.runs++;
    this.now += 3 * DAY_SECONDS * MS;
    await this.api.use(ReleaseExpiredHolds).release();
    await this.wallet.begin(balanceCents);
    this.switches = kinds.map((kind, index) => ({ ...kind, id: `r${this.runs}s${index}`, boot: 1, isSilent: false }));
    this.calls = [];
    this.began = new Date(this.now);
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'burst':
        await Promise.all([
          ...step.calls.map((plan) => this.place(plan)),
          ...(step.isBusy ? [this.report(1, ['soon']), this.sendHeartbeats(true)] : []),
        ]);
        await this.learnDecisions();
        break;
      case 'pass':
        await this.pass(step.seconds);
        await this.sendEvents();
        await this.sendHeartbeats(step.isAnswerLost);
        break;
      case 'report':
        await this.report(step.turn, ['soon']);
        break;
      case 'spend':
        await this.wallet.spend(step.cents);
        break;
      case 'adjust':
        await this.wallet.adjust(step.cents);
        break;
      case 'crash':
        this.crash(step.via, step.isSilent);
        break;
      case 'outage':
        await this.outage();
        break;
    }
    await this.check();
  }

  /** Ends and reports all calls in any order, then releases unreported calls and reports overdue CDRs. */
  async finish(turn: number): Promise<void> {
    for (const call of this.calls) this.end(call, Math.max(this.now, call.startedAt));
    await this.sendEvents();
    await this.wallet.spend(null);
    await this.check();
    await this.report(turn, ['soon', 'last']);
    await this.check();
    await this.checkCharges();
    const { heldCents } = await this.wallet.read();
    expect(await this.heldBy((call) => !call.isReported)).toBe(heldCents);
    this.now = Math.max(this.now, (this.calls[0]?.startedAt ?? 0) + (DAY_SECONDS - 60) * MS);
    await this.api.use(ReleaseExpiredHolds).release();
    expect(await this.wallet.read()).toMatchObject({ heldCents });
    const last = Math.max(this.now, ...this.calls.map(({ startedAt }) => startedAt));
    this.now = last + (DAY_SECONDS + CALL_SECONDS_MAX + RINGING_SECONDS_MAX + 1) * MS;
    await this.api.use(ReleaseExpiredHolds).release();
    expect(await this.wallet.read()).toMatchObject({ heldCents: 0 });
    await this.check();
    await this.learnDecisions();
    this.wallet.debt += sumOf(this.calls.filter(({ plan }) => plan.cdr === 'overdue').map((call) => priceOf(call)));
    await this.report(turn, ['overdue']);
    await this.report(turn + 1, ['soon', 'last', 'overdue'], true);
    await this.check();
    await this.checkCharges();
  }

  private async place(plan: CallPlan): Promise<void> {
    const via = this.switches[plan.via % this.switches.length]!;
    if (via.isSilent) return;
    const outbound = { from: this.telephony.number, to: DESTINATIONS[plan.destination % 3], source_ip: PBX };
    const inbound = { to: plan.kind === 'forwarded' ? this.forwarded : this.telephony.number };
    const routed = await this.telephony.route({
      ...(plan.kind === 'outbound' ? outbound : inbound),
      switch_id: via.id,
      ...(via.isExtending && { extends: true }),
    });
    if (routed['action'] !== 'route') {
      expect([402, 480, 486, 503]).toContain(routed['code']);
      return;
    }
    const key = { switch_id: via.id, call_id: routed['call_id'], decision_id: routed['decision_id'] };
    const maxSeconds = Number(routed['max_duration_s']);
    const call: Call = {
      plan,
      via,
      key,
      startedAt: this.now,
      rating: null,
      routes: [],
      maxSeconds,
      grantedSeconds: maxSeconds,
      isCovered: maxSeconds >= SLICE_SECONDS,
      endedAt: null,
      due: [],
      isAnswerReported: false,
      row: null,
      isReported: false,
    };
    this.calls.push(call);
    // The response was lost: there is a decision, but no call.
    if (!plan.isPlaced) call.endedAt = this.now;
  }

  /** Reads the rates of each decision, and marks decisions as made on the switch's clock. */
  private async learnDecisions(): Promise<void> {
    const rows = await this.api
      .use(Database)
      .query<{ id: string; rating: RateQuote; routes: readonly Route[]; grantedSeconds: number }>(
        `UPDATE voice.decisions SET stored_at = NULL WHERE account_id = $1 AND created_at >= $2
       RETURNING id, rating, routes, max_duration_seconds AS "grantedSeconds"`,
        [this.telephony.customer.accountId, this.began],
      );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const call of this.calls) Object.assign(call, { ...byId.get(String(call.key['decision_id'])) });
  }

  /** Advances the clock. A switch cuts each call at the end of its granted time. */
  private async pass(seconds: number, isOutage = false): Promise<void> {
    const until = this.now + seconds * MS;
    for (const call of this.live()) {
      const answeredAt = answeredAtOf(call);
      if (answeredAt === null) {
        const gaveUpAt = call.startedAt + call.plan.ringSeconds * MS;
        if (gaveUpAt <= until) this.end(call, gaveUpAt);
        continue;
      }
      const hungUpAt = answeredAt + (call.plan.talkSeconds ?? 0) * MS;
      const cutAt = answeredAt + call.maxSeconds * MS;
      const endsAt = Math.min(hungUpAt, cutAt);
      if (endsAt <= until) {
        const isCut = cutAt < hungUpAt;
        if (isCut && isOutage && call.via.isExtending && call.maxSeconds < CALL_SECONDS_MAX)
          expect({ ...call.key, cutByOutage: call.isCovered }).toEqual({ ...call.key, cutByOutage: false });
        this.end(call, endsAt);
      } else if (isOutage && call.via.isExtending && call.isCovered) this.seen.survived++;
    }
    this.now = until;
  }

  private live(): Call[] {
    return this.calls.filter(({ endedAt }) => endedAt === null);
  }

  private end(call: Call, at: number): void {
    if (call.endedAt !== null) return;
    call.endedAt = at;
    call.row = rowOf(call, at);
    const event = endedEventOf(call, at);
    if (!call.via.isSilent) call.due.push(...delaysOf(call.plan.ended).map((delay) => ({ event, ...delay })));
  }

  /** Sends the due events of all calls in parallel, and postpones late ones. */
  private async sendEvents(): Promise<void> {
    const sent: Row[] = [];
    for (const call of this.calls) {
      const answeredAt = answeredAtOf(call);
      const isUp = answeredAt !== null && answeredAt <= (call.endedAt ?? this.now);
      if (isUp && !call.isAnswerReported && call.plan.isPlaced && !call.via.isSilent) {
        call.isAnswerReported = true;
        const event = {
          event: 'answered',
          switch_id: call.via.id,
          decision_id: call.key['decision_id'],
          ...(call.plan.isTimed && { at: answeredAt / MS + call.via.skewSeconds }),
        };
        call.due.unshift(...delaysOf(call.plan.answered).map((delay) => ({ event, ...delay })));
      }
      const due = call.due.splice(0);
      for (const { event, wait } of due as { event: Row; wait: number }[]) {
        if (wait === 0) sent.push(event);
        else call.due.push({ event, wait: 0 });
      }
    }
    const answers = await Promise.all(sent.map((event) => this.api.switch('/switch/events', event)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }

  /** Sends the heartbeat of each switch and applies the extensions, unless the response is lost. */
  private async sendHeartbeats(isAnswerLost: boolean): Promise<void> {
    for (const via of this.switches.filter(({ isBeating, isSilent }) => isBeating && !isSilent)) {
      const up = this.live().filter((call) => call.via === via);
      const answer = await this.api.switch('/switch/events', {
        event: 'heartbeat',
        switch_id: via.id,
        boot_id: `boot${via.boot}`,
        at: this.now / MS + via.skewSeconds,
        active_calls: up.map(({ key }) => key['decision_id']),
      });
      expect(answer.status).toBe(200);
      if (isAnswerLost) continue;
      const granted = new Map(
        (jsonOf(answer)['extend'] as Row[]).map((row) => [row['decision_id'], row['max_duration_s']]),
      );
      const { availableCents } = await this.wallet.read();
      for (const call of up) {
        const seconds = Number(granted.get(call.key['decision_id']) ?? call.maxSeconds);
        expect(seconds).toBeGreaterThanOrEqual(call.maxSeconds);
        if (seconds > call.maxSeconds) this.seen.extended++;
        call.maxSeconds = seconds;
        if (via.isExtending) this.checkLeft(call, availableCents);
      }
    }
  }

  /** Expects ten remaining minutes for a call whose wallet can pay for another slice. */
  private checkLeft(call: Call, availableCents: number): void {
    const next = Math.min(call.maxSeconds + SLICE_SECONDS, CALL_SECONDS_MAX);
    call.isCovered = availableCents >= highestPriceOf(call, next) - highestPriceOf(call, call.maxSeconds);
    if (!call.isCovered || call.maxSeconds === CALL_SECONDS_MAX) return;
    const leftSeconds = ((answeredAtOf(call) ?? this.now) - this.now) / MS + call.maxSeconds;
    expect(leftSeconds).toBeGreaterThanOrEqual(LEFT_SECONDS_MIN);
  }

  /** Sends the CDRs of ended calls: some twice, shuffled, in parallel requests. */
  private async report(turn: number, when: readonly CallPlan['cdr'][], isAgain = false): Promise<void> {
    const due = this.calls.filter(
      ({ plan, row, isReported }) => row && when.includes(plan.cdr) && isReported === isAgain,
    );
    const rows = shuffled([...due, ...due.filter((_, index) => (index + turn) % 3 === 0)], turn);
    const size = Math.max(1, Math.ceil(rows.length / 3));
    const batches = [0, 1, 2].map((index) => rows.slice(index * size, (index + 1) * size));
    const answers = await Promise.all(
      batches
        .filter((batch) => batch.length > 0)
        .map((batch) => this.api.switch('/switch/cdrs', { cdrs: batch.map(({ row }) => row) })),
    );
    const outcomes = answers.flatMap((answer) => jsonOf(answer)['outcomes'] as Row[]);
    const expected = isAgain ? ['repeated'] : ['recorded', 'repeated'];
    expect(outcomes.filter(({ outcome }) => !expected.includes(String(outcome)))).toEqual([]);
    if (!isAgain) expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(due.length);
    for (const call of due) call.isReported = true;
  }

  /** Ends all calls of a switch, which restarts or stays silent. */
  private crash(index: number, isSilent: boolean): void {
    const via = this.switches[index % this.switches.length]!;
    via.boot++;
    via.isSilent = isSilent;
    for (const call of this.live().filter((each) => each.via === via)) this.end(call, this.now);
    for (const call of this.calls.filter((each) => each.via === via)) {
      call.due.length = 0;
      call.isAnswerReported = true;
    }
  }

  /** Simulates an outage of the API, after which switches send their events and a heartbeat. */
  private async outage(): Promise<void> {
    await this.pass(OUTAGE_SECONDS, true);
    await this.check();
    await this.sendEvents();
    await this.sendHeartbeats(false);
  }

  private async heldBy(matches: (call: Call) => boolean): Promise<number> {
    const held = await this.wallet.holds();
    return sumOf(this.calls.filter(matches).map(({ key }) => held.get(String(key['decision_id'])) ?? 0));
  }

  private async check(): Promise<void> {
    this.checkHolds(await this.wallet.check());
  }

  /** Expects a live call to hold the price of its granted time, and an ended call, for a day, the price of its CDR. */
  private checkHolds(held: ReadonlyMap<string, number>): void {
    const unpaid = this.calls.filter((call) => {
      const isOverdue = this.now >= call.startedAt + DAY_SECONDS * MS;
      if (!call.plan.isPlaced || call.isReported || isOverdue) return false;
      const cents = call.endedAt === null ? highestPriceOf(call, call.maxSeconds) : priceOf(call);
      return (held.get(String(call.key['decision_id'])) ?? 0) < cents;
    });
    expect(unpaid).toEqual([]);
  }

  /** Expects each reported call to be charged its price once, and no other call. */
  private async checkCharges(): Promise<void> {
    await this.learnDecisions();
    const rows = await this.api.use(Database).query<{ decision_id: string; amount_cents: number }>(
      `SELECT c.decision_id, t.amount_cents FROM billing.transactions t JOIN cdr.cdrs c ON c.id = t.related_id
       WHERE t.account_id = $1 AND t.related_kind = 'cdr' AND c.decision_id = ANY ($2)`,
      [this.telephony.customer.accountId, this.calls.map(({ key }) => key['decision_id'])],
    );
    const charged = rows.map((row) => [row.decision_id, -row.amount_cents] as const).sort();
    const reported = this.calls.filter(({ isReported }) => isReported);
    const expected = reported.map((call) => [String(call.key['decision_id']), priceOf(call)]);
    expect(charged).toEqual(expected.filter(([, cents]) => cents !== 0).sort());
    expect(await this.heldBy(({ isReported }) => isReported)).toBe(0);
    await this.wallet.checkCharged(sumOf(charged.map(([, cents]) => cents)));
  }
}

/** Returns the items in an order determined by `turn`. */
function shuffled<T>(items: readonly T[], turn: number): T[] {
  const rank = (index: number) => (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(turn + 1, 40_503)) >>> 0;
  return items
    .map((item, index) => ({ item, at: rank(index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
