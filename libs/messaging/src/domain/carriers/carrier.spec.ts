import { Carrier, type NewCarrierOptions } from './carrier';

const NOW = new Date('2026-06-01T12:00:00Z');
const KEY = `${'A'.repeat(43)}=`;
const create = (given: Partial<NewCarrierOptions> = {}) =>
  Carrier.create({ name: 'Aggregator', host: 'smpp.carrier.example', ...given }, NOW);
const fieldsOf = (given: Partial<NewCarrierOptions>) => {
  try {
    return create(given);
  } catch (error) {
    return (error as { fields?: unknown }).fields;
  }
};

describe('a carrier of messages', () => {
  it.each([
    [{}, 2775],
    [{ tls: true }, 3550],
    [{ protocol: 'http', webhookPublicKey: KEY } as const, 443],
    [{ port: 2776, tls: true }, 2776],
  ])('has its usual port with %j', (given, port) => {
    expect(create(given).port).toBe(port);
  });

  it.each<[Partial<NewCarrierOptions>, string]>([
    [{ host: 'not a host' }, 'host'],
    [{ host: '2130706433' }, 'host'],
    [{ systemId: 'sixteen-letters-' }, 'system_id'],
    [{ protocol: 'http' }, 'webhook_public_key'],
    [{ protocol: 'http', webhookPublicKey: 'short' }, 'webhook_public_key'],
    [{ protocol: 'http', webhookPublicKey: KEY, bind: 'pair' }, 'bind'],
    [{ prefixes: ['+49', '+49'] }, 'prefixes'],
    [{ prefixes: ['+49', '+490'] }, 'prefixes.1'],
    [{ numbers: ['+12125550123', '+12125550123'] }, 'numbers'],
  ])('rejects %j', (given, field) => {
    expect(Object.keys(fieldsOf(given) as object)).toEqual([field]);
  });

  it('validates a change together with what stays', () => {
    const carrier = create({ systemId: 'sms' });
    expect(() => carrier.change({ protocol: 'http' }, NOW)).toThrow(
      expect.objectContaining({ fields: { webhook_public_key: expect.any(String) as string } }),
    );
    expect(carrier.protocol).toBe('smpp');
  });
});
