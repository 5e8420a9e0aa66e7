import { ConditionNotMet } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import type { AuditLog, KnownNumber, NumberDirectory, NumberRouting, OperatorEntry } from '../application/ports';
import type { WebhookUrlCheck, WebhookUrls } from '../application/profiles/ports';
import type { GatewayPasswords, HostCheck, HostResolver } from '../application/trunks/ports';
import type { CallCover, CallFunds, CallHoldOrder, HeldCall } from '../application/live-calls/ports';

export class FakeNumbers implements NumberDirectory {
  readonly numbers: KnownNumber[] = [];

  findByE164(e164: string): Promise<KnownNumber | null> {
    return Promise.resolve(this.numbers.find((number) => number.e164 === e164) ?? null);
  }

  isOwned(accountId: string, e164: string): Promise<boolean> {
    return Promise.resolve(this.numbers.some((number) => number.e164 === e164 && number.accountId === accountId));
  }

  readonly leaving = new Set<string>();

  async isLeaving(_accountId: string, e164: string): Promise<boolean> {
    return this.leaving.has(e164);
  }

  lockOwned(accountId: string, e164: string): Promise<boolean> {
    return this.isOwned(accountId, e164);
  }

  countByTrunks(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.count(accountId, ids, ({ trunkId }) => trunkId));
  }

  countByProfiles(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.count(accountId, ids, ({ routingProfileId }) => routingProfileId));
  }

  countriesOf(accountId: string): Promise<readonly string[]> {
    const own = this.numbers.filter((number) => number.accountId === accountId);
    return Promise.resolve([...new Set(own.map(({ country }) => country))]);
  }

  countLiveByProfile(accountId: string, profileId: string): Promise<number> {
    return Promise.resolve(
      this.count(accountId, [profileId], ({ routingProfileId }) => routingProfileId).get(profileId) ?? 0,
    );
  }

  private count(accountId: string, ids: readonly string[], routeOf: (number: KnownNumber) => string | null) {
    const routed = (id: string) =>
      this.numbers.filter((number) => number.accountId === accountId && routeOf(number) === id);
    return new Map(ids.map((id) => [id, routed(id).length]));
  }
}

export class FakeNumberRouting implements NumberRouting {
  readonly detached: string[] = [];

  detachTrunk(_accountId: string, trunkId: string): Promise<void> {
    this.detached.push(trunkId);
    return Promise.resolve();
  }

  detachProfile(_accountId: string, profileId: string): Promise<void> {
    this.detached.push(profileId);
    return Promise.resolve();
  }
}

export class RecordingAudit implements AuditLog {
  readonly entries: OperatorEntry[] = [];

  record(entry: OperatorEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}

export class FakeWebhookUrls implements WebhookUrls {
  readonly refused = new Set<string>();

  check(url: string): Promise<WebhookUrlCheck> {
    return Promise.resolve(this.refused.has(url) ? { isAllowed: false, reason: 'is private' } : { isAllowed: true });
  }
}

export class FakeHosts implements HostResolver {
  readonly refused = new Set<string>();
  readonly pinned = new Map<string, string>();

  /** Refuses a host, or a service of a host such as `_sip._udp.gw.example.com`. */
  check(host: string, srvService: string | null = null): Promise<HostCheck> {
    return Promise.resolve(
      this.refused.has(host) || this.refused.has(`${String(srvService)}.${host}`)
        ? { isAllowed: false, reason: 'is private' }
        : { isAllowed: true, address: this.pinned.get(host) ?? null },
    );
  }
}

export class PlainPasswords implements GatewayPasswords {
  seal(gatewayId: string, password: string): string {
    return `${gatewayId}:${password}`;
  }

  open(gatewayId: string, sealed: string): string {
    return sealed.slice(gatewayId.length + 1);
  }
}

/** One wallet for all accounts. */
export class FakeFunds implements CallFunds {
  availableCents = 600;
  outboundUsedCents = 0;
  hasToppedUp = true;
  readonly held = new Map<string, number>();
  /** What another call holds between `funding` and `hold`. */
  takenMeanwhileCents = 0;

  funding(): Promise<CallCover & { readonly hasToppedUp: boolean }> {
    return Promise.resolve({ ...this.cover, hasToppedUp: this.hasToppedUp });
  }

  lockAtOnce(): Promise<void> {
    return Promise.resolve();
  }

  hold({ decisionId, amountCents, forwardCents, item, outboundCapCents }: CallHoldOrder): Promise<CallCover | null> {
    const usedCents = item === 'usage_outbound' ? amountCents : forwardCents;
    const isCapped =
      usedCents > 0 && outboundCapCents !== null && this.outboundUsedCents + usedCents > outboundCapCents;
    if (amountCents > this.availableCents || isCapped) return Promise.resolve(this.cover);
    this.availableCents -= amountCents;
    this.outboundUsedCents += usedCents;
    this.held.set(decisionId, (this.held.get(decisionId) ?? 0) + amountCents);
    return Promise.resolve(null);
  }

  async holdOrFail(order: CallHoldOrder): Promise<void> {
    if (await this.hold(order)) throw new ConditionNotMet();
  }

  /** Lets another call hold funds. */
  takeMeanwhile(): void {
    this.availableCents -= this.takenMeanwhileCents;
    this.takenMeanwhileCents = 0;
  }

  shrink({ decisionId }: HeldCall, keepCents: number): Promise<void> {
    const held = this.held.get(decisionId) ?? 0;
    this.availableCents += Math.max(0, held - keepCents);
    this.held.set(decisionId, Math.min(held, keepCents));
    return Promise.resolve();
  }

  heldBy(_accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map([...this.held].filter(([id]) => decisionIds.includes(id))));
  }

  async release(calls: readonly HeldCall[]): Promise<void> {
    for (const call of calls) await this.shrink(call, 0);
  }

  private get cover(): CallCover {
    return { availableCents: this.availableCents, outboundUsedCents: this.outboundUsedCents };
  }
}

/** Rolls back the funds, and nothing else. */
export class FundsTransactor extends NoTransactor {
  constructor(private readonly funds: FakeFunds) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    this.funds.takeMeanwhile();
    const { availableCents, outboundUsedCents } = this.funds;
    const held = [...this.funds.held];
    try {
      return await work();
    } catch (error) {
      Object.assign(this.funds, { availableCents, outboundUsedCents });
      this.funds.held.clear();
      for (const [decisionId, cents] of held) this.funds.held.set(decisionId, cents);
      throw error;
    }
  }
}
