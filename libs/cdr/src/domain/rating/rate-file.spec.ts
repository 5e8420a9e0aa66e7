import fc from 'fast-check';
import { type RateFile, RateFileReader, rateRecord } from './rate-file';
import type { DeckPrice } from './price-index';

const HEADER = 'prefix,description,direction,number_type,rate_per_minute,connection_fee,first_s,next_s';

function read(text: string, size = Math.max(text.length, 1)): RateFile {
  const reader = new RateFileReader();
  for (let at = 0; at < text.length; at += size) reader.read(text.slice(at, at + size));
  return reader.end();
}
const rows = (...lines: string[]) => read([HEADER, ...lines].join('\n'));

describe('RateFileReader', () => {
  it('reads prices, with amounts in dollars', () => {
    const { prices, removals, faultCount } = rows(
      '49,Germany,outbound,,0.0150,0.05,60,6',
      '+4915,"Germany, mobile",outbound,,0.03500001,0,1,1',
      ',Calls to toll-free numbers,inbound,tollfree,1000,,1,1',
      '1,,outbound,,,,,',
    );
    expect(faultCount).toBe(0);
    expect(prices).toEqual([
      {
        line: 2,
        prefix: '49',
        description: 'Germany',
        direction: 'outbound',
        numberType: null,
        ratePerMinuteMicrocents: 1_500_000,
        connectionFeeCents: 5,
        firstSeconds: 60,
        nextSeconds: 6,
      },
      {
        line: 3,
        prefix: '4915',
        description: 'Germany, mobile',
        direction: 'outbound',
        numberType: null,
        ratePerMinuteMicrocents: 3_500_001,
        connectionFeeCents: 0,
        firstSeconds: 1,
        nextSeconds: 1,
      },
      {
        line: 4,
        prefix: '',
        description: 'Calls to toll-free numbers',
        direction: 'inbound',
        numberType: 'tollfree',
        ratePerMinuteMicrocents: 100_000_000_000,
        connectionFeeCents: 0,
        firstSeconds: 1,
        nextSeconds: 1,
      },
    ]);
    expect(removals).toEqual([{ line: 5, prefix: '1', direction: 'outbound', numberType: null }]);
  });

  it('takes columns in any order and without number types', () => {
    const header = 'Next_S,first_s,connection_fee,rate_per_minute,direction,description,prefix';
    expect(read(`${header}\r\n6,60,0.01,0.02,inbound,Calls,\r\n`)).toMatchObject({
      prices: [
        { prefix: '', ratePerMinuteMicrocents: 2_000_000, connectionFeeCents: 1, firstSeconds: 60, nextSeconds: 6 },
      ],
      faultCount: 0,
    });
  });

  it.each([
    ['049,Germany,outbound,,0.01,0,1,1', 'prefix'],
    ['4 9,Germany,outbound,,0.01,0,1,1', 'prefix'],
    ['1234567890123456,Somewhere,outbound,,0.01,0,1,1', 'prefix'],
    [',Everywhere,outbound,,0.01,0,1,1', 'prefix'],
    ['49,,outbound,,0.01,0,1,1', 'description'],
    ['49,"Ger\nmany",outbound,,0.01,0,1,1', 'description'],
    [`49,${'x'.repeat(201)},outbound,,0.01,0,1,1`, 'description'],
    ['49,Germany,out,,0.01,0,1,1', 'direction'],
    ['49,Germany,outbound,mobile,0.01,0,1,1', 'number_type'],
    ['49,Germany,inbound,satellite,0.01,0,1,1', 'number_type'],
    ['49,Germany,outbound,,0.000000001,0,1,1', 'rate_per_minute'],
    ['49,Germany,outbound,,-0.01,0,1,1', 'rate_per_minute'],
    ['49,Germany,outbound,,1e-2,0,1,1', 'rate_per_minute'],
    ['49,Germany,outbound,,.01,0,1,1', 'rate_per_minute'],
    ['49,Germany,outbound,,"0,01",0,1,1', 'rate_per_minute'],
    ['49,Germany,outbound,,1000.00000001,0,1,1', 'rate_per_minute'],
    ['49,Germany,outbound,,0.01,0.005,1,1', 'connection_fee'],
    ['49,Germany,outbound,,0.01,1000.01,1,1', 'connection_fee'],
    ['49,Germany,outbound,,0.01,0,0,1', 'first_s'],
    ['49,Germany,outbound,,0.01,0,3601,1', 'first_s'],
    ['49,Germany,outbound,,0.01,0,1,', 'next_s'],
    ['49,Germany,outbound,,0.01,0,1,1.5', 'next_s'],
    ['49,Germany,outbound,,0.01,0,1', null],
    ['49,"Ger"many,outbound,,0.01,0,1,1', null],
  ])('names the line and the column of the fault in %s', (line, column) => {
    const file = rows('1,United States,outbound,,0.01,0,1,1', line, '44,United Kingdom,outbound,,0.01,0,1,1');
    expect(file.faults.map((fault) => [fault.line, fault.column])).toEqual([[3, column]]);
    expect(file.prices.map(({ prefix }) => prefix)).toEqual(['1', '44']);
  });

  it('accepts decimal places that are zero', () => {
    expect(rows('49,Germany,outbound,,0.0100000000,0.0500,1,1')).toMatchObject({
      prices: [{ ratePerMinuteMicrocents: 1_000_000, connectionFeeCents: 5 }],
      faultCount: 0,
    });
  });

  it('names all faults of a line, and a price that is repeated', () => {
    const { faults } = rows('49,Germany,outbound,,0.01,0,1,1', '49,Again,outbound,,0.02,0,1,1', '0,,out,,x,y,z,');
    expect(faults).toEqual([
      { line: 3, column: 'prefix', message: 'The price repeats that of line 2.' },
      ...['direction', 'prefix', 'description', 'rate_per_minute', 'connection_fee', 'first_s', 'next_s'].map(
        (column) => ({ line: 4, column, message: expect.any(String) as string }),
      ),
    ]);
  });

  it('reads no rows below a header with missing, unknown or repeated columns', () => {
    expect(read('prefix,rate\n49,1').faults.map(({ line, column }) => [line, column])).toEqual([
      ...['description', 'direction', 'rate_per_minute', 'connection_fee', 'first_s', 'next_s'].map((name) => [
        1,
        name,
      ]),
      [1, 'rate'],
    ]);
    expect(read(`${HEADER},prefix\n49,1`).faults[0]).toMatchObject({ line: 1, column: 'prefix' });
  });

  describe('of messages', () => {
    const SMS_HEADER = 'prefix,description,direction,price_per_segment';
    const messages = (...lines: string[]) => read([SMS_HEADER, ...lines].join('\n'));

    it('reads prices per segment', () => {
      const file = messages('49,Germany,outbound,0.13', ',Own numbers,inbound,0.00000001', '1,,outbound,');
      expect(file).toMatchObject({ kind: 'sms', faultCount: 0, removals: [{ line: 4, prefix: '1' }] });
      const terms = { numberType: null, connectionFeeCents: 0, firstSeconds: 1, nextSeconds: 1 };
      expect(file.prices).toEqual([
        {
          line: 2,
          prefix: '49',
          description: 'Germany',
          direction: 'outbound',
          ratePerMinuteMicrocents: 13_000_000,
          ...terms,
        },
        { line: 3, prefix: '', description: 'Own numbers', direction: 'inbound', ratePerMinuteMicrocents: 1, ...terms },
      ]);
    });

    it.each([
      ['049,Germany,outbound,0.01', 'prefix'],
      [',Everywhere,outbound,0.01', 'prefix'],
      ['49,,outbound,0.01', 'description'],
      ['49,Germany,out,0.01', 'direction'],
      ['49,Germany,outbound,0.000000001', 'price_per_segment'],
      ['49,Germany,outbound,1000.00000001', 'price_per_segment'],
      ['49,Germany,outbound,-1', 'price_per_segment'],
      ['49,Germany,outbound,0.01,0', null],
    ])('names the line and the column of the fault in %s', (line, column) => {
      const { faults, prices } = messages('1,United States,outbound,1000', line);
      expect(faults.map((fault) => [fault.line, fault.column])).toEqual([[3, column]]);
      expect(prices.map(({ ratePerMinuteMicrocents: price }) => price)).toEqual([100_000_000_000]);
    });

    it('refuses the columns of calls', () => {
      const { faults } = read(`${SMS_HEADER},rate_per_minute,number_type\n49,Germany,outbound,1,1,`);
      expect(faults.map(({ column }) => column)).toEqual(['rate_per_minute', 'number_type']);
    });

    it('reads what rateRecord writes', () => {
      const [price] = messages('49,"Germany, mobile",outbound,0.12345678').prices;
      if (!price) throw new Error('no price');
      expect(read(rateRecord('sms') + rateRecord('sms', price)).prices).toEqual([price]);
    });
  });

  it('calls a file without rows faulty', () => {
    expect(read('').faultCount).toBe(1);
    expect(read(`${HEADER}\n`).faultCount).toBe(1);
  });

  it('counts all faults and keeps a hundred', () => {
    const { faults, faultCount } = rows(...Array.from({ length: 150 }, () => 'x,Germany,outbound,,0.01,0,1,1'));
    expect([faults.length, faultCount]).toEqual([100, 150]);
  });

  it('takes 200,000 rows and no more', () => {
    const lines = Array.from({ length: 200_000 }, (_, n) => `${100_000 + n},Somewhere,outbound,,0.01,0,1,1`);
    const text = [HEADER, ...lines].join('\n');
    expect(read(text, 65_536)).toMatchObject({ faultCount: 0, prices: { length: 200_000 } });
    expect(read(`${text}\n999999,Somewhere,outbound,,0.01,0,1,1`, 65_536)).toMatchObject({ faultCount: 1 });
  });

  it('reads what rateRecord writes', () => {
    const outbound = fc.record({
      direction: fc.constant('outbound' as const),
      numberType: fc.constant(null),
      prefix: fc.stringMatching(/^[1-9]\d{0,14}$/),
    });
    const inbound = fc.record({
      direction: fc.constant('inbound' as const),
      numberType: fc.constantFrom(null, 'tollfree', 'mobile'),
      prefix: fc.stringMatching(/^([1-9]\d{0,14})?$/),
    });
    const price: fc.Arbitrary<DeckPrice> = fc
      .tuple(
        fc.oneof(outbound, inbound),
        fc.record({
          description: fc.stringMatching(/^[a-z",=][a-z", '-]{0,50}[a-z"]$/),
          ratePerMinuteMicrocents: fc.integer({ min: 0, max: 100_000_000_000 }),
          connectionFeeCents: fc.integer({ min: 0, max: 100_000 }),
          firstSeconds: fc.integer({ min: 1, max: 3_600 }),
          nextSeconds: fc.integer({ min: 1, max: 3_600 }),
        }),
      )
      .map(([key, rest]) => ({ ...key, ...rest }));
    fc.assert(
      fc.property(price, (written) => {
        const { prices, faults } = read(rateRecord('voice') + rateRecord('voice', written));
        expect(faults).toEqual([]);
        expect(prices).toEqual([{ ...written, line: 2 }]);
      }),
    );
  });
});
