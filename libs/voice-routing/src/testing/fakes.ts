import { AuditLog, type KnownNumber, NumberDirectory, NumberRouting, type OperatorEntry } from '../application/ports';

export class FakeNumbers extends NumberDirectory {
  readonly numbers: KnownNumber[] = [];

  override findByE164(e164: string): Promise<KnownNumber | null> {
    return Promise.resolve(this.numbers.find((number) => number.e164 === e164) ?? null);
  }

  override isOwned(accountId: string, e164: string): Promise<boolean> {
    return Promise.resolve(this.numbers.some((number) => number.e164 === e164 && number.accountId === accountId));
  }

  readonly leaving = new Set<string>();

  override async isLeaving(_accountId: string, e164: string): Promise<boolean> {
    return this.leaving.has(e164);
  }

  override lockOwned(accountId: string, e164: string): Promise<boolean> {
    return this.isOwned(accountId, e164);
  }

  override countByTrunks(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.count(accountId, ids, ({ trunkId }) => trunkId));
  }

  override countByProfiles(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.count(accountId, ids, ({ routingProfileId }) => routingProfileId));
  }

  override countLiveByProfile(accountId: string, profileId: string): Promise<number> {
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

export class FakeNumberRouting extends NumberRouting {
  readonly detached: string[] = [];

  override detachTrunk(_accountId: string, trunkId: string): Promise<void> {
    this.detached.push(trunkId);
    return Promise.resolve();
  }

  override detachProfile(_accountId: string, profileId: string): Promise<void> {
    this.detached.push(profileId);
    return Promise.resolve();
  }
}

export class RecordingAudit extends AuditLog {
  readonly entries: OperatorEntry[] = [];

  override record(entry: OperatorEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}
