import { type Subscription, Subscriptions } from './subscriptions';

const handle = (): Promise<void> => Promise.resolve();
const inside = (name: string): Subscription => ({ name, inTransaction: true, handle });
const outside = (name: string): Subscription => ({ name, inTransaction: false, handle });

describe('the table of subscriptions', () => {
  it('finds the subscribers of a type, and those of every type', () => {
    const table = new Subscriptions({
      'number.released': [inside('cache')],
      'mail.requested': [outside('send-mail')],
      '*': [inside('webhooks')],
    });
    expect(table.of('number.released').map(({ name }) => name)).toEqual(['cache', 'webhooks']);
    expect(table.of('account.created').map(({ name }) => name)).toEqual(['webhooks']);
    expect(table.find('mail.requested', 'send-mail')?.name).toBe('send-mail');
    expect(table.find('number.released', 'send-mail')).toBeUndefined();
    expect(table.names.sort()).toEqual(['cache', 'send-mail', 'webhooks']);
  });

  it('gives each subscriber with external effects its own queue', () => {
    const table = new Subscriptions({
      'number.released': [inside('cache'), inside('audit'), outside('crm')],
      'mail.requested': [outside('send-mail')],
    });
    expect(table.queues.sort()).toEqual(['events', 'events-crm', 'events-send-mail']);
    expect(table.queueOf('audit')).toBe('events');
    expect(table.queueOf('crm')).toBe('events-crm');
  });

  it('accepts one subscriber of several types', () => {
    const table = new Subscriptions({ 'number.released': [inside('cache')], 'order.completed': [inside('cache')] });
    expect(table.names).toEqual(['cache']);
  });

  it('finds a retired subscriber, whose stored deliveries remain', () => {
    const table = new Subscriptions({ 'number.released': [{ ...outside('crm'), isRetired: true }] });
    expect(table.find('number.released', 'crm')).toBeDefined();
    expect(table.queues).toEqual(['events-crm']);
  });

  it('rejects a duplicate name for a type, including one under `*`', () => {
    expect(() => new Subscriptions({ 'number.released': [inside('a'), inside('a')] })).toThrow('listed twice');
    expect(() => new Subscriptions({ '*': [inside('a')], 'number.released': [inside('a')] })).toThrow('listed twice');
    expect(() => new Subscriptions({ 'number.released': [inside('a')], '*': [inside('a')] })).toThrow('listed twice');
  });

  it('rejects a subscriber of both kinds and an invalid name', () => {
    expect(() => new Subscriptions({ 'number.released': [inside('a')], 'order.failed': [outside('a')] })).toThrow(
      'both',
    );
    expect(() => new Subscriptions({ 'number.released': [inside('A.b')] })).toThrow('is invalid');
  });

  it('rejects a subscriber that spans accounts without handling events together in a transaction', () => {
    const handleAll = handle;
    const spanning = (each: Subscription) =>
      new Subscriptions({ 'number.released': [{ ...each, spansAccounts: true }] });
    expect(spanning({ ...inside('a'), handleAll }).spansAccounts('a')).toBe(true);
    expect(() => spanning(inside('a'))).toThrow('spans accounts');
    expect(() => spanning({ ...outside('a'), handleAll })).toThrow('spans accounts');
  });
});
