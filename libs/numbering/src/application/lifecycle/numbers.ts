import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { type Actor, type Change, isChanging } from '../../domain/actor';
import { isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { RouteChange } from '../../domain/lifecycle/route';
import type { NumberHistory, PhoneNumberRepository } from '../ports';
import type { AcceptDocuments } from '../registration/accept-documents';
import { type EventReasons, eventsOf, snapshotOf } from './number-events';
import type { References } from './references';

/** Identifies the number of a request, and who makes the request. */
export interface NumberRef {
  readonly accountId: string;
  readonly e164: string;
  readonly actor: Actor;
}

export interface NumberSettings {
  /** Null clears the label. */
  readonly label?: string | null;
  /** Replace all tags. */
  readonly tags?: readonly string[];
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** Null clears the notes. */
  readonly notes?: string | null;
  readonly deletionLock?: boolean;
  readonly portOutLock?: boolean;
  /** Null ends deliveries. */
  readonly smsWebhookUrl?: string | null;
}

/** Where the messages that numbers receive are sent, which another context does. */
export abstract class MessageWebhooks {
  /** Resolves the host: call it outside transactions. Throws `url_not_allowed` that names the field. */
  abstract assertUrlAllowed(url: string, field: string): Promise<void>;
  /** Joins the transaction. Null ends deliveries. The caller has locked the number, and checked the URL. */
  abstract setForNumber(accountId: string, numberId: string, url: string | null): Promise<void>;
}

export interface RoutedNumber {
  readonly e164: string;
  readonly errorCode: string | null;
}

/** Customers resume numbers only by attaching a bundle, and schedule releases. */
const BY_CUSTOMER: EventReasons = { reason: 'compliance', releaseReason: 'requested' };

/** Changes that customers make to their numbers. */
export class Numbers {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly history: NumberHistory,
    private readonly references: References,
    private readonly acceptDocuments: AcceptDocuments,
    private readonly webhooks: MessageWebhooks,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Runs `assertCurrent` with the number locked; its error leaves the number unchanged. Throws `url_not_allowed`. */
  async change(
    ref: NumberRef,
    { smsWebhookUrl, ...settings }: NumberSettings,
    assertCurrent?: () => Promise<void>,
  ): Promise<PhoneNumber> {
    if (smsWebhookUrl) await this.webhooks.assertUrlAllowed(smsWebhookUrl, 'sms_webhook_url');
    return this.withNumber(ref, async (number, now) => {
      await assertCurrent?.();
      const changes = changesOf(number, settings, now);
      if (smsWebhookUrl === undefined) return changes;
      await this.webhooks.setForNumber(number.accountId, number.id, smsWebhookUrl);
      return [...changes, number.sendMessagesTo(smsWebhookUrl, now)];
    });
  }

  /** Throws a validation error for a target of another account, `trunk_not_active` and `routing_profile_not_active`. */
  async route(ref: NumberRef, route: RouteChange): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      await this.references.requireActive(ref.accountId, route);
      return this.withNumber(ref, (number, now) => [number.routeTo(route, now)]);
    });
  }

  /** Returns one outcome per number. Throws as `route` when the target is invalid. */
  async routeMany(
    refs: Omit<NumberRef, 'e164'>,
    e164s: readonly string[],
    route: RouteChange,
  ): Promise<RoutedNumber[]> {
    return this.tx.run(async () => {
      await this.references.requireActive(refs.accountId, route);
      const found = await this.numbers.lockMany(refs.accountId, e164s);
      for (const number of found) {
        await this.store(number, refs.actor, [number.routeTo(route, this.clock.now())]);
      }
      const known = new Set(found.map(({ e164 }) => e164));
      return e164s.map((e164) => ({ e164, errorCode: known.has(e164) ? null : 'not_found' }));
    });
  }

  /**
   * Attaches a bundle, or detaches it with null. An approved bundle resumes a number that is suspended for compliance only. It
   * activates a number that waits for documents, after the supplier has registered the end user where it requires that, and
   * resumes one whose registration the supplier has revoked, after it has registered the end user again.
   */
  attachBundle(ref: NumberRef, bundleId: string | null): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      const bundle = bundleId === null ? null : await this.references.getBundle(ref.accountId, bundleId);
      const number = await this.numbers.lock(ref.accountId, ref.e164);
      const now = this.clock.now();
      const before = snapshotOf(number);
      const attached = number.attachBundle(bundle, now);
      const resumed = isApproved(bundle, now) ? number.resume('compliance', now) : null;
      await this.store(number, ref.actor, resumed ? [attached, resumed] : [attached]);
      await this.events.publishAll(eventsOf(number, before, BY_CUSTOMER));
      if (bundle && isApproved(bundle, now) && number.awaitsRegistration) {
        await this.acceptDocuments.accept(number, bundle.id, ref.actor);
      }
      return number;
    });
  }

  scheduleRelease(ref: NumberRef): Promise<PhoneNumber> {
    return this.withNumber(ref, (number, now) => [number.scheduleRelease(now)]);
  }

  cancelRelease(ref: NumberRef): Promise<PhoneNumber> {
    return this.withNumber(ref, (number, now) => [number.cancelRelease(now)]);
  }

  private withNumber(
    { accountId, e164, actor }: NumberRef,
    change: (number: PhoneNumber, now: Date) => readonly Change[] | Promise<readonly Change[]>,
  ): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      const number = await this.numbers.lock(accountId, e164);
      const before = snapshotOf(number);
      await this.store(number, actor, await change(number, this.clock.now()));
      await this.events.publishAll(eventsOf(number, before, BY_CUSTOMER));
      return number;
    });
  }

  /** Saves the number and its history. A request that changes nothing is not recorded. */
  private async store(number: PhoneNumber, actor: Actor, requested: readonly Change[]): Promise<void> {
    const changes = requested.filter(isChanging);
    if (changes.length === 0) return;
    await this.numbers.save(number);
    await this.history.add(changes.map((change) => ({ number, actor, change, at: this.clock.now() })));
  }
}

/** Returns the new tags, or undefined if they are not changed. */
function tagsOf({ tags: current }: PhoneNumber, { tags, addTags, removeTags }: NumberSettings) {
  if (!tags && !addTags && !removeTags) return undefined;
  const kept = (tags ?? current).filter((tag) => !removeTags?.includes(tag));
  return [...kept, ...(addTags ?? [])];
}

type Settings = Omit<NumberSettings, 'smsWebhookUrl'>;

function changesOf(number: PhoneNumber, settings: Settings, now: Date): Change[] {
  const { deletionLock, portOutLock } = settings;
  const changes = descriptionChangesOf(number, settings, now);
  if (deletionLock !== undefined && deletionLock !== number.deletionLock) {
    changes.push(number.setDeletionLock(deletionLock, now));
  }
  if (portOutLock !== undefined && portOutLock !== number.portOutLock) {
    changes.push(number.setPortOutLock(portOutLock, now));
  }
  return changes;
}

function descriptionChangesOf(number: PhoneNumber, settings: Settings, now: Date): Change[] {
  const { label, notes } = settings;
  const tags = tagsOf(number, settings);
  const changes: Change[] = [];
  if (label !== undefined && label !== number.label) changes.push(number.relabel(label, now));
  if (tags !== undefined) changes.push(number.retag(tags, now));
  if (notes !== undefined && notes !== number.notes) changes.push(number.annotate(notes, now));
  return changes;
}
