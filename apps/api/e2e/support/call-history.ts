import { type RateQuote, rateLegs } from '@trunkline/cdr';
import { Ledger } from '@trunkline/billing-ledger';
import { Clock } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { ReleaseOverdueHolds } from '@trunkline/voice-routing';
import { dataOf, type Row, Shopping } from './shopping';
import type { TestApi } from './index';
import { jsonOf, Telephony } from './telephony';

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

export type EventDelivery = 'once' | 'twice' | 'late' | 'lost';

/** The course of a call, as far as the switch and the network determine it. */
export interface CallPlan {
  readonly kind: 'inbound' | 'forwarded' | 'outbound';
  readonly destination: number;
  readonly via: number;
  readonly isPlaced: boolean;
  readonly ringSeconds: number;
  /** Null for a call that is not answered. */
  readonly talkSeconds: number | null;
  readonly answered: EventDelivery;
  /** The events state their times. */
  readonly isTimed: boolean;
  readonly ended: EventDelivery;
  readonly endStatesAnswer: boolean;
  readonly route: number;
  readonly namesRoute: boolean;
  readonly cdr: 'soon' | 'last' | 'overdue' | 'lost';
}

export type Step =
  /** Calls that are routed in parallel; `isBusy`: together with CDRs and heartbeats. */
  | { readonly kind: 'burst'; readonly calls: readonly CallPlan[]; readonly isBusy: boolean }
  | { readonly kind: 'pass'; readonly seconds: number; readonly isAnswerLost: boolean }
  | { readonly kind: 'report'; readonly turn: number }
  /** Null for the whole available balance, so that any hold that is too low takes the wallet below zero. */
  | { readonly kind: 'spend'; readonly cents: number | null }
  /** Positive or negative. */
  | { readonly kind: 'adjust'; readonly cents: number }
  | { readonly kind: 'crash'; readonly via: number; readonly isSilent: boolean }
  | { readonly kind: 'outage' };

export interface SwitchKind {
  readonly isExtending: boolean;
  readonly isBeating: boolean;
  /** How far its clock is ahead of the API's. */
  readonly skewSeconds: number;
}

interface Switch extends SwitchKind {
  readonly id: string;
  boot: number;
  isSilent: boolean;
}

interface Route {
  readonly rating: RateQuote | null;
}

interface Call {
  readonly plan: CallPlan;
  readonly via: Switch;
  readonly key: Row;
  readonly startedAt: number;
  rating: RateQuote | null;
  routes: readonly Route[];
  /** The limit that the switch knows; the response with an extension may have been lost. */
  maxSeconds: number;
  grantedSeconds: number;
  /** The wallet could pay for the next slice at the last response of the API. */
  isCovered: boolean;
  endedAt: number | null;
  readonly due: Row[];
  isAnswerReported: boolean;
  row: Row | null;
  isReported: boolean;
}

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
  private balance = 0;
  private spent = 0;
  /** The amount by which adjustments and overdue CDRs may take the wallet below zero. */
  private debt = 0;
  private runs = 0;
  private references = 0;

  private constructor(
    private readonly api: TestApi,
    private readonly telephony: Telephony,
    private readonly forwarded: string,
  ) {}

  static async make(api: TestApi): Promise<CallHistory> {
    const telephony = await Telephony.make(api, 5_000);
    const { customer, trunkId } = telephony;
    await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, {
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
    await this.api.use(ReleaseOverdueHolds).execute();
    const { amountCents, heldCents } = await this.wallet();
    expect(heldCents).toBe(0);
    const change = { amountCents: balanceCents - amountCents, description: 'Begin', reference: `begin ${this.runs}` };
    if (change.amountCents !== 0) await this.api.use(Ledger).adjust({ ...this.order, ...change });
    this.switches = kinds.map((kind, index) => ({ ...kind, id: `r${this.runs}s${index}`, boot: 1, isSilent: false }));
    this.calls = [];
    this.began = new Date(this.now);
    this.balance = balanceCents;
    this.spent = 0;
    this.debt = 0;
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
        await this.spend(step.cents);
        break;
      case 'adjust':
        await this.adjust(step.cents);
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
    await this.spend(null);
    await this.check();
    await this.report(turn, ['soon', 'last']);
    await this.check();
    await this.checkCharges();
    const { heldCents } = await this.wallet();
    expect(await this.heldBy((call) => !call.isReported)).toBe(heldCents);
    this.now = Math.max(this.now, (this.calls[0]?.startedAt ?? 0) + (DAY_SECONDS - 60) * MS);
    await this.api.use(ReleaseOverdueHolds).execute();
    expect(await this.wallet()).toMatchObject({ heldCents });
    const last = Math.max(this.now, ...this.calls.map(({ startedAt }) => startedAt));
    this.now = last + (DAY_SECONDS + CALL_SECONDS_MAX + RINGING_SECONDS_MAX + 1) * MS;
    await this.api.use(ReleaseOverdueHolds).execute();
    expect(await this.wallet()).toMatchObject({ heldCents: 0 });
    await this.check();
    await this.learnDecisions();
    this.debt += sumOf(this.calls.filter(({ plan }) => plan.cdr === 'overdue').map((call) => this.priceOf(call)));
    await this.report(turn, ['overdue']);
    await this.report(turn + 1, ['soon', 'last', 'overdue'], true);
    await this.check();
    await this.checkCharges();
  }

  private get order() {
    return { accountId: this.telephony.customer.accountId, relatedKind: null, relatedId: null };
  }

  private wallet() {
    return this.api.use(Ledger).balance(this.telephony.customer.accountId);
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
    const { plan, key, startedAt } = call;
    const planned = answeredAtOf(call);
    const answeredAt = planned !== null && planned <= at ? planned : null;
    const skewed = (time: number) => time / MS + call.via.skewSeconds;
    call.row = {
      ...key,
      started_at: skewed(startedAt),
      ended_at: skewed(at),
      ...(answeredAt === null
        ? { answered_at: null, sip_code: 486 }
        : { answered_at: skewed(answeredAt), sip_code: 200 }),
      ...(answeredAt !== null &&
        plan.namesRoute && { attempts: [{ order: this.routeOf(call) + 1, result: 'answered', sip_code: 200 }] }),
    };
    const event = {
      ...{ event: 'ended', switch_id: key['switch_id'], decision_id: key['decision_id'] },
      ...(plan.isTimed && { at: skewed(at) }),
      ...(plan.endStatesAnswer && { answered_at: answeredAt === null ? null : skewed(answeredAt) }),
    };
    if (!call.via.isSilent) call.due.push(...delaysOf(plan.ended).map((delay) => ({ event, ...delay })));
  }

  private routeOf({ plan, routes }: Call): number {
    return plan.route % Math.max(1, routes.length);
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
          ...{ event: 'answered', switch_id: call.via.id, decision_id: call.key['decision_id'] },
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
        ...{ event: 'heartbeat', switch_id: via.id, boot_id: `boot${via.boot}`, at: this.now / MS + via.skewSeconds },
        active_calls: up.map(({ key }) => key['decision_id']),
      });
      expect(answer.status).toBe(200);
      if (isAnswerLost) continue;
      const granted = new Map(
        (jsonOf(answer)['extend'] as Row[]).map((row) => [row['decision_id'], row['max_duration_s']]),
      );
      const { availableCents } = await this.wallet();
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
    call.isCovered = availableCents >= this.dearest(call, next) - this.dearest(call, call.maxSeconds);
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

  private async spend(cents: number | null): Promise<void> {
    const { availableCents } = await this.wallet();
    const amountCents = cents ?? availableCents;
    if (amountCents <= 0) return;
    const reference = `spend ${++this.references}`;
    const charge = this.api.use(Ledger).charge({ ...this.order, amountCents, description: 'Order', reference });
    if (amountCents > availableCents) return expect(charge).rejects.toMatchObject({ code: 'insufficient_balance' });
    await charge;
    this.spent += amountCents;
  }

  private async adjust(cents: number): Promise<void> {
    const reference = `adjust ${++this.references}`;
    await this.api.use(Ledger).adjust({ ...this.order, amountCents: cents, description: 'Correction', reference });
    this.spent -= cents;
    this.debt += Math.max(0, -cents);
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

  private async check(): Promise<void> {
    const { amountCents, heldCents, availableCents } = await this.wallet();
    const held = await this.holds();
    const holds = sumOf([...held.values()]);
    this.checkHolds(held);
    expect({ heldCents, availableCents }).toEqual({ heldCents: holds, availableCents: amountCents - heldCents });
    expect(availableCents + this.debt).toBeGreaterThanOrEqual(0);
    expect(amountCents + this.debt).toBeGreaterThanOrEqual(0);
    const { accountId } = this.telephony.customer;
    const differences = await this.api.use(Ledger).verify();
    expect(differences.filter((each) => each.accountId === accountId)).toEqual([]);
  }

  private async heldBy(matches: (call: Call) => boolean): Promise<number> {
    const held = await this.holds();
    return sumOf(this.calls.filter(matches).map(({ key }) => held.get(String(key['decision_id'])) ?? 0));
  }

  /** Returns the hold of each call by decision. */
  private async holds(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.api.use(Database).query<{ related_id: string; cents: number }>(
      `SELECT related_id, amount_cents - captured_cents - released_cents AS cents FROM billing.holds
       WHERE account_id = $1 AND status = 'open'`,
      [this.telephony.customer.accountId],
    );
    return new Map(rows.map(({ related_id, cents }) => [related_id, cents]));
  }

  /** Expects a live call to hold the price of its granted time, and an ended call, for a day, the price of its CDR. */
  private checkHolds(held: ReadonlyMap<string, number>): void {
    const unpaid = this.calls.filter((call) => {
      const isOverdue = this.now >= call.startedAt + DAY_SECONDS * MS;
      if (!call.plan.isPlaced || call.isReported || isOverdue) return false;
      const cents = call.endedAt === null ? this.dearest(call, call.maxSeconds) : this.priceOf(call);
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
    const expected = reported.map((call) => [String(call.key['decision_id']), this.priceOf(call)]);
    expect(charged).toEqual(expected.filter(([, cents]) => cents !== 0).sort());
    expect(await this.heldBy(({ isReported }) => isReported)).toBe(0);
    const { amountCents } = await this.wallet();
    expect(amountCents).toBe(this.balance - this.spent - sumOf(charged.map(([, cents]) => cents)));
  }

  private priceOf(call: Call): number {
    const { row, plan } = call;
    if (!row || row['answered_at'] === null) return 0;
    const seconds = Math.floor(Number(row['ended_at'])) - Math.floor(Number(row['answered_at']));
    const billable = Math.min(seconds, call.grantedSeconds);
    return plan.namesRoute ? priceBy(call, call.routes[this.routeOf(call)], billable) : this.dearest(call, billable);
  }

  private dearest(call: Call, seconds: number): number {
    return Math.max(...call.routes.map((route) => priceBy(call, route, seconds)));
  }
}

function priceBy({ rating }: Call, route: Route | undefined, seconds: number): number {
  const legs = [rating, route?.rating ?? null].filter((leg) => leg !== null);
  return rateLegs(legs, seconds).customerTotalCents;
}

function answeredAtOf({ plan, startedAt }: Call): number | null {
  return plan.talkSeconds === null ? null : startedAt + plan.ringSeconds * MS;
}

/** Returns the delays of an event, in rounds. */
function delaysOf(delivery: EventDelivery): { wait: number }[] {
  if (delivery === 'lost') return [];
  if (delivery === 'late') return [{ wait: 1 }];
  return delivery === 'twice' ? [{ wait: 0 }, { wait: 1 }] : [{ wait: 0 }];
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);

/** Returns the items in an order determined by `turn`. */
function shuffled<T>(items: readonly T[], turn: number): T[] {
  const rank = (index: number) => (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(turn + 1, 40_503)) >>> 0;
  return items
    .map((item, index) => ({ item, at: rank(index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
