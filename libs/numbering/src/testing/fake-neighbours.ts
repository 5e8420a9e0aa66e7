import type { AccountStatus, Mails, NumberType, OutgoingMail } from '@trunkline/kernel';
import { type AccountStandings } from '../application/checkout/ports';
import {
  type NamedRouteTarget,
  type RouteTargetKind,
  type RouteTargets,
  type RouteTargetStatus,
} from '../application/lifecycle/references';
import { type MessageWebhooks } from '../application/lifecycle/numbers';
import { type AccountStates } from '../application/lifecycle/sync-account-status';
import { type BundleRef, type Bundles, type FaultPoint, type FaultPoints } from '../application/ports';
import { type PortOutPins } from '../application/port-outs/port-out-pins';
import { type EndNumberUses, type NumberUse, type NumberUses } from '../application/lifecycle/number-uses';
import { type NumberContacts } from '../application/number-notices';
import { type InboundCarriers } from '../application/stock/ports';
import { type PortRecords } from '../application/porting/ports';
import { type RegulatoryRequirements } from '../application/supply/catalog';
import type { AccountStanding } from '../domain/checkout/reservation-limit';
import { type Bundle, isApproved } from '../domain/lifecycle/bundle';
import type { Requirements } from '../domain/requirements';

/** The statuses of trunks and profiles, by id. */
export class FakeRouteTargets implements RouteTargets {
  readonly statuses = new Map<string, RouteTargetStatus>();
  /** By id. */
  readonly names = new Map<string, string>();

  async named(_accountId: string, kind: RouteTargetKind, names: readonly string[]): Promise<NamedRouteTarget[]> {
    return [...this.statuses]
      .map(([id, status]) => ({ id, status, name: this.names.get(id) ?? id }))
      .filter(({ id }) => id.startsWith('trk_') === (kind === 'trunk'))
      .filter(({ id, name, status }) => status !== 'archived' && (names.includes(id) || names.includes(name)));
  }

  async trunkStatus(_accountId: string, trunkId: string): Promise<RouteTargetStatus | null> {
    return this.statuses.get(trunkId) ?? null;
  }

  async profileStatus(_accountId: string, profileId: string): Promise<RouteTargetStatus | null> {
    return this.statuses.get(profileId) ?? null;
  }
}

/** The uses of numbers by trunks and targets. */
export class FakeNumberUses implements NumberUses, EndNumberUses {
  uses: NumberUse[] = [];

  list(_accountId: string, e164s: readonly string[]): Promise<NumberUse[]> {
    return Promise.resolve(this.uses.filter(({ e164 }) => e164s.includes(e164)));
  }

  lock(accountId: string, e164s: readonly string[]): Promise<NumberUse[]> {
    return this.list(accountId, e164s);
  }

  async end(_accountId: string, uses: readonly NumberUse[]): Promise<void> {
    this.uses = this.uses.filter(({ id }) => !uses.some((use) => use.id === id));
    return Promise.resolve();
  }
}

/** Accounts that are suspended; all others are not. */
export class FakeAccountStates implements AccountStates {
  readonly suspended = new Set<string>();

  /** Accounts that are closed. */
  readonly closed = new Set<string>();

  isSuspended(accountId: string): Promise<boolean> {
    return Promise.resolve(this.suspended.has(accountId));
  }

  async status(accountId: string): Promise<AccountStatus> {
    if (this.closed.has(accountId)) return 'closed';
    return (await this.isSuspended(accountId)) ? 'suspended' : 'active';
  }
}

/** Self-serve accounts before their first top-up, unless a test says otherwise. */
export class FakeAccountStandings implements AccountStandings {
  readonly standings = new Map<string, AccountStanding>();

  standing(accountId: string): Promise<AccountStanding> {
    return Promise.resolve(this.standings.get(accountId) ?? { tier: 'self_serve', hasToppedUp: false });
  }
}

export class FakeBundles implements Bundles {
  readonly bundles = new Map<string, Bundle>();

  async find(_accountId: string, bundleId: string): Promise<Bundle | null> {
    return this.bundles.get(bundleId) ?? null;
  }

  async findMany(bundles: readonly BundleRef[]): Promise<readonly Bundle[]> {
    return bundles.flatMap(({ bundleId }) => this.bundles.get(bundleId) ?? []);
  }

  async listApproved(_accountId: string, country: string, now: Date): Promise<readonly Bundle[]> {
    return [...this.bundles.values()].filter((bundle) => bundle.country === country && isApproved(bundle, now));
  }
}

export class FakeRegulatoryRequirements implements RegulatoryRequirements {
  readonly known: Requirements[] = [];

  find(country: string, numberType: NumberType): Requirements {
    const unknown: Requirements = {
      country,
      numberType,
      requiresActivation: true,
      endUserKinds: ['person', 'business'],
      requiredFields: [],
      address: 'none',
      documents: [{ purpose: 'other', acceptedDocTypes: ['other'], quantity: 1, maxAgeDays: null }],
      restrictions: [],
      typicalReviewHours: 72,
    };
    return this.known.find((each) => each.country === country && each.numberType === numberType) ?? unknown;
  }

  isKnown(country: string, numberType: NumberType): boolean {
    return this.known.some((each) => each.country === country && each.numberType === numberType);
  }
}

/** The carriers of the installation. */
export class FakeInboundCarriers implements InboundCarriers {
  readonly known = new Set<string>(['car_1']);

  listKnown(carrierIds: readonly string[]): Promise<readonly string[]> {
    return Promise.resolve(carrierIds.filter((id) => this.known.has(id)));
  }
}

/** Has every end user and document but those that a test removes. */
export class FakePortRecords implements PortRecords {
  readonly removed = new Set<string>();

  shareDocuments(_accountId: string, ids: readonly string[]): Promise<readonly string[]> {
    return Promise.resolve(ids.filter((id) => !this.removed.has(id)));
  }

  shareEndUser(_accountId: string, id: string): Promise<boolean> {
    return Promise.resolve(!this.removed.has(id));
  }
}

/** Where the messages of numbers are sent, by the id of the number. */
export class FakeMessageWebhooks implements MessageWebhooks {
  readonly urls = new Map<string, string | null>();

  assertUrlAllowed(): Promise<void> {
    return Promise.resolve();
  }

  setForNumber(_accountId: string, numberId: string, url: string | null): Promise<void> {
    this.urls.set(numberId, url);
    return Promise.resolve();
  }
}

/** Two members receive the mails of every account. */
export class FakeContacts implements NumberContacts {
  billingContacts() {
    return Promise.resolve([
      { userId: 'usr_1', email: 'ada@example.com', name: 'Ada' },
      { userId: 'usr_2', email: 'bob@example.com', name: 'Bob' },
    ]);
  }
}

export class FakeMails implements Mails {
  readonly sent: OutgoingMail[] = [];

  send(mail: OutgoingMail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Ends the work at a point as a crash of the process would: nothing after it is executed. */
export class CrashingFaultPoints implements FaultPoints {
  /** The point at which to crash, when it is reached for the `times`-th time; null never crashes. */
  dieAt: FaultPoint | null = null;
  times = 1;
  readonly reached: FaultPoint[] = [];

  reach(point: FaultPoint): Promise<void> {
    this.reached.push(point);
    if (point !== this.dieAt) return Promise.resolve();
    this.times -= 1;
    return this.times > 0 ? Promise.resolve() : Promise.reject(new Crash(point));
  }
}

/** Hashes in no time. */
export class FakePortOutPins implements PortOutPins {
  hash(pin: string): Promise<string> {
    return Promise.resolve(`hash of ${pin}`);
  }

  matches(pin: string, hash: string): Promise<boolean> {
    return Promise.resolve(hash === `hash of ${pin}`);
  }
}
