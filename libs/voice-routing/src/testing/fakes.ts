import { type AuditLog, type KnownNumber, type NumberDirectory, type NumberRouting, type OperatorEntry } from '../application/ports';

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
