import { failure } from '../../testing/failure';
import { RoutingTarget, type TargetChange, type TargetKind, withPositions } from './routing-target';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

const aTarget = (options: TargetChange & { kind: TargetKind }) =>
  RoutingTarget.create({ id: 'rp_1', accountId: 'acc_1' }, { position: 0, ...options }, now);

describe('RoutingTarget', () => {
  const references = {
    sip_trunk: { sipTrunkId: 'trk_1' },
    pstn_forward: { pstnForwardE164: '+4930901820' },
    webrtc_user: { webrtcUserId: 'user' },
    webhook: { webhookUrl: 'https://example.com' },
  };
  const kinds = Object.keys(references) as (keyof typeof references)[];
  const fields = {
    sip_trunk: 'sip_trunk_id',
    pstn_forward: 'pstn_forward_e164',
    webrtc_user: 'webrtc_user_id',
    webhook: 'webhook_url',
  };

  it.each(kinds)('of kind %s requires its own reference, and no other', (kind) => {
    expect(aTarget({ kind, ...references[kind] })).toMatchObject({
      kind,
      ...references[kind],
      weight: 100,
      enabled: true,
    });
    expect(failure(() => aTarget({ kind })).fields).toEqual([fields[kind]]);
    for (const other of kinds.filter((each) => each !== kind)) {
      expect(failure(() => aTarget({ kind, ...references[kind], ...references[other] })).fields).toEqual([
        fields[other],
      ]);
    }
  });

  it.each(['ftp://example.com', 'example'])('rejects the webhook %s', (webhookUrl) => {
    expect(failure(() => aTarget({ kind: 'webhook', webhookUrl })).fields).toEqual(['webhook_url']);
  });

  it('clears the old reference with a new kind, and requires the new one', () => {
    const target = aTarget({ kind: 'sip_trunk', sipTrunkId: 'trk_1' });
    expect(failure(() => target.change({ kind: 'pstn_forward' }, later)).fields).toEqual(['pstn_forward_e164']);
    target.change({ kind: 'pstn_forward', pstnForwardE164: '+4930901820' }, later);
    expect(target).toMatchObject({
      kind: 'pstn_forward',
      sipTrunkId: null,
      pstnForwardE164: '+4930901820',
      updatedAt: later,
    });
  });

  it('keeps its conditions when other members change', () => {
    const target = aTarget({ kind: 'sip_trunk', sipTrunkId: 'trk_1', conditions: { caller_countries: ['DE'] } });
    target.change({ weight: 1 }, later);
    expect(target.conditions).toEqual({ caller_countries: ['DE'] });
    target.change({ conditions: null }, later);
    expect(target.conditions).toBeNull();
  });
});

describe('withPositions', () => {
  it.each([
    [
      [null, null],
      [0, 1],
    ],
    [
      [10, null, null],
      [10, 11, 12],
    ],
    [
      [10, 3, null],
      [10, 3, 11],
    ],
    [
      [null, 0, null],
      [0, 0, 1],
    ],
    [
      [99, null],
      [99, 99],
    ],
  ])('completes the positions %j to %j', (given, completed) => {
    const list = given.map((position) => (position === null ? {} : { position }));
    expect(withPositions(list).map(({ position }) => position)).toEqual(completed);
  });
});
