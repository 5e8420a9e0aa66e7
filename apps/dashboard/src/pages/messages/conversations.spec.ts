import type { Sms } from '@trunkline/client';
import { conversationsIn, merged, partyOf } from './conversations';

const OWN = '+12125550100';

const message = (id: string, created_at: number, party = '+13125550100', direction: Sms['direction'] = 'outbound') =>
  ({
    id,
    created_at,
    direction,
    from: direction === 'inbound' ? party : OWN,
    to: direction === 'inbound' ? OWN : party,
  }) as Sms;

const idsOf = (messages: readonly Sms[]) => messages.map(({ id }) => id);

describe('the messages of two feeds', () => {
  it('are one list, newest first', () => {
    const sent = { items: [message('c', 30), message('a', 10)], isComplete: true };
    const received = { items: [message('d', 40), message('b', 20)], isComplete: true };
    expect(idsOf(merged([sent, received]))).toEqual(['d', 'c', 'b', 'a']);
  });

  it('end where one of the feeds is not loaded yet', () => {
    const sent = { items: [message('c', 30), message('b', 20)], isComplete: false };
    const received = { items: [message('d', 40), message('a', 10)], isComplete: true };
    expect(idsOf(merged([sent, received]))).toEqual(['d', 'c', 'b']);
  });

  it('are none while a feed has not loaded anything', () => {
    const received = { items: [message('d', 40)], isComplete: true };
    expect(merged([{ items: [], isComplete: false }, received])).toEqual([]);
  });

  it('of the same second are in the order of their ids', () => {
    const sent = { items: [message('b', 30), message('a', 30)], isComplete: true };
    const received = { items: [message('c', 30)], isComplete: true };
    expect(idsOf(merged([sent, received]))).toEqual(['c', 'b', 'a']);
  });
});

describe('the conversations of messages', () => {
  it('have each other party once, with its latest message', () => {
    const messages = [
      message('d', 40, '+14155550100', 'inbound'),
      message('c', 30, '+13125550100'),
      message('b', 20, '+14155550100'),
      message('a', 10, '+13125550100', 'inbound'),
    ];
    expect(conversationsIn(messages).map(({ party, latest }) => [party, latest.id])).toEqual([
      ['+14155550100', 'd'],
      ['+13125550100', 'c'],
    ]);
  });

  it('are with the sender of what is received', () => {
    expect(partyOf(message('a', 10, 'BANK', 'inbound'))).toBe('BANK');
  });
});
