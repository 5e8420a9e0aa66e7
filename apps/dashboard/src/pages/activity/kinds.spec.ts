import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION_GROUPS, actionText, isAction, isKind, pageOf } from './kinds';

const DOCUMENTED = readFileSync(join(import.meta.dirname, '../../../../../docs/activity.md'), 'utf8');

describe('a kind', () => {
  it('has a name here if docs/activity.md lists it', () => {
    const kinds = [...DOCUMENTED.matchAll(/^\| `(\w+)` /gm)].map(([, kind = '']) => kind);
    expect(kinds.length).toBeGreaterThan(30);
    expect(kinds.filter((kind) => !isKind(kind))).toEqual([]);
  });
});

describe('an action', () => {
  it.each([
    ['sip_trunk.created', 'SIP trunk created'],
    ['number.updated', 'Number changed'],
    ['payment_method.deleted', 'Card removed'],
    ['closure.created', 'Closure of the account requested'],
    ['new_kind.deleted', 'New kind deleted'],
  ])('is said in words: %s is “%s”', (action, text) => {
    expect(actionText(action)).toBe(text);
  });

  it('is known if its kind is, and is offered by the filter once', () => {
    const offered = ACTION_GROUPS.flatMap(({ items }) => items.map(({ value }) => value));
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered.filter((action) => !isAction(action))).toEqual([]);
    expect([isKind('number'), isKind('constructor'), isAction('number'), isAction('x.created')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the page of a resource', () => {
  it('is that of its ID, of the number itself, or of a list that shows or holds it', () => {
    expect(pageOf('sip_trunk', 'trk_1', 'Office')).toBe('/trunks/trk_1');
    expect(pageOf('number', 'num_1', '+12125550123')).toBe('/numbers/%2B12125550123');
    expect(pageOf('api_key', 'key_1', 'CI')).toBe('/developers/keys?id=key_1');
    expect(pageOf('sip_gateway', 'gw_1', null)).toBe('/ids/gw_1');
    expect(pageOf('invitation', 'ivt_1', null)).toBe('/settings/members');
    expect(pageOf('port_comment', 'pcm_1', null)).toBeUndefined();
  });
});
