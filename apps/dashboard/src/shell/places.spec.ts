import { beginsId, digitsIn, holds, linkTo, placesOfId } from './places';

const ID = '0mh2k3l4p9f1c2d3e4b5a6978';

describe('an ID', () => {
  it('leads to its page, and to its events', () => {
    expect(placesOfId(`trk_${ID}`, true)).toEqual([
      { to: `/trunks/trk_${ID}`, label: `trk_${ID}`, kind: 'SIP trunk' },
      { to: `/developers/events?related_id=trk_${ID}`, label: `Events about trk_${ID}`, kind: 'Events' },
    ]);
  });

  it.each([
    ['key', '/developers/keys?id=', 'API key'],
    ['ord', '/numbers/orders?id=', 'Order of a number'],
    ['sms', '/messages/log?id=', 'Message'],
    ['rd', '/calls/rejected?id=', 'Rejected call'],
    ['gw', '/ids/', 'Gateway'],
    ['rpt', '/ids/', 'Routing target'],
  ])('leads to the list that shows it alone, or to what it belongs to: %s', (prefix, path, kind) => {
    const id = `${prefix}_${ID}`;
    expect(placesOfId(id, false)).toEqual([{ to: path + id, label: id, kind }]);
  });

  it('of another kind leads to its events', () => {
    expect(placesOfId(`nh_${ID}`, true).map(({ kind }) => kind)).toEqual(['Events']);
  });

  it.each([
    [`ivt_${ID}`, '/settings/members', 'Invitation, in its list'],
    [`alr_${ID}`, '/', 'Fraud alert, in its list'],
  ])('of a short list leads to that: %s', (label, to, kind) => {
    expect(placesOfId(label, false)).toEqual([{ to, label, kind }]);
  });

  it('is found in capitals', () => {
    expect(placesOfId(`TRK_${ID.toUpperCase()}`, true)).toEqual(placesOfId(`trk_${ID}`, true));
  });

  it('is found by its first characters, from twelve on, where it is at the end of a path', () => {
    const path = `/trunks/trk_${ID}`;
    expect(['trk_0mh2k3l4', 'TRK_0MH2K3L4p9', `trk_${ID}`].every((text) => beginsId(text, path))).toBe(true);
    expect(['trk_0mh2k3l', 'trk_0mh2k3l5', '0mh2k3l4p9f1', '/trunks/trk_0'].some((text) => beginsId(text, path))).toBe(
      false,
    );
    expect(beginsId('/developers/k', '/developers/keys')).toBe(false);
  });

  it('is nothing shorter, and no other text', () => {
    const parts = ['cdr_0mx3fvpo17', `cdr_${ID.slice(0, -1)}`, `cdr_${ID}0`, 'cdr_notanidatallbutlettersxyz'];
    for (const text of [...parts, 'trk_0mh2', 'trk', `trk_${ID}/../x`]) expect(placesOfId(text, true)).toEqual([]);
  });
});

describe('a place', () => {
  it('is linked by its path and what is chosen there', () => {
    expect(linkTo('/trunks/trk_1')).toEqual({ to: '/trunks/trk_1', search: {} });
    expect(linkTo('/exports?id=exp_1')).toEqual({ to: '/exports', search: { id: 'exp_1' } });
    expect(linkTo('/numbers/%2B12125550123').to).toBe('/numbers/%2B12125550123');
  });
});

describe('a text that is searched for', () => {
  it('is part of a number from three digits on', () => {
    expect(['+49 30-2312', '030', '12', 'line 212', ''].map(digitsIn)).toEqual(['49302312', '030', '', '', '']);
  });

  it('is found in any case', () => {
    expect(holds('OFF', 'Main office', null)).toBe(true);
    expect(holds('desk', 'Main office', null)).toBe(false);
  });
});
