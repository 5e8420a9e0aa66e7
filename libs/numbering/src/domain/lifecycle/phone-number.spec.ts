import { addDays, unixSeconds } from '@trunkline/kernel';
import { aBundle, aNumber, anOffer, anOrder, NOW } from '../../testing';
import { NUMBER_STATUSES, type NumberStatus, type PhoneNumber } from './phone-number';

const LATER = addDays(NOW, 3);

type Outcome = NumberStatus | 'invalid_state' | 'release_not_scheduled' | 'number_locked' | 'insufficient_balance';

function outcomeOf(number: PhoneNumber, event: (number: PhoneNumber) => unknown): Outcome {
  try {
    event(number);
    return number.status;
  } catch (error) {
    return (error as { code: Outcome }).code;
  }
}

const EVENTS: Readonly<Record<string, (number: PhoneNumber) => unknown>> = {
  routed: (number) => number.routeTo({ trunkId: 'trk_1', routingProfileId: null }, LATER),
  labelled: (number) => number.relabel('Support', LATER),
  tagged: (number) => number.retag(['sales'], LATER),
  annotated: (number) => number.annotate('Notes', LATER),
  locked: (number) => number.setDeletionLock(true, LATER),
  'locked against porting out': (number) => number.setPortOutLock(false, LATER),
  'given a PIN': (number) => number.setPortOutPin('hash', LATER),
  'asked for by a carrier': (number) => number.beginPortOut(LATER, LATER),
  'given a bundle': (number) => number.attachBundle(aBundle(), LATER),
  activated: (number) => number.activate(LATER),
  'scheduled for release': (number) => number.scheduleRelease(LATER),
  'taken back': (number) => number.cancelRelease(LATER),
  suspended: (number) => number.suspend('non_payment', LATER),
  resumed: (number) => number.resume('account', LATER),
  billed: (number) => number.billed(LATER),
  refused: (number) => number.billingFailed('insufficient_balance', LATER),
  released: (number) => number.release(LATER),
};

// Every state by every event: the state that follows, or the refusal (docs/numbers.md).
const TABLE: Readonly<Record<NumberStatus, Readonly<Record<string, Outcome>>>> = {
  active: {
    routed: 'active',
    labelled: 'active',
    tagged: 'active',
    annotated: 'active',
    locked: 'active',
    'locked against porting out': 'active',
    'given a PIN': 'active',
    'asked for by a carrier': 'active',
    'given a bundle': 'active',
    activated: 'invalid_state',
    'scheduled for release': 'active',
    'taken back': 'release_not_scheduled',
    suspended: 'suspended',
    resumed: 'active',
    billed: 'active',
    refused: 'active',
    released: 'released',
  },
  pending_documents: {
    routed: 'pending_documents',
    labelled: 'pending_documents',
    tagged: 'pending_documents',
    annotated: 'pending_documents',
    locked: 'pending_documents',
    'locked against porting out': 'pending_documents',
    'given a PIN': 'pending_documents',
    'asked for by a carrier': 'pending_documents',
    'given a bundle': 'pending_documents',
    activated: 'active',
    'scheduled for release': 'pending_documents',
    'taken back': 'release_not_scheduled',
    suspended: 'pending_documents',
    resumed: 'pending_documents',
    billed: 'pending_documents',
    refused: 'pending_documents',
    released: 'released',
  },
  suspended: {
    routed: 'suspended',
    labelled: 'suspended',
    tagged: 'suspended',
    annotated: 'suspended',
    locked: 'suspended',
    'locked against porting out': 'suspended',
    'given a PIN': 'suspended',
    'asked for by a carrier': 'suspended',
    'given a bundle': 'suspended',
    activated: 'invalid_state',
    'scheduled for release': 'suspended',
    'taken back': 'release_not_scheduled',
    suspended: 'suspended',
    resumed: 'active',
    billed: 'suspended',
    refused: 'suspended',
    released: 'released',
  },
  released: {
    ...Object.fromEntries(Object.keys(EVENTS).map((name) => [name, 'invalid_state'])),
    suspended: 'released',
    resumed: 'released',
  },
};

describe('PhoneNumber', () => {
  describe.each(NUMBER_STATUSES)('that is %s', (status) => {
    it.each(Object.keys(EVENTS))('follows its table of states: %s', (name) => {
      expect(outcomeOf(aNumber(status), EVENTS[name]!)).toBe(TABLE[status][name]);
    });
  });

  describe('assigned by an order', () => {
    it('is paid for a month and due next on the anchor day', () => {
      const now = new Date('2026-01-31T08:00:00Z');
      expect(aNumber('active', now)).toMatchObject({
        assignedAt: now,
        billedMonths: 1,
        failedBillingAttempts: 0,
        lastBillingAttemptAt: null,
        nextBillingAt: new Date('2026-02-28T08:00:00Z'),
      });
    });

    it('has the route of the order', () => {
      const order = anOrder(anOffer(), { routingProfileId: 'rp_1', complianceBundleId: 'cb_1' });
      const number = order.fulfil({ e164: '+4930901820', supplierNumberRef: null, usable: true }, NOW);
      expect(number).toMatchObject({ trunkId: null, routingProfileId: 'rp_1', complianceBundleId: 'cb_1' });
    });
  });

  describe('routing', () => {
    it('returns the change with its previous and new values', () => {
      const number = aNumber();
      number.routeTo({ trunkId: 'trk_1', routingProfileId: null }, NOW);
      expect(number.routeTo({ trunkId: null, routingProfileId: 'rp_1' }, NOW)).toEqual({
        action: 'routing_changed',
        from: { trunk_id: 'trk_1', routing_profile_id: null },
        to: { trunk_id: null, routing_profile_id: 'rp_1' },
      });
      expect(number.route).toEqual({ trunkId: null, routingProfileId: 'rp_1' });
    });

    it.each([
      ['replaces a profile by a trunk', { trunkId: 'trk_2' }, { trunkId: 'trk_2', routingProfileId: null }],
      ['clears what null names', { routingProfileId: null }, { trunkId: null, routingProfileId: null }],
      ['changes nothing for null for the other', { trunkId: null }, { trunkId: null, routingProfileId: 'rp_1' }],
      ['changes nothing when nothing is given', {}, { trunkId: null, routingProfileId: 'rp_1' }],
    ])('%s', (_what, change, expected) => {
      const number = aNumber();
      number.routeTo({ routingProfileId: 'rp_1' }, NOW);
      number.routeTo(change, NOW);
      expect(number.route).toEqual(expected);
    });
  });

  describe('a suspension', () => {
    it('returns the change with its previous and new values', () => {
      expect(aNumber().suspend('account', LATER)).toEqual({
        action: 'suspended',
        from: { status: 'active', suspended_for: [] },
        to: { status: 'suspended', suspended_for: ['account'] },
      });
    });

    it('has each reason once', () => {
      const number = aNumber();
      number.suspend('account', LATER);
      expect(number.suspend('account', LATER)).toBeNull();
      expect(number.suspendedFor).toEqual(['account']);
    });

    it('ends with its last reason', () => {
      const number = aNumber();
      number.suspend('non_payment', LATER);
      number.suspend('account', LATER);
      expect(number.resume('account', LATER)?.to).toEqual({ status: 'suspended', suspended_for: ['non_payment'] });
      expect(number.resume('account', LATER)).toBeNull();
      expect(number.resume('non_payment', LATER)?.to).toEqual({ status: 'active', suspended_for: [] });
    });

    it('keeps the date of its release', () => {
      const number = aNumber();
      number.scheduleRelease(LATER);
      const at = number.releaseScheduledAt;
      number.suspend('account', LATER);
      number.resume('account', LATER);
      expect(number.releaseScheduledAt).toEqual(at);
    });
  });

  describe('a release', () => {
    it('is due at the end of the paid month', () => {
      const number = aNumber();
      number.scheduleRelease(LATER);
      expect(number.releaseScheduledAt).toEqual(number.nextBillingAt);
    });

    it('is due at the end of the month that starts on activation', () => {
      const number = aNumber('pending_documents');
      number.scheduleRelease(NOW);
      const before = number.releaseScheduledAt!;
      const change = number.activate(LATER);
      expect(number.releaseScheduledAt).toEqual(number.nextBillingAt);
      expect(number.releaseScheduledAt).toEqual(addDays(before, 3));
      const scheduledFor = (at: Date) => ({ release_scheduled_at: unixSeconds(at) });
      expect(change).toMatchObject({ from: scheduledFor(before), to: scheduledFor(number.nextBillingAt) });
    });

    it('is due immediately when no month is paid', () => {
      const number = aNumber();
      const overdue = addDays(number.nextBillingAt, 5);
      number.scheduleRelease(overdue);
      expect(number.releaseScheduledAt).toEqual(overdue);
    });

    it('keeps its date when repeated', () => {
      const number = aNumber();
      number.scheduleRelease(LATER);
      const first = number.releaseScheduledAt;
      number.scheduleRelease(addDays(number.nextBillingAt, 5));
      expect(number.releaseScheduledAt).toEqual(first);
    });

    it('can be cancelled', () => {
      const number = aNumber();
      number.scheduleRelease(LATER);
      number.cancelRelease(LATER);
      expect(number.releaseScheduledAt).toBeNull();
    });

    it('cannot be cancelled while the number is suspended for non-payment', () => {
      const number = aNumber('suspended');
      Object.assign(number, { suspendedFor: ['non_payment'], releaseScheduledAt: addDays(NOW, 30) });
      expect(outcomeOf(number, EVENTS['taken back']!)).toBe('insufficient_balance');
      expect(() => number.cancelRelease(LATER)).toThrow(/Reactivate/);
    });

    it('rejects reactivation of an active number, naming both states', () => {
      expect(() => aNumber().requireUnpaid()).toThrow('The number is active, not suspended for non-payment.');
    });

    it('is rejected for a locked number, scheduled or not', () => {
      const number = aNumber();
      number.setDeletionLock(true, NOW);
      expect(outcomeOf(number, EVENTS['scheduled for release']!)).toBe('number_locked');
      expect(outcomeOf(number, (each) => each.requireReleasable())).toBe('number_locked');
    });

    it('must be cancelled before the number is locked', () => {
      const number = aNumber();
      number.scheduleRelease(NOW);
      expect(outcomeOf(number, EVENTS['locked']!)).toBe('invalid_state');
    });

    it('schedules the notification of the supplier', () => {
      const number = aNumber();
      number.scheduleRelease(NOW);
      number.release(LATER);
      expect(number).toMatchObject({ releasedAt: LATER, supplierReleaseDueAt: LATER, releaseScheduledAt: null });
    });
  });

  describe('a port-out', () => {
    it.each([
      ['pending_documents', 'not_active'],
      ['active', 'port_out_locked'],
      ['suspended', 'port_out_locked'],
    ] as const)('of a new number that is %s is refused as %s', (status, refusal) => {
      expect(aNumber(status).portOutRefusal).toBe(refusal);
    });

    it('is refused by the number itself only while it is locked', () => {
      const number = aNumber();
      number.setPortOutLock(false, NOW);
      expect(number.portOutRefusal).toBeNull();
    });

    it('ends with the release, of which the supplier is not notified', () => {
      const number = Object.assign(aNumber(), { supplier: 'didww' });
      number.beginPortOut(LATER, NOW);
      number.release(LATER);
      expect(number).toMatchObject({ portOutAt: null, supplierReleaseDueAt: null });
    });

    it('keeps months that start at its date or later from being charged', () => {
      const number = aNumber();
      number.beginPortOut(number.nextBillingAt, NOW);
      expect(number.isBillingDue(number.nextBillingAt)).toBe(false);
      number.endPortOut(NOW);
      expect(number.isBillingDue(number.nextBillingAt)).toBe(true);
    });

    it('leaves the hash of the PIN out of the history', () => {
      expect(JSON.stringify(aNumber().setPortOutPin('secret', NOW))).not.toContain('secret');
    });
  });

  describe('a bundle', () => {
    it.each([
      ['of another country', { country: 'FR' }, 'compliance_bundle_mismatch'],
      ['of another type', { numberType: 'mobile' }, 'compliance_bundle_mismatch'],
      ['that is a draft', { status: 'draft' }, 'compliance_bundle_not_usable'],
      ['whose approval has ended', { validUntil: NOW }, 'compliance_bundle_not_usable'],
      ['that was rejected', { status: 'rejected' }, 'compliance_bundle_not_usable'],
    ] as const)('%s is refused', (_which, change, code) => {
      expect(outcomeOf(aNumber(), (number) => number.attachBundle(aBundle(change), NOW))).toBe(code);
    });

    it.each(['approved', 'submitted'] as const)('that is %s is attached', (status) => {
      const number = aNumber('pending_documents');
      number.attachBundle(aBundle({ status, numberType: 'geographic' }), NOW);
      expect(number).toMatchObject({ complianceBundleId: 'cb_1', status: 'pending_documents' });
    });

    it('can be detached from a number that does not need one', () => {
      const number = aNumber();
      number.attachBundle(aBundle(), NOW);
      number.attachBundle(null, NOW);
      expect(number.complianceBundleId).toBeNull();
    });

    it('must be approved when it replaces the bundle of an active number', () => {
      const number = Object.assign(aNumber(), { requiresActivation: true });
      const outcome = (status: 'submitted' | 'approved') =>
        outcomeOf(number, (each) => each.attachBundle(aBundle({ id: 'cb_2', status }), NOW));
      expect(outcome('submitted')).toBe('compliance_bundle_not_usable');
      expect(outcome('approved')).toBe('active');
    });

    it('cannot be detached from an active number that needs one', () => {
      const number = aNumber('pending_documents');
      number.attachBundle(aBundle(), NOW);
      number.activate(NOW);
      expect(outcomeOf(number, (each) => each.attachBundle(null, NOW))).toBe('invalid_state');
    });
  });
});
