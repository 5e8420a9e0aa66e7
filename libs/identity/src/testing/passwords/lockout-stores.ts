import { addSeconds } from '@trunkline/kernel';
import type { KnownDevice } from '../../domain/sign-in/known-device';
import { FAILURES_KEPT_SECONDS, FAILURES_MAX } from '../../domain/sign-in/lockout';
import { KnownDevices } from '../../application/sign-in/known-devices';
import { type FailureSubject, PasswordFailures } from '../../application/passwords/password-failures';

interface Failure extends FailureSubject {
  readonly at: Date;
}

export class MemoryPasswordFailures extends PasswordFailures {
  private kept: Failure[] = [];

  override async lock({ kind, id }: FailureSubject, now: Date): Promise<Date[]> {
    const since = addSeconds(now, -FAILURES_KEPT_SECONDS);
    const mine = this.kept.filter((each) => each.kind === kind && each.id === id && each.at >= since);
    const newestFirst = mine.map(({ at }) => at).sort((a, b) => b.getTime() - a.getTime());
    return newestFirst.slice(0, FAILURES_MAX);
  }

  override async add({ kind, id }: FailureSubject, at: Date): Promise<void> {
    this.kept.push({ kind, id, at });
  }

  override async clear({ kind, id }: FailureSubject): Promise<void> {
    this.kept = this.kept.filter((each) => each.kind !== kind || each.id !== id);
  }
}

export class MemoryKnownDevices extends KnownDevices {
  private kept: KnownDevice[] = [];

  override async add(device: KnownDevice): Promise<void> {
    this.kept.push(device);
  }

  override async userOf(idHash: Buffer, now: Date): Promise<string | null> {
    return this.kept.find((each) => each.idHash.equals(idHash) && each.expiresAt > now)?.userId ?? null;
  }

  override async forgetAllOf(userId: string): Promise<void> {
    this.kept = this.kept.filter((each) => each.userId !== userId);
  }
}
